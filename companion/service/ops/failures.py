"""What went wrong, as one sentence for the people at the table."""

from __future__ import annotations

import logging

from companion.errors import CompanionError
from companion.games.base import Problem
from companion.sentence import Sentence

log = logging.getLogger("companion.service")


def sentence_of(error: Exception) -> str:
    """Return what went wrong as one sentence for the people at the table."""
    if isinstance(error, CompanionError):
        return str(error)
    return Sentence(
        "The picture could not be read ({error}); go on with the next.",
        error=f"{type(error).__name__}: {error}",
    )


def said(problem: Problem) -> Sentence:
    """Return what is wrong with a board, to be part of another sentence."""
    return Sentence(problem.template, **problem.values)


def log_failure(sentence: str, error: Exception) -> None:
    """Log what went wrong; with a traceback where it is not the table's fault but ours."""
    log.warning("%s", sentence, exc_info=None if isinstance(error, CompanionError) else error)

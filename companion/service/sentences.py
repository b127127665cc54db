"""What went wrong, as one sentence for the people at the table."""

from __future__ import annotations

import logging

from companion.errors import CompanionError

log = logging.getLogger("companion.service")


def sentence_of(error: Exception) -> str:
    """Return what went wrong as one sentence for the people at the table."""
    if isinstance(error, CompanionError):
        return str(error)
    return f"The picture could not be read ({type(error).__name__}: {error}); go on with the next."


def log_failure(sentence: str, error: Exception) -> None:
    """Log what went wrong; with a traceback where it is not the table's fault but ours."""
    log.warning("%s", sentence, exc_info=None if isinstance(error, CompanionError) else error)

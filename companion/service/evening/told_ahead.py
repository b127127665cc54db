"""What people say of the next picture before there is one: kept over a restart too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import CorrectionRefused
from companion.games.base import Moment
from companion.service.evening.checked_input import told as checked
from companion.service.evening.context import Context
from companion.service.ops.failures import log

UNLIKE = (LookupError, TypeError, ValueError, CorrectionRefused)
"""What is raised of a draft that is damaged, or that another companion wrote: none has a sum."""


def draft_of(sitting: int) -> str:
    """Return under which name it is kept what people say of a sitting's next picture."""
    return f"told/{sitting}"


def tell_next(context: Context, told: Mapping[str, Any]) -> None:
    """Keep what people say of the next picture until there is one."""
    context.told = {**context.told, **told}
    if context.number is not None and context.sitting is not None:
        kept = {"after": context.sitting.numbered, "told": context.told}
        context.journal.keep_draft(draft_of(context.number), kept)


def recall_told(context: Context) -> None:
    """Take up what people had said of the next picture, where none has come since.

    What cannot be understood any more keeps nobody from the game: it is told again.
    """
    sitting = context.sitting
    if context.number is None or sitting is None:
        return
    try:
        kept = context.journal.draft(draft_of(context.number))
        if kept and kept["after"] == sitting.numbered:
            context.told = checked(sitting.table.setup, kept["told"])
    except UNLIKE as error:
        log.warning("what was told of the next picture is forgotten (%s)", error)


def with_told(context: Context, moment: Moment) -> Moment:
    """Return a moment with what people have said in advance."""
    return replace(moment, told={**moment.told, **context.told}) if context.told else moment

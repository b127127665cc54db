"""What people say of the next picture before there is one: kept over a restart too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.base import Moment
from companion.service.evening.checked_input import told as checked
from companion.service.evening.context import Context


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
    """Take up what people had said of the next picture, where none has come since."""
    kept = None if context.number is None else context.journal.draft(draft_of(context.number))
    if kept and context.sitting is not None and kept["after"] == context.sitting.numbered:
        context.told = checked(context.sitting.table.setup, kept["told"])


def with_told(context: Context, moment: Moment) -> Moment:
    """Return a moment with what people have said in advance."""
    return replace(moment, told={**moment.told, **context.told}) if context.told else moment

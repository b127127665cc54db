"""Whose turn it is, as far as anybody knows."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Checkpoint
from companion.service.state import Phase, State
from web.languages import gettext as _

BETWEEN = (Checkpoint.SETUP, Checkpoint.OPENING, Checkpoint.TILED)
"""Checkpoints after which a new offer begins."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that is to act, and what that is called."""

    seat: int
    label: str


def turn(state: State) -> Turn | None:
    """Return who is on turn, or begins the round; None where that is not known."""
    if state.phase is Phase.OVER:
        return None
    if state.turn is not None:
        return Turn(state.turn, _("on turn"))
    table = state.table
    if table is None or table.over or table.starter is None or table.checkpoint not in BETWEEN:
        return None
    return Turn(table.starter, _("begins"))

"""Whose turn it is, as far as anybody knows."""

from __future__ import annotations

from dataclasses import dataclass

from companion import games
from companion.games.base import Checkpoint
from companion.service.state import Phase, State
from web.languages import gettext as _

BETWEEN = (Checkpoint.SETUP, Checkpoint.OPENING, Checkpoint.TILED)
"""Checkpoints after which a new offer begins; at the end of one everybody tiles at once."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that is to act, and what that is called."""

    seat: int
    label: str


def turn(state: State) -> Turn | None:
    """Return who is on turn, or begins the round; None where that is not known."""
    if state.phase is Phase.OVER:
        return None
    table = state.table
    if table is None or table.over or table.checkpoint is Checkpoint.OFFER_END:
        return None
    if table.checkpoint in BETWEEN:
        return None if table.starter is None else Turn(table.starter, _("begins"))
    return None if state.turn is None else Turn(state.turn, _("on turn"))


def hold(state: State) -> str:
    """Return what a hold of the button does: it scores a round, or passes in a game of turns."""
    if Checkpoint.PASSED in games.game(state.setup).checkpoints:
        return _("Pass")
    return _("Score the round")

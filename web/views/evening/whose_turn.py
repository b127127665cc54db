"""Whose turn it is, as far as anybody knows, and what the buttons do next."""

from __future__ import annotations

from dataclasses import dataclass

from companion import games
from companion.games.base import Checkpoint, Moment
from companion.service.bulletin.state import Phase, Stage, State
from web.languages import gettext as _
from web.views.wording import words

BETWEEN = (Checkpoint.SETUP, Checkpoint.OPENING, Checkpoint.TILED)
"""Checkpoints after which a new offer begins; at the end of one everybody tiles at once."""

AGAIN = (Stage.NOT_EMPTY, Stage.QUESTION, Stage.LOST)
"""Where a press looks once more at what was looked at last."""


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


def press(state: State) -> str:
    """Return what a press of the shared button does next."""
    return again(state) or doing(state.due)


def again(state: State) -> str:
    """Return what a press does where something was wrong with the last picture; else nothing."""
    if state.stage is Stage.PAUSED:
        return _("Go on")
    if state.stage is Stage.VIOLATION:
        return _("Put right: look again")
    if state.others_awaited:
        return _("Photograph the other boards")
    return _("Look again") if state.stage in AGAIN and not state.frames else ""


def own_press(state: State) -> str:
    """Return what a press of a player's own button does next."""
    if looking := again(state):
        return looking
    due = state.due_own
    if due is not None and due.checkpoint in (Checkpoint.TURN, Checkpoint.PLACED):
        return _("Check my turn")
    return doing(due)


def doing(due: Moment | None) -> str:
    """Return what is done with a picture that is taken for a moment."""
    if due is None:
        return _("Press the button")
    deeds = {
        Checkpoint.SETUP: _("Look at the empty boards"),
        Checkpoint.TILES: _("Learn these tiles"),
        Checkpoint.OPENING: _("Check the first tiles"),
        Checkpoint.TURN: _("Check the turn"),
        Checkpoint.OFFER_END: _("Score the round"),
        Checkpoint.TILED: _("Check the domes") if words.on_a_dome() else _("Check the walls"),
        Checkpoint.PLACED: _("Check the turn"),
        Checkpoint.PASSED: _("Pass"),
    }
    return deeds[due.checkpoint]


def first_picture(state: State) -> str:
    """Return how the first picture is taken; of a game under way the boards are not empty."""
    if state.setup.scores is not None and state.handheld:
        return _("The game is under way. Photograph the boards as they lie.")
    if state.setup.scores is not None and not state.autoplay:
        return _("The game is under way. Leave the boards as they lie and press the button.")
    if state.handheld:
        return _("Put the empty boards on the table and photograph them.")
    if state.autoplay:
        return _("The first picture, of the empty boards, comes by itself.")
    return _("Put the empty boards on the table and press the button.")


def hold(state: State) -> str:
    """Return what a hold of the button does: it scores a round, or passes in a game of turns."""
    if Checkpoint.PASSED in games.game(state.setup).checkpoints:
        return _("Pass")
    due = state.due_hold
    tiled = due is not None and due.checkpoint is Checkpoint.TILED
    return doing(due) if tiled else _("Score the round")

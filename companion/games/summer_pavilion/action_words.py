"""Telling a game: an action in words, and the points it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.base import Step, Steps
from companion.games.summer_pavilion.actions import Action, Keep, Pass, Place, Take, TakeBonus
from companion.games.summer_pavilion.layout import SPACE, STAR_NAMES, star_of
from companion.games.summer_pavilion.position import Position
from companion.games.summer_pavilion.rules.scoring import cap_steps, placement_step
from companion.games.summer_pavilion.rules.taking import offer_of, taken_from
from companion.games.summer_pavilion.tiles import COLOURS, INDEX, counted, minus, named


def describe(position: Position, action: Action) -> str:
    """Return a legal action in ``position`` as a line of words."""
    return f"seat {position.seat} {_done(position, action)}"


def _done(position: Position, action: Action) -> str:
    if isinstance(action, Take):
        return _taking(position, action)
    if isinstance(action, Place):
        return _placing(position, action)
    if isinstance(action, TakeBonus):
        return f"takes {_listed(action.tiles)} from the supply"
    if isinstance(action, Pass):
        return "passes"
    beside = position.boards[position.seat].beside
    thrown = named(minus(beside, counted(action.tiles)))
    return f"keeps {_listed(action.tiles)}, throws away {_listed(thrown)}"


def _taking(position: Position, action: Take) -> str:
    offer = offer_of(position, action.display)
    tiles = _listed(named(taken_from(offer, INDEX[action.colour], position.wild)))
    if action.display is not None:
        return f"takes {tiles} from display {action.display}"
    marker = " with the marker" if position.marker is None else ""
    return f"takes {tiles} from the centre{marker}"


def _placing(position: Position, action: Place) -> str:
    space = SPACE[action.cell]
    slot = action.cell.rsplit("/", 1)[1]
    spent = (action.colour,) * action.tiles + (COLOURS[position.wild],) * action.wilds
    star = STAR_NAMES[star_of(space)]
    return f"places {action.colour} on the {star} star, space {slot}, for {_listed(spent)}"


def _listed(names: Iterable[str]) -> str:
    """Return tiles counted by colour: ``2 red, 1 purple``."""
    return ", ".join(f"{number} {name}" for name, number in Counter(names).items()) or "nothing"


def sheet(before: Position, action: Action, after: Position) -> tuple[Steps, ...]:
    """Return per seat the points that a legal action has brought."""
    seat = before.seat
    steps = tuple(step for step in _steps(before, action, after) if step.points)
    return tuple(steps if each == seat else () for each in range(len(before.boards)))


def _steps(before: Position, action: Action, after: Position) -> Steps:
    board = after.boards[before.seat]
    score = before.boards[before.seat].score
    change = board.score - score
    if isinstance(action, Place):
        step = placement_step(board.spaces, SPACE[action.cell])
        return (step, *cap_steps(score, step.points, board.score))
    if isinstance(action, Take):
        return (Step("marker", change, "SP-R15"),)
    return (Step("discarded", change, "SP-R37"),) if isinstance(action, Keep) else ()

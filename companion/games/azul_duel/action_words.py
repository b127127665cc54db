"""Actions in plain words, for the terminal and for records."""

from __future__ import annotations

from companion.games.azul_duel.actions import (
    Action,
    DrawDome,
    EndTiling,
    KeepDome,
    LayDome,
    LeaveLine,
    LookAtDrawn,
    Pass,
    PlaceTile,
    ReturnDome,
    SpendChips,
    StackMoon,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.catalogue import LARGE
from companion.games.azul_duel.position import Position
from companion.games.azul_duel.rules.first_phase import sun_part, visible_moon

_TURNS = ("as it is", "turned a quarter", "turned half", "turned three quarters")


def describe(position: Position, action: Action) -> str:
    """Return ``action`` of the acting seat as a sentence without a full stop."""
    return f"seat {position.seat} {_said(position, action)}"


def _said(position: Position, action: Action) -> str:
    if isinstance(action, TakeSun | TakeMoon):
        return _taking(position, action)
    if isinstance(action, PlaceTile | SpendChips | LeaveLine | EndTiling):
        return _tiling(action)
    return _dome_or_chip(action)


def _taking(position: Position, action: TakeSun | TakeMoon) -> str:
    """Return actions B and C in words."""
    if isinstance(action, TakeSun):
        tiles = sun_part(position, action.factory)
        source = f"the sun part of {_factory(action.factory)}"
    else:
        tiles, source = visible_moon(position), "the moon parts"
    goal = "the broken tiles" if action.line is None else f"line {action.line + 1}"
    dropped = f", dropping {action.drop}" if action.drop else ""
    return f"takes {tiles.count(action.colour)} {action.colour} from {source} to {goal}{dropped}"


def _factory(index: int) -> str:
    return "the large factory" if index == LARGE else f"factory {index}"


def _dome_or_chip(action: Action) -> str:
    """Return actions A and D, and what follows an action, in words."""
    match action:
        case TakeDome(tile):
            return f"takes dome tile {tile} from the display"
        case DrawDome():
            return "pays a point and draws a dome tile"
        case LookAtDrawn():
            return "looks at what was drawn"
        case KeepDome(tile):
            return f"keeps dome tile {tile}"
        case ReturnDome(tile):
            return f"puts dome tile {tile} under the stack"
        case LayDome(place, turn):
            return f"lays it on place {place // 3}/{place % 3}, {_TURNS[turn]}"
        case StackMoon(tiles):
            return f"stacks what remains: {', '.join(tiles)} from below"
        case TakeChip(factory):
            return f"takes the bonus chip of {_factory(factory)}"
        case Pass():
            return "passes"
    return repr(action)


def _tiling(action: PlaceTile | SpendChips | LeaveLine | EndTiling) -> str:
    """Return what is done in phase 2 in words."""
    match action:
        case PlaceTile(line, column):
            return f"moves the tile of line {line + 1} to column {column + 1}"
        case SpendChips(line, chips):
            return f"completes line {line + 1} with the chips {', '.join(chips)}"
        case LeaveLine(line):
            return f"leaves line {line + 1} incomplete"
        case EndTiling():
            return "reopens no other line"

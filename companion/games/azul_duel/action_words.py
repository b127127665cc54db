"""Actions in plain words, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion.games.azul_duel import actions
from companion.games.azul_duel.actions import Action, TakeMoon, TakeSun
from companion.games.azul_duel.catalogue import LARGE
from companion.games.azul_duel.position import Position
from companion.games.azul_duel.rules.first_phase import sun_part, visible_moon

_WORDS: Mapping[type[Any], str] = {
    actions.TakeDome: "takes dome tile {tile} from the display",
    actions.DrawDome: "pays a point and draws a dome tile",
    actions.LookAtDrawn: "looks at what was drawn",
    actions.KeepDome: "keeps dome tile {tile}",
    actions.ReturnDome: "puts dome tile {tile} under the stack",
    actions.LayDome: "lays it on place {place}, {turn}",
    actions.StackMoon: "stacks what remains: {tiles} from below",
    actions.TakeChip: "takes the bonus chip of {factory}",
    actions.Pass: "passes",
    actions.PlaceTile: "moves the tile of line {line} to column {column}",
    actions.SpendChips: "completes line {line} with the chips {chips}",
    actions.LeaveLine: "leaves line {line} incomplete",
    actions.EndTiling: "reopens no other line",
}

_TURNS = ("as it is", "turned a quarter", "turned half", "turned three quarters")


def _factory(index: int) -> str:
    return "the large factory" if index == LARGE else f"factory {index}"


_VALUES: Mapping[str, Callable[[Any], object]] = {
    "tile": str,
    "place": lambda place: f"{place // 3}/{place % 3}",
    "turn": _TURNS.__getitem__,
    "tiles": ", ".join,
    "chips": ", ".join,
    "factory": _factory,
    "line": lambda line: line + 1,
    "column": lambda column: column + 1,
}
"""How the values of an action are said."""


def describe(position: Position, action: Action) -> str:
    """Return ``action`` of the acting seat as a sentence without a full stop."""
    if isinstance(action, TakeSun | TakeMoon):
        return f"seat {position.seat} {_taking(position, action)}"
    names = [each.name for each in fields(action)]
    said = {name: _VALUES[name](getattr(action, name)) for name in names}
    return f"seat {position.seat} {_WORDS[type(action)].format(**said)}"


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

"""Score sheets: every tile's points and the rule behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import Board
from web.views import rules, words


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.  ``colour`` is the tile's, empty where it is about none."""

    place: str
    colour: str
    points: str
    loss: bool
    reason: str
    rule: str
    rule_text: str
    game: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seat's score sheet: its lines and what they come to."""

    lines: tuple[Line, ...]
    total: str
    loss: bool


def sheet(board: Board, steps: Sequence[Mapping[str, Any]], cells: Mapping[str, Any]) -> Sheet:
    """Return the sheet of ``steps`` (cell, points, rule); ``cells`` tell a grey wall's colours."""
    lines = tuple(line(board, step, cells) for step in steps)
    total = sum(step["points"] for step in steps)
    return Sheet(lines, words.signed(total), total < 0)


def line(board: Board, step: Mapping[str, Any], cells: Mapping[str, Any]) -> Line:
    """Return one step as a line of the sheet."""
    cell, points, rule = step["cell"], step["points"], step["rule"]
    return Line(
        place=words.place(cell),
        colour=colour_at(board, cell, cells),
        points=words.signed(points),
        loss=points < 0,
        reason=rules.reason(rule, points),
        rule=rule,
        rule_text=rules.text(board.game, rule),
        game=board.game,
    )


def colour_at(board: Board, cell: str, cells: Mapping[str, Any]) -> str:
    """Return the colour of the tile that a step is about: the one lying there, or printed."""
    lies = cells.get(cell)
    if isinstance(lies, str):
        return lies
    try:
        printed = board.cell(cell).colour
    except KeyError:
        return ""
    return printed if printed and printed != "any" else ""

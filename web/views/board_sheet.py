"""Correcting one cell: what lies there, and what a person may say lies there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards import Board, Cell
from companion.games.base import FIRST
from companion.service.state import State
from web.views import words
from web.views.drawing import top

SPECIAL = "special"

ALSO = {
    ("azul-duel", "dome"): (SPECIAL,),
    ("azul-duel", "mark"): (FIRST,),
    ("master-chocolatier", "line"): (SPECIAL,),
    ("master-chocolatier", "wall"): (SPECIAL,),
    ("master-chocolatier", "floor"): (FIRST, SPECIAL),
    ("azul", "floor"): (FIRST,),
    ("azul-mini", "floor"): (FIRST,),
}
"""Game and kind of cell -> what may lie there besides the colours."""

CORRECTABLE = ("wall", "line", "floor", "space", "corner", "dome", "mark")
"""Kinds of cells that hold one tile each."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One content to choose: its value (``empty`` for nothing), in words, whether it is there."""

    value: str
    label: str
    here: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """The sheet for one cell of a seat's board."""

    seat: int
    cell: str
    place: str
    choices: tuple[Choice, ...]


def correction(state: State, board: Board, seat: int, wanted: str) -> Correction | None:
    """Return the sheet for the cell ``wanted``; None where no tile can be corrected."""
    try:
        cell = board.cell(wanted)
    except KeyError:
        return None
    if cell.kind not in CORRECTABLE:
        return None
    lies = top(state.boards.get(seat, {}).get(wanted)) or words.EMPTY
    return Correction(
        seat,
        wanted,
        words.place(wanted),
        tuple(
            Choice(content, words.colour(content), content == lies)
            for content in (*contents(board, cell), words.EMPTY)
        ),
    )


def contents(board: Board, cell: Cell) -> tuple[str, ...]:
    """Return what may lie on a cell: the colours, the marker on a floor, special tiles."""
    if cell.kind == "mark":
        return ALSO.get((board.game, cell.kind), (FIRST,))
    return board.colours + ALSO.get((board.game, cell.kind), ())

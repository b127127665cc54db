"""Correcting one cell: what lies there, and what a person may say lies there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.boards import Board, Cell
from companion.games import INFOS
from companion.games.base import FIRST, Cells
from web.views.boards.board_drawing import top
from web.views.boards.dome_sheet import DomeTile, dome_tiles, number_of, place_under, ways_round
from web.views.boards.fittings import spaces
from web.views.wording import words

STACK = "broken"
"""The kind of cell that holds a stack, of which the top is seen."""

CORRECTABLE = ("wall", "line", "floor", "space", "corner", "dome", "mark", STACK)
"""Kinds of cells that hold tiles."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One content to choose: what is sent (``empty`` for nothing), in words, whether it is there.

    ``colour`` is the tile to draw, or ``spaces`` the four of a dome tile.
    """

    value: str
    label: str
    here: bool
    colour: str = ""
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The sheet for one cell of a seat's board.

    ``was`` is what the page shows there, as JSON.  ``place`` is the id of the dome tile place under
    a cell of the dome; ``tiles`` are the dome tiles to choose from before they are turned.
    """

    seat: int
    cell: str
    title: str
    was: str
    choices: tuple[Choice, ...]
    place: str = ""
    tiles: tuple[DomeTile, ...] = ()


def correction(
    board: Board, cells: Cells, seat: int, wanted: str, tile: int | None = None
) -> Correction | None:
    """Return the sheet for the cell ``wanted``; None where nothing can be corrected.

    ``tile`` is the dome tile that was chosen (0: none yet, show all), None where nobody has.
    """
    place = place_under(board, wanted)
    if place and (wanted == place or (place not in cells and wanted not in cells)):
        return dome_tile_sheet(board, cells, seat, place, tile)
    try:
        cell = board.cell(wanted)
    except KeyError:
        return None
    if cell.kind not in CORRECTABLE:
        return None
    return Correction(
        seat, wanted, words.place(wanted), sent(cells.get(wanted)), tiles_for(board, cell, cells),
        place,
    )  # fmt: skip


def tiles_for(board: Board, cell: Cell, cells: Cells) -> tuple[Choice, ...]:
    """Return the tiles to choose from for a cell, and nothing; in a stack they are its top."""
    lies = cells.get(cell.id)
    now = top(lies)
    found = [
        Choice(on_top(lies, one) if cell.kind == STACK else one, words.colour(one), one == now, one)
        for one in contents(board, cell)
    ]
    return (*found, Choice(words.EMPTY, words.colour(words.EMPTY), not now))


def contents(board: Board, cell: Cell) -> tuple[str, ...]:
    """Return what may lie on a cell: the colours, the marker on a floor, special tiles."""
    also = INFOS[board.game].also.get(cell.kind, ())
    return also or (FIRST,) if cell.kind == "mark" else board.colours + also


def on_top(stack: Any, colour: str) -> str:
    """Return a stack with another top, the tiles below as they were; alone where there is none."""
    below = list(stack)[:-1] if isinstance(stack, list | tuple) else []
    return json.dumps([*below, colour])


def dome_tile_sheet(
    board: Board, cells: Cells, seat: int, place: str, tile: int | None
) -> Correction:
    """Return the sheet for a dome tile: the four ways to turn one, or all tiles to choose from."""
    lies = cells.get(place)
    chosen = number_of(board, lies) if tile is None else tile
    turned = tuple(
        Choice(json.dumps(way), spaces(way), tuple(lies or ()) == way, spaces=way)
        for way in ways_round(board, chosen)
    )
    nothing = Choice(words.EMPTY, words.colour(words.EMPTY), lies is None)
    offered = () if turned else dome_tiles(board)
    title = words.place(place)
    return Correction(seat, place, title, sent(lies), (*turned, nothing), place, offered)


def sent(content: Any) -> str:
    """Return what lies on a cell as the page sends it back, so that nobody is overruled unseen."""
    return json.dumps(list(content) if isinstance(content, tuple) else content)

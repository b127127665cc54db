"""A board as letters, for terminals: every cell where it lies."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import dist

from companion.boards import Board
from companion.games.base import Cells, Content
from companion.neural_network.slots import tile_cells

WIDE = 2
"""Letters from a cell to the next beside it; a letter is about twice as high as it is wide."""

LETTERS = {"black": "K", "brown": "N", "first": "1"}
"""Where a colour's first letter is another's."""

EMPTY, UNSEEN = ".", "?"


def letters_of(content: Content) -> str:
    """Return one letter a tile, the top of a stack last."""
    parts = content if isinstance(content, tuple) else (content,)
    return "".join("?" if c is None else LETTERS.get(c, c[0].upper()) for c in parts)


def board_lines(board: Board, cells: Cells, unseen: Collection[str] = ()) -> list[str]:
    """Return a board as lines of text: a letter for a tile, a dot for an empty place."""
    pitch = _pitch_mm(board)
    places = {
        (round(cell.centre_mm[1] / pitch), round(WIDE * cell.centre_mm[0] / pitch)): cell.id
        for cell in tile_cells(board)
    }
    return [_line(row, places, cells, unseen) for row in sorted({row for row, _ in places})]


def _pitch_mm(board: Board) -> float:
    """Return how far apart the two nearest cells lie."""
    centres = [cell.centre_mm for cell in tile_cells(board)]
    return min(dist(one, other) for one, other in combinations(centres, 2))


def _line(
    row: int, places: dict[tuple[int, int], str], cells: Cells, unseen: Collection[str]
) -> str:
    signs = {column: _sign(id, cells, unseen) for (at, column), id in places.items() if at == row}
    return "".join(signs.get(column, " ") for column in range(max(signs) + 1))


def _sign(cell: str, cells: Cells, unseen: Collection[str]) -> str:
    if cell in unseen:
        return UNSEEN
    return letters_of(cells[cell])[-1] if cell in cells else EMPTY

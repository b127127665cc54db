"""Boards as pictures for terminals: every star a ring of six, as it lies on the board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Cells, Content
from companion.games.common.drawing import draw
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, SLOTS
from companion.games.summer_pavilion.tiles import COLOURS

WIDTH, HEIGHT = 21, 12

_TOPS = ((4, 10), (4, 2), (0, 6), (0, 14), (4, 18), (8, 14), (8, 6))
"""By star: line and column of its topmost space."""

_AROUND = ((0, 0), (1, 2), (2, 2), (3, 0), (2, -2), (1, -2))
"""Lines and columns from the topmost space: 12, 2, 4, 6, 8 and 10 o'clock."""

_CORNERS = ((0, 0), (0, WIDTH - 1), (HEIGHT - 1, WIDTH - 1), (HEIGHT - 1, 0))

LETTERS: dict[Content, str] = {name: name[0] for name in COLOURS}


def _place(star: int, slot: int) -> tuple[int, int]:
    """Return line and column of a space; slot 1 of the outer stars turns with the star."""
    line, column = _TOPS[star]
    down, across = _AROUND[(slot - 1 + max(0, star - 1)) % SLOTS]
    return line + down, column + across


def _layout() -> tuple[tuple[str, ...], ...]:
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for space, cell in enumerate(CELLS):
        line, column = _place(space // SLOTS, space % SLOTS + 1)
        rows[line][column] = cell
    for cell, (line, column) in zip(CORNER_CELLS, _CORNERS, strict=True):
        rows[line][column] = cell
    return tuple(map(tuple, rows))


LAYOUT = _layout()


def side_by_side(boards: Sequence[Cells]) -> list[str]:
    """Return boards next to each other as lines of text, with their seats above.

    A letter is a tile, a dot an empty space.
    """
    columns = [
        [f"seat {seat}".center(WIDTH), *draw(LAYOUT, cells, LETTERS).split("\n")]
        for seat, cells in enumerate(boards)
    ]
    return ["     ".join(lines).rstrip() for lines in zip(*columns, strict=True)]

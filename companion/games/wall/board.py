"""One player's board as a value: the wall, the pattern lines, the floor line, the score.

Colours are numbers here, 0 to 4 in the order of ``WallGame.colours``; ``MARKER`` is the starting
player marker on a floor line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import FIRST, Cells, Content
from companion.games.common.tuples import maker
from companion.games.wall.data import PENALTIES, SIZE

MARKER = 5
"""The starting player marker as a tile on a floor line."""

FLOOR_SPACES = len(PENALTIES)

WallRow = tuple[int | None, ...]
"""Five spaces from the left: the colour that lies there, or None."""

Wall = tuple[WallRow, ...]
"""Five rows from the top."""


class Line(NamedTuple):
    """What a pattern line holds; ``colour`` is None exactly when ``tiles`` is 0."""

    colour: int | None
    tiles: int


NO_LINE = Line(None, 0)

LINES = tuple(
    tuple(Line(colour, count) if count else NO_LINE for count in range(SIZE + 1))
    for colour in range(SIZE)
)
"""``LINES[colour][count]``: every line there can be, made once."""


class Board(NamedTuple):
    """One board.  Plain tuples all the way down, because random play makes millions of them.

    ``free`` is Master Chocolatier's "0" display beside the floor line: None when the player does
    not hold it, else what lies on it (nothing, one tile or the marker).
    """

    wall: Wall
    lines: tuple[Line, ...]
    floor: tuple[int, ...]
    score: int
    free: tuple[int, ...] | None = None


new_board = maker(Board)

EMPTY_BOARD = Board(((None,) * SIZE,) * SIZE, (NO_LINE,) * SIZE, (), 0)


LINE_CELLS = tuple(tuple(f"line/{row}/{place}" for place in range(row + 1)) for row in range(SIZE))
"""The cell ids of each pattern line, from the wall side: the order in which they fill."""

WALL_CELLS = tuple(tuple(f"wall/{row}/{column}" for column in range(SIZE)) for row in range(SIZE))
"""The cell ids of each wall row, from the left."""

FLOOR_CELLS = tuple(f"floor/{place}" for place in range(FLOOR_SPACES))


def fullest_row(wall: Wall) -> int:
    """Return how many tiles lie in the row that has most: a tiling brings one at most (R22)."""
    return max(sum(tile is not None for tile in row) for row in wall)


def floor_is_full(cells: Cells) -> bool:
    """Tell whether something lies on every space of the floor line."""
    return all(cell in cells for cell in FLOOR_CELLS)


def has_marker(cells: Cells) -> bool:
    """Tell whether the starting player marker lies on the floor line."""
    return any(cells.get(cell) == FIRST for cell in FLOOR_CELLS)


def board_of(cells: Cells, colours: Sequence[str], score: int = 0) -> Board:
    """Return the board that lies on ``cells``.

    Meant for boards that were found legal or that people confirmed: a mixed line counts as its
    first tile's colour, what is no tile of the game is left out.
    """
    number: dict[Content, int] = {name: index for index, name in enumerate(colours)}

    def row_of(ids: Sequence[str]) -> list[int | None]:
        return [number.get(cells.get(cell, "")) for cell in ids]

    def line_of(row: int) -> Line:
        tiles = [tile for tile in row_of(LINE_CELLS[row]) if tile is not None]
        return LINES[tiles[0]][len(tiles)] if tiles else NO_LINE

    number_on_floor = number | {FIRST: MARKER}
    floor = [number_on_floor.get(cells.get(cell, "")) for cell in FLOOR_CELLS]
    return Board(
        wall=tuple(tuple(row_of(WALL_CELLS[row])) for row in range(SIZE)),
        lines=tuple(line_of(row) for row in range(SIZE)),
        floor=tuple(tile for tile in floor if tile is not None),
        score=score,
    )


def cells_of(board: Board, colours: Sequence[str]) -> dict[str, Content]:
    """Return the filled cells of a board: the other way round of ``board_of``."""
    cells: dict[str, Content] = {}
    for row in range(SIZE):
        for cell, tile in zip(WALL_CELLS[row], board.wall[row], strict=True):
            if tile is not None:
                cells[cell] = colours[tile]
        colour, count = board.lines[row]
        if colour is not None:
            cells.update(dict.fromkeys(LINE_CELLS[row][:count], colours[colour]))
    for cell, tile in zip(FLOOR_CELLS, board.floor, strict=False):
        cells[cell] = FIRST if tile == MARKER else colours[tile]
    return cells

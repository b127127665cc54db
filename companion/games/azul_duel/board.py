"""One player board as a value: pattern lines, dome tiles, dome, broken tiles, starting player tile.

Rows, columns and places count from 0, row by row: dome cell (r, c) is ``6 * r + c``, dome place
I/J is ``3 * I + J`` and covers rows 2I, 2I+1 and columns 2J, 2J+1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.azul_duel.catalogue import BROKEN_PLACES, PLACES, ROWS, Spaces
from companion.games.base import ANY, SPECIAL
from companion.games.common.tuples import changer, maker, put

CELLS = ROWS * ROWS
PLACE_OF = tuple(3 * (cell // 12) + cell % 6 // 2 for cell in range(CELLS))
"""Dome cell -> the place of the dome tile under it."""
CORNER_OF = tuple(2 * (cell // 6 % 2) + cell % 2 for cell in range(CELLS))
"""Dome cell -> which of its dome tile's four spaces it is."""
CELLS_OF = tuple(
    tuple(cell for cell in range(CELLS) if PLACE_OF[cell] == place) for place in range(PLACES)
)
"""Dome place -> its four cells: top-left, top-right, bottom-left, bottom-right."""
ROW_CELLS = tuple(tuple(range(6 * row, 6 * row + 6)) for row in range(ROWS))
COLUMN_CELLS = tuple(tuple(range(column, CELLS, 6)) for column in range(ROWS))
ROW_PLACES = tuple(tuple(3 * (row // 2) + column for column in range(3)) for row in range(ROWS))
"""Row -> the dome places covering it."""
_ROW_SPACES = tuple(
    tuple((cell, PLACE_OF[cell], CORNER_OF[cell]) for cell in cells) for cells in ROW_CELLS
)


class Line(NamedTuple):
    """A pattern line: its colour (None when empty), its tiles, and spaces paid with chips."""

    colour: str | None = None
    tiles: int = 0
    paid: int = 0

    @property
    def filled(self) -> int:
        """How many spaces are taken, by tiles or by chips."""
        return self.tiles + self.paid


EMPTY_LINE = Line()


class Board(NamedTuple):
    """A player board.

    ``broken`` is a stack, bottom first; None stands for a tile nobody can see.  ``first`` tells
    whether the starting player tile lies here.
    """

    lines: tuple[Line, ...] = (EMPTY_LINE,) * ROWS
    places: tuple[Spaces | None, ...] = (None,) * PLACES
    dome: tuple[str | None, ...] = (None,) * CELLS
    broken: tuple[str | None, ...] = ()
    first: bool = False

    def space(self, cell: int) -> str | None:
        """Return what is printed on dome cell ``cell``, None without a dome tile."""
        spaces = self.places[PLACE_OF[cell]]
        return None if spaces is None else spaces[CORNER_OF[cell]]


new_board = maker(Board)

EMPTY_BOARD = Board()


def missing(board: Board, row: int) -> int:
    """Return how many spaces of line ``row`` are still free."""
    _, tiles, paid = board.lines[row]
    return row + 1 - tiles - paid


with_lines = changer(Board, "lines")
with_places = changer(Board, "places")
with_dome = changer(Board, "dome")
with_broken = changer(Board, "broken")
with_first = changer(Board, "first")


def with_line(board: Board, row: int, line: Line) -> Board:
    """Return ``board`` with ``line`` as its pattern line ``row``."""
    return with_lines(board, put(board.lines, row, line))


def with_dome_tile(board: Board, place: int, spaces: Spaces) -> Board:
    """Return ``board`` with a dome tile laid on ``place``."""
    return with_places(board, put(board.places, place, spaces))


def break_tiles(
    board: Board, row: int | None, line: Line, tiles: tuple[str, ...]
) -> tuple[Board, tuple[str, ...]]:
    """Put ``tiles`` on the broken-tile space, and ``line`` where the pattern line ``row`` was.

    What does not fit on that space is for the tower (R32).
    """
    lines, places, dome, broken, first = board
    if row is not None:
        lines = put(lines, row, line)
    room = max(0, BROKEN_PLACES - len(broken)) if tiles else 0
    return new_board(lines, places, dome, broken + tiles[:room], first), tiles[room:]


def open_cells(board: Board, row: int, colour: str) -> tuple[int, ...]:
    """Return the empty dome cells of ``row`` that accept a tile of ``colour`` (R34, R41)."""
    dome, places, found = board.dome, board.places, []
    for cell, place, corner in _ROW_SPACES[row]:
        spaces = places[place]
        if dome[cell] is None and spaces is not None and spaces[corner] in (colour, ANY):
            found.append(cell)
    return tuple(found)


def covered(board: Board, row: int) -> bool:
    """Tell whether all three dome places of ``row`` carry dome tiles."""
    left = ROW_PLACES[row][0]
    return None not in board.places[left : left + 3]


def impossible(board: Board, row: int) -> bool:
    """Tell whether the tiles of line ``row`` can never be placed and so break (R36)."""
    colour, _, _ = board.lines[row]
    return colour is not None and covered(board, row) and not open_cells(board, row, colour)


def tiles_of(board: Board) -> Iterator[str]:
    """Yield every tile of a board whose colour is known: on the dome, broken, in the lines."""
    yield from (tile for tile in (*board.dome, *board.broken) if tile is not None)
    for colour, tiles, _ in board.lines:
        if colour is not None:
            yield from (colour,) * tiles


def special_early(board: Board, place: int) -> int | None:
    """Return the cell of ``place`` whose special tile came before its turn, if any (R40)."""
    cells, spaces = CELLS_OF[place], board.places[place] or ()
    if SPECIAL not in spaces or all(board.dome[cell] is not None for cell in cells):
        return None
    own = cells[spaces.index(SPECIAL)]
    return own if board.dome[own] == SPECIAL else None


def special_due(board: Board, place: int) -> int | None:
    """Return the cell of ``place`` on which a special tile must be put now, if any (R40)."""
    spaces = board.places[place]
    if spaces is None or SPECIAL not in spaces:
        return None
    due = CELLS_OF[place][spaces.index(SPECIAL)]
    return due if [cell for cell in CELLS_OF[place] if board.dome[cell] is None] == [due] else None

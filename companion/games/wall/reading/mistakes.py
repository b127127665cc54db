"""Mistakes of more than one tile that people make, as parts like those of ``successors``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from companion.games.base import NOTHING, Allowed, Checkpoint, Part, Parts
from companion.games.common.span import OFFER
from companion.games.common.tuples import put
from companion.games.wall.board import (
    FLOOR_CELLS,
    FLOOR_SPACES,
    LINE_CELLS,
    WALL_CELLS,
    Board,
    Line,
    WallRow,
    board_of,
)
from companion.games.wall.data import SIZE, WallGame
from companion.games.wall.reading.rows import exactly
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.successors import Names
from companion.games.wall.rules.tiling import columns_for

Way = tuple[Allowed, ...]


def mistakes(game: WallGame, span: Span) -> Parts:
    """Return, per seat, the parts in which such a mistake can be made."""
    if span.joined or span.at not in (*OFFER, Checkpoint.TILED) or span.tiling_missed:
        return ((),) * len(span.boards)
    names = Names(game.colours)
    boards = (board_of(cells, game.colours) for cells in span.boards)
    return tuple(tuple(_parts(names, board, span)) for board in boards)


def _parts(names: Names, board: Board, span: Span) -> Iterator[Part]:
    for row in range(SIZE):
        if span.at in OFFER:
            ways = tuple(offer_mistakes(names, board, row))
        elif span.offer_seen:
            ways = tuple(tiling_mistakes(names, board, row, span.grey))
        else:
            ways = ()
        if ways:
            yield Part(WALL_CELLS[row] + LINE_CELLS[row], tuple(dict.fromkeys(ways)))
    if span.at in OFFER:
        yield Part(FLOOR_CELLS, tuple(_floors_with_a_gap(names)))
    elif span.offer_seen and len(board.floor) > 1:
        left = tuple(names.space((tile,)) for tile in board.floor)
        yield Part(FLOOR_CELLS, (left + (NOTHING,) * (FLOOR_SPACES - len(left)),))


def _wall(names: Names, wall: WallRow) -> Way:
    return tuple(names.space(space) for space in exactly(wall))


def offer_mistakes(names: Names, board: Board, row: int) -> Iterator[Way]:
    """Yield lines of a colour the wall row has (R17), of two colours (R15), filled from the left.

    Only those of two tiles and more: a single wrong tile needs no entry.
    """
    wall, size = _wall(names, board.wall[row]), row + 1
    colour, count = board.lines[row]
    if colour is None:
        for other in set(board.wall[row]) - {None}:
            yield from (wall + names.line(row, other, more) for more in range(2, size + 1))
        pairs = product(range(SIZE), range(2, row + 1))
        yield from (wall + names.line(row, other, more)[::-1] for other, more in pairs)
        return
    start = (names.space((colour,)),) * count
    for other in set(range(SIZE)) - {colour}:
        for more in range(2, size - count + 1):
            rest = (NOTHING,) * (size - count - more)
            yield wall + start + (names.space((other,)),) * more + rest


def _floors_with_a_gap(names: Names) -> Iterator[Way]:
    """Yield floors that begin one space late: two tiles and more (R18)."""
    for count in range(2, FLOOR_SPACES):
        rest = (NOTHING,) * (FLOOR_SPACES - 1 - count)
        yield (NOTHING, *(names.tiles,) * count, *rest)


def tiling_mistakes(names: Names, board: Board, row: int, grey: bool) -> Iterator[Way]:
    """Yield what goes wrong when row ``row`` is tiled (R22 to R24).

    A complete line left alone, moved but not cleared, cleared without a tile on the wall, its tile
    on the wrong space; an incomplete line moved or cleared.
    """
    colour, count = board.lines[row]
    if colour is None:
        return
    wall = board.wall[row]
    right = set(columns_for(board, row, colour, grey)) if count > row else set[int]()
    yield from _line_left(names, row, board.lines[row], wall, right)
    if count > 1:
        yield _wall(names, wall) + (NOTHING,) * (row + 1)
    for column in range(SIZE):
        if wall[column] is None and column not in right:
            yield _wall(names, put(wall, column, colour)) + (NOTHING,) * (row + 1)


def _line_left(
    names: Names, row: int, line: Line, wall: WallRow, right: Iterable[int]
) -> Iterator[Way]:
    colour, count = line
    if count <= row:
        return
    full = names.line(row, colour, count)
    yield _wall(names, wall) + full
    for column in right:
        moved = _wall(names, put(wall, column, colour))
        if row:
            yield (*moved, NOTHING, *full[1:])
        yield moved + full

"""Phase B of a round: from complete pattern lines to the wall, then the floor line (R22 to R32)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.common.tuples import put
from companion.games.wall.board import (
    FLOOR_SPACES,
    MARKER,
    NO_LINE,
    Board,
    Line,
    WallRow,
    new_board,
)
from companion.games.wall.data import SIZE, printed_column
from companion.games.wall.rules.scoring import TOTAL_PENALTY, Placement, measure


class Tiled(NamedTuple):
    """One way a board may be tiled: the board after it, what was placed, what was stuck.

    ``penalty`` is what the floor line cost before the score was held at 0.
    """

    board: Board
    placed: tuple[Placement, ...]
    stuck: tuple[int, ...]
    penalty: int


def columns_for(board: Board, row: int, colour: int, grey: bool) -> tuple[int, ...]:
    """Return the wall spaces of ``row`` that a tile may go to (R22; grey side R43)."""
    if not grey:
        column = printed_column(colour, row)
        return () if board.wall[row][column] is not None else (column,)
    wall = board.wall
    if colour in wall[row]:
        return ()
    return tuple(
        column
        for column in range(SIZE)
        if wall[row][column] is None and all(line[column] != colour for line in wall)
    )


def next_complete(board: Board) -> tuple[int, int] | None:
    """Return the highest complete pattern line and its colour; None: there is none (R22, R23)."""
    for row, (colour, tiles) in enumerate(board.lines):
        if colour is not None and tiles > row:
            return row, colour
    return None


def place(board: Board, row: int, column: int) -> tuple[Board, Placement]:
    """Move the tile of complete line ``row`` to the wall, score it and clear the line.

    Its other tiles leave for the box lid (R24), which is the caller's to keep.
    """
    wall, lines = board.wall, board.lines
    wall = put(wall, row, put(wall[row], column, lines[row].colour))
    placed = measure(wall, row, column)
    lines = put(lines, row, NO_LINE)
    return new_board(wall, lines, board.floor, board.score + placed.points, board.free), placed


def dropped(
    floor: tuple[int, ...], free: tuple[int, ...] | None, tiles: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...] | None, int]:
    """Return floor line and "0" display with ``tiles`` more, and how many found no space.

    The first goes on the display where the player holds it and it is empty (CH-R55).
    """
    if free == ():
        free, tiles = tiles[:1], tiles[1:]
    fitting = tiles[: FLOOR_SPACES - len(floor)]
    return floor + fitting, free, len(tiles) - len(fitting)


def drop(board: Board, tiles: tuple[int, ...]) -> tuple[Board, int]:
    """Put ``tiles`` on the floor line from the left; return also how many found no space."""
    floor, free, lost = dropped(board.floor, board.free, tiles)
    return new_board(board.wall, board.lines, floor, board.score, free), lost


def stick(board: Board, row: int) -> tuple[Board, int]:
    """Move a stuck line to the floor line; return also how many tiles go to the lid (R44)."""
    colour, count = board.lines[row]
    lines = put(board.lines, row, NO_LINE)
    emptied = new_board(board.wall, lines, board.floor, board.score, board.free)
    return drop(emptied, (MARKER if colour is None else colour,) * count)


def sweep(board: Board) -> tuple[Board, int]:
    """Take the floor line's cost from the score, never below 0, and empty it (R30 to R32)."""
    penalty = TOTAL_PENALTY[len(board.floor)]
    score = max(0, board.score - penalty)
    return new_board(board.wall, board.lines, (), score, None), penalty


def tilings(board: Board, grey: bool) -> Iterator[Tiled]:
    """Yield every way to tile a board: one on the coloured side, each choice on the grey."""
    yield from _tilings(board, grey, (), ())


@lru_cache(maxsize=64)
def ways_to_tile(
    board: Board, grey: bool
) -> tuple[tuple[tuple[WallRow, ...], tuple[Line, ...]], ...]:
    """Return every wall with its lines that a tiling can lead to.

    Kept for a while: reading a picture asks for the same board again and again, and a grey wall
    can have thousands.
    """
    ways = (tiled.board for tiled in tilings(board, grey))
    return tuple(dict.fromkeys((way.wall, way.lines) for way in ways))


def _tilings(
    board: Board, grey: bool, placed: tuple[Placement, ...], stuck: tuple[int, ...]
) -> Iterator[Tiled]:
    complete = next_complete(board)
    if complete is None:
        swept, penalty = sweep(board)
        yield Tiled(swept, placed, stuck, penalty)
        return
    row, colour = complete
    columns = columns_for(board, row, colour, grey)
    if not columns:
        yield from _tilings(stick(board, row)[0], grey, placed, (*stuck, row))
    for column in columns:
        tiled, placement = place(board, row, column)
        yield from _tilings(tiled, grey, (*placed, placement), stuck)

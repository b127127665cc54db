"""How one row of a board may lie: its wall spaces and its pattern line, explained together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.common.span import OFFER
from companion.games.common.tuples import put
from companion.games.wall.board import LINES, NO_LINE, Board, Line, WallRow
from companion.games.wall.data import SIZE, printed_colour
from companion.games.wall.reading.span import Span
from companion.games.wall.rules.tiling import columns_for, ways_to_tile

Space = frozenset[int | None]
"""The contents allowed on one space; None among them means empty."""


class Row(NamedTuple):
    """A wall row, as the contents allowed on each space, and one state of its pattern line."""

    wall: tuple[Space, ...]
    line: Line


Start = tuple[WallRow | None, Line]
"""A wall row and its line from which others follow; None for a wall nobody has seen yet."""


def exactly(wall: WallRow) -> tuple[Space, ...]:
    """Return the spaces of a wall row that is known."""
    return tuple(frozenset((tile,)) for tile in wall)


def unknown_wall(row: int, colour: int | None, grey: bool) -> tuple[Space, ...]:
    """Return the spaces of a wall row nobody has seen, above a line of ``colour`` (R17)."""
    anything = tuple(range(SIZE))
    tiles = [anything if grey else (printed_colour(row, column),) for column in range(SIZE)]
    return tuple(frozenset((None, *(tile for tile in some if tile != colour))) for some in tiles)


def more_tiles(row: int, start: Start) -> Iterator[Line]:
    """Yield the line as it was and with every number of further tiles (R14 to R17)."""
    wall, (colour, count) = start
    if colour is not None:
        yield from LINES[colour][count : row + 2]
        return
    yield NO_LINE
    for other in range(SIZE):
        if wall is None or other not in wall:
            yield from LINES[other][1 : row + 2]


def during_offer(row: int, start: Start, grey: bool) -> Iterator[Row]:
    """Yield how a row may lie before the tiling: the wall as it was, the line grown or not."""
    wall, _ = start
    for line in more_tiles(row, start):
        yield Row(unknown_wall(row, line.colour, grey) if wall is None else exactly(wall), line)


def after_unseen(board: Board, row: int, span: Span) -> Iterator[Row]:
    """Yield how a row may lie after tilings of which not every offer was seen to its end."""
    wall, line = board.wall[row], board.lines[row]
    offered = span.at in OFFER
    if span.tilings > 1:
        yield from _after_several(row, wall, span.grey, offered=offered)
        return
    for grown in more_tiles(row, (wall, line)):
        if grown.tiles <= row:
            yield from _later(row, wall, grown, offered=offered)
        elif grown.colour is not None:
            for column in columns_for(board, row, grown.colour, span.grey):
                tiled = put(wall, column, grown.colour)
                yield from _later(row, tiled, NO_LINE, offered=offered)
            if span.grey:  # the line may have been stuck (R44)
                yield from _later(row, wall, NO_LINE, offered=offered)


def _later(row: int, wall: WallRow, line: Line, *, offered: bool) -> Iterator[Row]:
    """Yield a row as it lies after a tiling, or in the offer after it."""
    lines = more_tiles(row, (wall, line)) if offered else (line,)
    yield from (Row(exactly(wall), each) for each in lines)


def _after_several(row: int, wall: WallRow, grey: bool, *, offered: bool) -> Iterator[Row]:
    """Yield a row to which tiles may have come in several tilings."""
    for line in more_tiles(row, (wall, NO_LINE)):
        if offered or line.tiles <= row:
            free = unknown_wall(row, line.colour, grey)
            yield Row(tuple(map(_kept, wall, free)), line)


def _kept(tile: int | None, free: Space) -> Space:
    return free if tile is None else frozenset((tile,))


def after_anything(row: int, grey: bool) -> Iterator[Row]:
    """Yield how a row may lie after a tiling when nothing at all was seen before."""
    for line in more_tiles(row, (None, NO_LINE)):
        if line.tiles <= row:
            yield Row(unknown_wall(row, line.colour, grey), line)


def after_tiling(board: Board, grey: bool) -> tuple[tuple[tuple[WallRow, Line], ...], ...]:
    """Return, for each of the five rows, every way the tiling of ``board`` can leave it.

    On the grey side a choice in one row can close spaces of another, so not every combination is
    possible: ``consistency`` has that.
    """
    ways = ways_to_tile(board, grey)
    return tuple(
        tuple(dict.fromkeys((wall[row], lines[row]) for wall, lines in ways)) for row in range(SIZE)
    )

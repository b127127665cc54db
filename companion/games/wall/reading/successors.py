"""Every way the rules let a board lie at the next moment, in parts: five rows and the floor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.base import FIRST, NOTHING, Allowed, Checkpoint, Content, Part, Parts
from companion.games.common.span import OFFER
from companion.games.wall.board import (
    FLOOR_CELLS,
    FLOOR_SPACES,
    LINE_CELLS,
    MARKER,
    NO_LINE,
    WALL_CELLS,
    Board,
    board_of,
)
from companion.games.wall.data import SIZE, WallGame
from companion.games.wall.reading.rows import (
    Row,
    Start,
    after_anything,
    after_tiling,
    after_unseen,
    during_offer,
    exactly,
)
from companion.games.wall.reading.span import Span


class Names:
    """Turns rows and floors of numbers into parts of cell contents."""

    def __init__(self, colours: tuple[str, ...]) -> None:
        self._names: dict[int | None, Content | None] = dict(enumerate(colours))
        self._names |= {None: None, MARKER: FIRST}
        self.tiles: Allowed = frozenset(colours)

    def space(self, contents: Iterable[int | None]) -> Allowed:
        """Return the contents allowed on one space, by name."""
        return frozenset(self._names[tile] for tile in contents)

    def line(self, row: int, colour: int | None, count: int) -> tuple[Allowed, ...]:
        """Return a pattern line of ``count`` tiles, from the wall side."""
        return (self.space((colour,)),) * count + (NOTHING,) * (row + 1 - count)

    def part(self, row: int, rows: Iterable[Row]) -> Part:
        """Return the part of one row: five wall spaces, then its line from the wall side."""
        options = tuple(
            tuple(self.space(space) for space in way.wall) + self.line(row, *way.line)
            for way in dict.fromkeys(rows)
        )
        return Part(WALL_CELLS[row] + LINE_CELLS[row], options)

    def floors(self, seen: tuple[int, ...] = ()) -> Part:
        """Return every floor line that begins with ``seen``: no gap, the marker at most once."""
        known = tuple(self.space((tile,)) for tile in seen)
        options = []
        for more in range(FLOOR_SPACES - len(seen) + 1):
            rest = (NOTHING,) * (FLOOR_SPACES - len(seen) - more)
            options.append(known + (self.tiles,) * more + rest)
            if MARKER not in seen:
                options += [known + way + rest for way in self._with_marker(more)]
        return Part(FLOOR_CELLS, tuple(options))

    def _with_marker(self, more: int) -> Iterator[tuple[Allowed, ...]]:
        marker = frozenset[Content | None]((FIRST,))
        for place in range(more):
            yield (self.tiles,) * place + (marker,) + (self.tiles,) * (more - 1 - place)


def successors(game: WallGame, span: Span) -> Parts:
    """Return, per seat, five parts for the rows and one for the floor line."""
    names = Names(game.colours)
    return tuple(
        (
            *(names.part(row, ways) for row, ways in enumerate(board_rows(board, span))),
            _floor(names, board, span),
        )
        for board in (board_of(cells, game.colours) for cells in span.boards)
    )


def board_rows(board: Board, span: Span) -> tuple[tuple[Row, ...], ...]:
    """Return, for each of the five rows, every way it may lie at the end of ``span``."""
    if span.at is Checkpoint.SETUP:
        return ((Row(exactly((None,) * SIZE), NO_LINE),),) * SIZE
    if span.at is Checkpoint.TILED and span.joined:
        return tuple(tuple(after_anything(row, span.grey)) for row in range(SIZE))
    if not span.joined and not span.gap.known:
        return tuple(tuple(after_unseen(board, row, span)) for row in range(SIZE))
    if span.at is Checkpoint.TILED:
        tiled = after_tiling(board, span.grey)
        return tuple(tuple(Row(exactly(wall), line) for wall, line in ways) for ways in tiled)
    return tuple(
        tuple(way for start in starts for way in during_offer(row, start, span.grey))
        for row, starts in enumerate(_starts(board, span))
    )


def _starts(board: Board, span: Span) -> tuple[tuple[Start, ...], ...]:
    """Return, for each row, how it may have lain when the offer began."""
    if span.joined:
        return (((None, NO_LINE),),) * SIZE
    if span.tilings:
        return after_tiling(board, span.grey)
    return tuple((start,) for start in zip(board.wall, board.lines, strict=True))


def _floor(names: Names, board: Board, span: Span) -> Part:
    if span.at not in OFFER:
        return Part(FLOOR_CELLS, ((NOTHING,) * FLOOR_SPACES,))
    floors = names.floors(board.floor if span.same_offer else ())
    return replace(floors, scored=_cost) if span.at is Checkpoint.OFFER_END else floors


def _cost(floor: tuple[Content | None, ...]) -> tuple[int, bool]:
    """Return how many spaces are occupied, and whether by the marker (R30, R32).

    At the end of the offer nothing else counts of a floor line, as it is cleared away next.
    """
    return sum(content is not None for content in floor), FIRST in floor

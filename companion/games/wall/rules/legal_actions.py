"""Every action that is legal in a position, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations

from companion.games.wall.board import Board, WallRow
from companion.games.wall.data import DISPLAYS, SIZE, Rules
from companion.games.wall.position import (
    CENTRE,
    FLOOR,
    Action,
    Counts,
    Phase,
    Place,
    Position,
    Take,
)
from companion.games.wall.rules.special_factories import PASS
from companion.games.wall.rules.tiling import columns_for, next_complete

LINE_SETS = 1 << SIZE
"""Sets of pattern lines as bits: line 0 is bit 0."""


def _takes(source: int, colour: int, lines: int) -> tuple[Take, ...]:
    """Return the takes of ``colour`` from ``source`` to a set of lines, then to the floor."""
    chosen = [line for line in range(SIZE) if lines >> line & 1]
    return tuple(Take(source, colour, line) for line in (*chosen, FLOOR))


def _from(source: int) -> tuple[tuple[tuple[Take, ...], ...], ...]:
    """Return all takes from a source, by colour and set of lines."""
    sets = range(LINE_SETS)
    return tuple(tuple(_takes(source, colour, lines) for lines in sets) for colour in range(SIZE))


FROM_DISPLAY = tuple(map(_from, range(max(DISPLAYS.values()))))
FROM_CENTRE = _from(CENTRE)
"""All takes there can be, made once."""


@lru_cache(maxsize=4096)
def colours_in(tiles: Counts) -> tuple[int, ...]:
    """Return the colours of which any tile lies there."""
    return tuple(colour for colour, count in enumerate(tiles) if count)


@cache
def open_to(row: int, wall: WallRow) -> int:
    """Return which colours an empty pattern line takes: bit 5 x colour + row for each (R17).

    Shifted by 5 x colour, the sum over all rows is the set of lines open to a colour.
    """
    return sum(1 << SIZE * colour + row for colour in range(SIZE) if colour not in wall)


def open_lines(board: Board) -> int:
    """Return, as bits, which lines of a board are open to which colours; see ``open_to``.

    A line with tiles is open to its own colour while it has room (R15, R16).
    """
    bits = 0
    for row, (colour, tiles) in enumerate(board.lines):
        if colour is None:
            bits |= open_to(row, board.wall[row])
        elif tiles <= row:
            bits |= 1 << SIZE * colour + row
    return bits


def legal_actions(rules: Rules, position: Position) -> Sequence[Action]:
    """Return every action ``apply`` accepts: by source (the centre last), colour, then line."""
    if position.phase is Phase.OFFER:
        takes = _plain_takes(position)
        if position.sides:
            takes = _with_passings(position, takes)
        return list(_with_drops(rules, position, takes)) if rules.partial else takes
    if position.phase is Phase.TILING:
        return _places(rules, position)
    return ()


def _plain_takes(position: Position) -> list[Take]:
    found: list[Take] = []
    bits = open_lines(position.boards[position.turn])
    lines = (bits & 31, bits >> 5 & 31, bits >> 10 & 31, bits >> 15 & 31, bits >> 20)
    for display, tiles in enumerate(position.displays):
        if tiles:
            ways = FROM_DISPLAY[display]
            for colour in colours_in(tiles):
                found += ways[colour][lines[colour]]
    for colour in colours_in(position.centre):
        found += FROM_CENTRE[colour][lines[colour]]
    return found


def _places(rules: Rules, position: Position) -> Sequence[Place]:
    board = position.boards[position.turn]
    complete = next_complete(board)
    if complete is None:
        return ()
    row, colour = complete
    return [Place(row, column) for column in columns_for(board, row, colour, rules.grey)]


def _with_drops(rules: Rules, position: Position, takes: Sequence[Take]) -> Iterator[Take]:
    """Yield takes, each with every number of tiles that people may drop on purpose."""
    board = position.boards[position.turn]
    for take in takes:
        yield take
        for dropped in range(1, droppable(rules, position, board, take) + 1):
            yield take._replace(dropped=dropped)


def _with_passings(position: Position, takes: list[Take]) -> list[Take]:
    """Return takes, those from the display of effect 4 with every way to pass tiles on (R52)."""
    place = position.sides.index(PASS) if PASS in position.sides else None
    if place is None or not position.displays[place]:
        return takes
    colours, found = colours_in(position.displays[place]), list[Take]()
    for take in takes:
        found += passed_on(take, colours) if take.source == place else (take,)
    return found


@cache
def passed_on(take: Take, colours: tuple[int, ...]) -> tuple[Take, ...]:
    """Return a take with every set of the other ``colours`` that may go to the left neighbour."""
    return tuple(take._replace(left=left) for left in _sets(colours, take.colour))


def _sets(colours: Sequence[int], taken: int) -> Iterator[tuple[int, ...]]:
    rest = [colour for colour in colours if colour != taken]
    return chain.from_iterable(combinations(rest, size) for size in range(len(rest) + 1))


def droppable(rules: Rules, position: Position, board: Board, take: Take) -> int:
    """Return how many tiles may be dropped though the line has room; one at least goes there."""
    if not rules.partial or take.line == FLOOR:
        return 0
    tiles = position.tiles_on(take.source)[take.colour]
    return min(tiles, take.line + 1 - board.lines[take.line].tiles) - 1


def passings(position: Position, take: Take) -> Iterator[tuple[int, ...]]:
    """Return the sets of colours that may go to the left: just ``()`` without effect 4."""
    if take.source == CENTRE or not position.sides or position.sides[take.source] != PASS:
        return iter(((),))
    return _sets(colours_in(position.displays[take.source]), take.colour)

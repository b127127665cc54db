"""Every action that is legal in a position, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations

from companion.games.wall.board import Board, Line, WallRow
from companion.games.wall.data import DISPLAYS, SIZE
from companion.games.wall.position import CENTRE, FLOOR, Action, Phase, Place, Position, Take
from companion.games.wall.rules import Rules
from companion.games.wall.specials import PASS
from companion.games.wall.tiling import columns_for, next_complete

SOURCES = (*range(max(DISPLAYS.values())), CENTRE)

LINE_SETS = 1 << SIZE
"""Sets of pattern lines as bits: line 0 is bit 0."""


@cache
def takes(source: int, colour: int, lines: int) -> tuple[Take, ...]:
    """Return the takes of ``colour`` from ``source`` to a set of lines, then to the floor."""
    chosen = [line for line in range(SIZE) if lines >> line & 1]
    return tuple(Take(source, colour, line) for line in (*chosen, FLOOR))


@cache
def accepted(row: int, line: Line, wall: WallRow) -> int:
    """Return which colours pattern line ``row`` takes: bit 5 x colour + row for each (R15 to R17).

    Shifted by 5 x colour, the sum over all rows is the set of lines open to a colour.
    """
    if line.colour is None:
        colours: Sequence[int] = [colour for colour in range(SIZE) if colour not in wall]
    else:
        colours = [line.colour] if line.tiles <= row else []
    return sum(1 << SIZE * colour + row for colour in colours)


def open_lines(board: Board) -> int:
    """Return, as bits, which lines of a board are open to which colours; see ``accepted``."""
    bits = 0
    for row in range(SIZE):
        bits |= accepted(row, board.lines[row], board.wall[row])
    return bits


def legal_actions(rules: Rules, position: Position) -> Sequence[Action]:
    """Return every action ``apply`` accepts: by source (the centre last), colour, then line."""
    if position.phase is Phase.OFFER:
        if rules.partial or position.sides:
            return list(_every_way(rules, position))
        return _plain_takes(position)
    if position.phase is Phase.TILING:
        return _places(rules, position)
    return ()


def _plain_takes(position: Position) -> Sequence[Take]:
    found: list[Take] = []
    bits = open_lines(position.boards[position.turn])
    masks = [bits >> SIZE * colour & LINE_SETS - 1 for colour in range(SIZE)]
    for source, tiles in enumerate(position.displays):
        for colour, count in enumerate(tiles):
            if count:
                found += takes(source, colour, masks[colour])
    for colour, count in enumerate(position.centre):
        if count:
            found += takes(CENTRE, colour, masks[colour])
    return found


def _places(rules: Rules, position: Position) -> Sequence[Place]:
    board = position.boards[position.turn]
    row = next_complete(board)
    colour = None if row is None else board.lines[row].colour
    if row is None or colour is None:
        return ()
    return [Place(row, column) for column in columns_for(board, row, colour, rules.grey)]


def _every_way(rules: Rules, position: Position) -> Iterator[Take]:
    """Yield takes with the tiles people drop on purpose and the ways to pass tiles on (R52)."""
    board = position.boards[position.turn]
    for plain in _plain_takes(position):
        for left in passings(position, plain):
            yield plain._replace(left=left)
            for dropped in range(1, droppable(rules, position, board, plain) + 1):
                yield plain._replace(left=left, dropped=dropped)


def droppable(rules: Rules, position: Position, board: Board, take: Take) -> int:
    """Return how many tiles may be dropped though the line has room; one at least goes there."""
    if not rules.partial or take.line == FLOOR:
        return 0
    tiles = position.centre if take.source == CENTRE else position.displays[take.source]
    return min(tiles[take.colour], take.line + 1 - board.lines[take.line].tiles) - 1


def passings(position: Position, take: Take) -> Iterator[tuple[int, ...]]:
    """Yield the sets of colours that may go to the left neighbour: just ``()`` without effect 4."""
    if take.source == CENTRE or not position.sides or position.sides[take.source] != PASS:
        yield ()
        return
    tiles = position.displays[take.source]
    rest = [colour for colour, count in enumerate(tiles) if count and colour != take.colour]
    yield from chain.from_iterable(combinations(rest, size) for size in range(len(rest) + 1))

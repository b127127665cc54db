"""What must add up where the companion joins: the tiles dealt so far, the walls, the totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from companion.games.common.tuples import put
from companion.games.wall.board import FLOOR_SPACES, Board, WallRow
from companion.games.wall.data import PER_DISPLAY, SIZE, Rules
from companion.games.wall.reading.span import Span
from companion.games.wall.rules.scoring import TOTAL_PENALTY, measure

TRIED = 2
"""Tilings of which every order is tried: of more there are thousands, and nearly all adds up."""

Wall = tuple[WallRow, ...]


def adds_up(rules: Rules, span: Span, after: Sequence[Board], nowhere: int) -> bool:
    """Tell whether ``nowhere`` tiles of those dealt can have fallen before the offer that ends now.

    Fallen tiles, and the marker of each round, cost what the walls brought beyond the totals (R30).
    """
    tilings = span.moment.round - 1
    if tilings > TRIED or rules.special:
        return True
    most = rules.displays * PER_DISPLAY + 1
    fallen = {0}
    for board, total in zip(after, span.before.scores, strict=True):
        more = _fallen(board.wall, total, tilings, most)
        fallen = {some + others for some in more for others in fallen}
    return nowhere + tilings in fallen


@lru_cache(maxsize=256)
def _fallen(wall: Wall, total: int, tilings: int, most: int) -> frozenset[int]:
    """Return how many pieces may have fallen by then, ``most`` in a round, given a seat's total."""
    found: set[int] = set()
    for brought in {tuple(_brought(order)) for order in _orders(wall, tilings)}:
        ways = {(0, 0)}
        for points in brought:
            ways = {
                (max(0, score + points - TOTAL_PENALTY[min(more, FLOOR_SPACES)]), fallen + more)
                for score, fallen in ways
                for more in range(most + 1)
            }
        found |= {fallen for score, fallen in ways if score == total}
    return frozenset(found)


def _orders(wall: Wall, tilings: int) -> Iterator[Sequence[Sequence[int | None]]]:
    """Yield in which tiling each row may have got which of its tiles, at most one in each (R22).

    Of every tiling the columns by row; none where a row has more tiles than it can have got.
    """
    columns = [[c for c, tile in enumerate(row) if tile is not None] for row in wall]
    if max(map(len, columns)) <= tilings:
        spread = (_spread(row, tilings) for row in columns)
        yield from (tuple(zip(*rows, strict=True)) for rows in product(*spread))


def _spread(columns: Iterable[int], tilings: int) -> set[tuple[int | None, ...]]:
    tiles = tuple(columns)
    return set(permutations((*tiles, *(None,) * (tilings - len(tiles)))))


def _brought(order: Sequence[Sequence[int | None]]) -> Iterator[int]:
    """Yield what each tiling brought, row by row from the top (R26 to R29)."""
    wall: Wall = ((None,) * SIZE,) * SIZE
    for columns in order:
        points = 0
        for row, column in enumerate(columns):
            if column is not None:
                wall = put(wall, row, put(wall[row], column, 0))
                points += measure(wall, row, column).points
        yield points

"""What must add up where the companion joins: the tiles dealt so far, the walls, the totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from companion.games.base import Boards, Checkpoint
from companion.games.common.span import OFFER
from companion.games.common.tuples import put
from companion.games.wall.board import FLOOR_SPACES, Wall, board_of, floor_is_full, fullest_row
from companion.games.wall.data import PER_DISPLAY, SIZE, Rules
from companion.games.wall.reading.span import Span, tiles_taken
from companion.games.wall.rules.scoring import TOTAL_PENALTY, measure

TRIED = 2
"""Tilings of which every order is tried: of more there are thousands, and nearly all adds up."""


def fits_together(rules: Rules, span: Span, boards: Boards) -> bool:
    """Tell whether boards can be what totals and round tell, where a game was joined in this round.

    A tiling brings at most one tile to a row (R22).
    """
    tilings = span.moment.round - (span.at in OFFER)
    walls = [board_of(cells, rules.game.colours).wall for cells in boards]
    crowded = max(map(fullest_row, walls)) > tilings
    return not crowded and _adds_up(rules, span, boards, walls)


def _adds_up(rules: Rules, span: Span, boards: Boards, walls: Sequence[Wall]) -> bool:
    """Tell whether the tiles that lie nowhere can have fallen before the offer under way.

    Fallen tiles, and the marker of each round, cost what the walls brought beyond the totals (R30).
    At the end of the offer, with no floor line so full that tiles are in the lid, all must fit.
    """
    tilings, dealt = span.moment.round - 1, rules.displays * PER_DISPLAY
    nowhere = (dealt + rules.special) * span.moment.round - _tiles_used(boards)
    known = span.at is Checkpoint.OFFER_END and not any(map(floor_is_full, boards))
    if not known or tilings > TRIED or rules.special:
        return nowhere >= 0
    fallen = {0}
    for wall, total in zip(walls, span.before.scores, strict=True):
        more = _fallen(wall, total, tilings, dealt + 1)
        fallen = {some + others for some in more for others in fallen}
    return nowhere + tilings in fallen


def _tiles_used(boards: Boards) -> int:
    """Return how many tiles at least were dealt: one on the wall took its whole line (R22, R24)."""
    walls = [cell for cells in boards for cell in cells if cell.startswith("wall/")]
    lines = sum(int(cell.split("/")[1]) + 1 for cell in walls)
    return lines + sum(len(tiles_taken(cells)) for cells in boards)


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

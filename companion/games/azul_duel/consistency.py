"""Whether two legal boards agree with each other and with what the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.games.azul_duel.board import Board
from companion.games.azul_duel.catalogue import (
    BROKEN_PLACES,
    COLOURS,
    LARGE_TILES,
    LYING,
    SMALL_TILES,
    SPECIAL,
    SPECIAL_TILES,
    TILES_PER_COLOUR,
)
from companion.games.azul_duel.cells import read_board
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.outcomes import cheapest, needs
from companion.games.azul_duel.telling import (
    broken_height,
    cells_before,
    offer_seen,
    spendable,
    tiling_missed,
)
from companion.games.base import Cells, Checkpoint, Moment, Table

CARRIED = "carried"
"""The table's fact of how many coloured tiles lay on the boards when the round began."""

DEALT = LARGE_TILES + 4 * SMALL_TILES
"""Tiles dealt for a round while bag and tower have as many (R52)."""


def consistent(before: Table, moment: Moment, boards: Sequence[Cells], options: Options) -> bool:
    """Tell whether the boards can lie on one table at ``moment``."""
    after = [read_board(cells) for cells in boards]
    if not (_tiles_fit(after) and _dome_tiles_fit(after, options)):
        return False
    if sum(board.first for board in after) > 1:
        return False
    seats = range(len(after))
    if moment.checkpoint is Checkpoint.TILED:
        return not offer_seen(before, moment) or all(
            _chips_suffice(before, moment, seat, after[seat]) for seat in seats
        )
    if moment.checkpoint is not Checkpoint.OFFER_END or CARRIED not in before.facts:
        return True
    if tiling_missed(before, moment):
        return True
    heights = [broken_height(before, moment, s, len(after[s].broken)) for s in seats]
    dealt = min(DEALT, TILES_PER_COLOUR * len(COLOURS) - before.facts[CARRIED])
    # Of a full deal some tile comes to the large moon part, and with it the starting player tile.
    taken = dealt < DEALT or any(board.first for board in after)
    return taken and _all_dealt(dealt, before.facts[CARRIED], after, heights)


def _tiles_fit(boards: Iterable[Board]) -> bool:
    """Tell whether no colour has more than 13 tiles, and special tiles no more than 9."""
    found: Counter[str] = Counter()
    for board in boards:
        found.update(tile for tile in (*board.dome, *board.broken) if tile is not None)
        for line in board.lines:
            if line.colour is not None:
                found[line.colour] += line.tiles
    few = all(found[colour] <= TILES_PER_COLOUR for colour in COLOURS)
    return few and found[SPECIAL] <= SPECIAL_TILES


def _dome_tiles_fit(boards: Iterable[Board], options: Options) -> bool:
    """Tell whether no dome tile of the catalogue lies twice."""
    if options.dome_tiles == "free":
        return True
    laid = [LYING.get(tile, (0, 0))[0] for board in boards for tile in board.places if tile]
    return len(laid) == len(set(laid))


def _all_dealt(dealt: int, carried: int, after: Sequence[Board], heights: Sequence[int]) -> bool:
    """Tell whether the tiles ``dealt`` in the round have come to the boards (R33, R52, R53).

    ``carried`` tiles lay there when the round began.  A broken-tile space that is full may have
    sent more of the dealt ones to the tower.
    """
    gained = sum(map(tiles_on, after)) + sum(heights) - carried
    overflow = any(height >= BROKEN_PLACES for height in heights)
    return gained <= dealt if overflow else gained == dealt


def tiles_on(board: Board) -> int:
    """Return how many coloured tiles lie in the lines and on the dome."""
    lying = sum(line.tiles for line in board.lines)
    return lying + sum(tile in COLOURS for tile in board.dome)


def _chips_suffice(before: Table, moment: Moment, seat: int, after: Board) -> bool:
    """Tell whether the chips of ``seat`` pay for every incomplete line that moved (R37)."""
    wanted = needs(read_board(cells_before(before, seat)), after)
    return cheapest(spendable(before, moment, seat), wanted) is not None

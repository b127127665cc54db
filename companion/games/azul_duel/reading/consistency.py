"""Whether two legal boards agree with each other and with what the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf

from companion.games.azul_duel.board import ROW_CELLS, Board, tiles_of
from companion.games.azul_duel.catalogue import (
    BROKEN_PLACES,
    COLOURS,
    LARGE_TILES,
    LYING,
    ROUNDS,
    SMALL_TILES,
    SPECIAL_TILES,
    TILES_PER_COLOUR,
)
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import came_on_top, read_board
from companion.games.azul_duel.reading.line_outcomes import cheapest, needs
from companion.games.azul_duel.reading.span import Span
from companion.games.base import SPECIAL, Boards, Checkpoint
from companion.games.common.span import CARRIED, MISSED, OFFER, TURNS, UNDEALT

DEALT = LARGE_TILES + 4 * SMALL_TILES
"""Tiles dealt for a round while bag and tower have as many (R52)."""

HEIGHT = 1.0
"""Nats for a broken tile nobody sees or told: the lowest stack that explains what is seen."""

CROWDED = 6.0
"""Nats, in a game that is joined, for a row of the dome with more tiles than phases 2 brought."""


def surprise(span: Span, boards: Boards) -> float:
    """Return how unusual legal boards are together, in nats; ``inf`` where they cannot be."""
    after = [read_board(cells) for cells in boards]
    if not _possible(span, after):
        return inf
    nats = 0.0 if _all_here(span, after) else UNDEALT
    nats += CROWDED if span.joined and _fullest_row(after) > span.tilings else 0.0
    nats += HEIGHT * sum(_unseen(span, seat, board) for seat, board in enumerate(after))
    if span.at is Checkpoint.TURN and not (span.joined or span.tiling_missed):
        nats += min(MISSED, TURNS * _further_turns(span, after))
    return nats


def _unseen(span: Span, seat: int, board: Board) -> int:
    """Return how many broken tiles are assumed that a change of the top does not show."""
    old = read_board(span.boards[seat]).broken
    shown = came_on_top(old, board.broken)
    return max(0, len(board.broken) - len(old) - shown)


def _possible(span: Span, after: Sequence[Board]) -> bool:
    """Tell whether there are so many rounds, tiles, dome tiles and chips, and one starting tile."""
    if span.moment.round > ROUNDS:
        return False
    if not (_tiles_fit(after) and _dome_tiles_fit(after, span.options)):
        return False
    if _more_than_dealt(span, after):
        return False
    if sum(board.first for board in after) > 1:
        return False
    if span.at is not Checkpoint.TILED or not span.offer_seen:
        return True
    return all(_chips_suffice(span, seat, board) for seat, board in enumerate(after))


def _more_than_dealt(span: Span, after: Sequence[Board]) -> bool:
    """Tell whether more came to the boards in a phase 1 than was dealt for it (R52).

    Of a broken stack at least the tile on top; how high it is people tell, and may tell wrongly.
    """
    if span.at not in OFFER or span.tiling_missed or CARRIED not in span.before.facts:
        return False
    carried: int = span.before.facts[CARRIED]
    broke = sum(bool(board.broken) for board in after)
    return sum(map(tiles_on, after)) + broke - carried > _dealt(carried)


def _all_here(span: Span, after: Sequence[Board]) -> bool:
    """Tell whether at the end of phase 1 all that was dealt lies on the boards."""
    if span.at is not Checkpoint.OFFER_END or CARRIED not in span.before.facts:
        return True
    if span.tiling_missed:
        return True
    heights = [span.broken_height(s, len(b.broken)) for s, b in enumerate(after)]
    carried: int = span.before.facts[CARRIED]
    dealt = _dealt(carried)
    # Of a full deal some tile comes to the large moon part, and with it the starting player tile.
    if dealt == DEALT and not any(board.first for board in after):
        return False
    gained = sum(map(tiles_on, after)) + sum(heights) - carried
    # A broken-tile space that is full may have sent more of them to the tower (R33, R52, R53).
    overflow = any(height >= BROKEN_PLACES for height in heights)
    return gained <= dealt if overflow else gained == dealt


def _fullest_row(boards: Iterable[Board]) -> int:
    """Return the most coloured tiles that lie in one row of a dome: a phase 2 brings one (R34)."""
    rows = [[board.dome[cell] for cell in row] for board in boards for row in ROW_CELLS]
    return max(sum(tile in COLOURS for tile in row) for row in rows)


def _further_turns(span: Span, after: Sequence[Board]) -> int:
    """Return how many more lines, stacks and dome tiles changed than one turn changes."""
    found = 0
    for seat, board in enumerate(after):
        old = read_board(span.boards[seat])
        lines = sum(a != b for a, b in zip(old.lines, board.lines, strict=True))
        dome_tiles = sum(a != b for a, b in zip(old.places, board.places, strict=True))
        changes = max(lines, int(old.broken != board.broken)) + dome_tiles
        own = span.moment.seat in (seat, None)
        found += max(0, changes - 1) if own else changes
    return found


def came_this_round(span: Span, boards: Boards) -> int | None:
    """Return how many tiles came to lines since the round began, where that is known."""
    carried: int | None = span.before.facts.get(CARRIED)
    if carried is None or span.tiling_missed:
        return None
    return sum(tiles_on(read_board(cells)) for cells in boards) - carried


def full_deal(span: Span) -> bool:
    """Tell whether the factories were full when the round began (R52, R53)."""
    return CARRIED in span.before.facts and _dealt(span.before.facts[CARRIED]) == DEALT


def _dealt(carried: int) -> int:
    return min(DEALT, TILES_PER_COLOUR * len(COLOURS) - carried)


def _tiles_fit(boards: Iterable[Board]) -> bool:
    """Tell whether no colour has more than 13 tiles, and special tiles no more than 9."""
    found = Counter(tile for board in boards for tile in tiles_of(board))
    few = all(found[colour] <= TILES_PER_COLOUR for colour in COLOURS)
    return few and found[SPECIAL] <= SPECIAL_TILES


def _dome_tiles_fit(boards: Iterable[Board], options: Options) -> bool:
    """Tell whether no dome tile of the catalogue lies twice."""
    if options.dome_tiles == "free":
        return True
    laid = [LYING.get(tile, (0, 0))[0] for board in boards for tile in board.places if tile]
    return len(laid) == len(set(laid))


def tiles_on(board: Board) -> int:
    """Return how many coloured tiles lie in the lines and on the dome."""
    lying = sum(line.tiles for line in board.lines)
    return lying + sum(tile in COLOURS for tile in board.dome)


def _chips_suffice(span: Span, seat: int, after: Board) -> bool:
    """Tell whether the chips of ``seat`` pay for every incomplete line that moved (R37)."""
    wanted = needs(read_board(span.boards[seat]), after)
    return cheapest(span.spendable(seat), wanted) is not None

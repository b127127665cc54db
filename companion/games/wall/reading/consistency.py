"""What holds between the boards of a table, and between the rows of one board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

from companion.games.base import FIRST, Boards, Checkpoint
from companion.games.common.span import MISSED, OFFER, TURNS, UNDEALT
from companion.games.wall.board import Board, board_of, floor_is_full, has_marker
from companion.games.wall.data import COPIES, PER_DISPLAY, Rules, WallGame
from companion.games.wall.reading.joining import fits_together
from companion.games.wall.reading.span import Span
from companion.games.wall.rules.tiling import ways_to_tile

UNTAKEN = 4.0
"""Nats it costs that nobody took the marker: every display would have been of one colour."""


def surprise(rules: Rules, span: Span, boards: Boards) -> float:
    """Return how unusual legal boards are together, in nats; ``inf`` where they cannot be."""
    after = [board_of(cells, rules.game.colours) for cells in boards]
    if not _possible(rules, span, boards, after):
        return inf
    missing = 0.0 if all_found(rules, span, boards) else UNDEALT
    # The marker lies on a floor line, or may lie beside a full one.
    taken = any(has_marker(cells) or floor_is_full(cells) for cells in boards)
    if span.at is OFFER[-1] and not (rules.special or taken):
        missing += UNTAKEN
    if not _turn_by_turn(span):
        return missing
    return missing + min(MISSED, TURNS * _further_turns(rules.game, span, after))


def _turn_by_turn(span: Span) -> bool:
    """Tell whether people press after every turn, so that one turn lies in between."""
    followed = span.before.checkpoint is Checkpoint.TURN and span.same_offer
    return not (span.joined or span.tiling_missed) and (
        span.at is Checkpoint.TURN or (followed and span.at is Checkpoint.OFFER_END)
    )


def _possible(rules: Rules, span: Span, boards: Boards, after: Sequence[Board]) -> bool:
    """Tell whether there are so many tiles, and whether grey choices fit together."""
    tiles = Counter(tile for cells in boards for tile in cells.values())
    if any(tiles[colour] > COPIES for colour in rules.game.colours) or tiles[FIRST] > 1:
        return False
    if (span.taken(boards) or 0) > rules.displays * PER_DISPLAY + rules.special:
        return False
    tiled = span.offer_seen and span.at not in OFFER
    return not (tiled and span.grey) or _tiled_as_chosen(rules.game, span, after)


def _further_turns(game: WallGame, span: Span, after: Sequence[Board]) -> int:
    """Return how many more boards and lines changed than one turn changes.

    Without a named seat any one board may have changed.
    """
    changes = []
    for seat, (cells, board) in enumerate(zip(span.boards, after, strict=True)):
        old = board_of(cells, game.colours)
        lines = sum(a != b for a, b in zip(old.lines, board.lines, strict=True))
        own = span.moment.seat in (seat, None)
        changes.append((lines or old.floor != board.floor, max(0, lines - 1), own))
    others = sum(bool(changed) for changed, _, own in changes if not own)
    acted = sum(bool(changed) for changed, _, own in changes if own)
    return others + abs(acted - 1) + sum(lines for _, lines, _ in changes)


def lines_total(boards: Sequence[Board]) -> int:
    """Return how many tiles lie on all pattern lines."""
    return sum(line.tiles for board in boards for line in board.lines)


def all_found(rules: Rules, span: Span, boards: Boards) -> bool:
    """Tell whether at the end of the offer it is known of all tiles dealt where they are.

    They lie on lines and floors; only a full floor line sends tiles to the lid unseen (R19), and a
    "0" display holds one beside the board.  Whoever joins has not seen those of earlier rounds.
    """
    if span.joined_now:
        return fits_together(rules, span, boards)
    if span.at is not OFFER[-1] or any(map(floor_is_full, boards)):
        return True
    return (span.to_come(boards) or 0) <= rules.special


def free_floor_used(span: Span, boards: Boards) -> bool | None:
    """Tell whether a "0" display that was taken holds a tile or the marker (CH-R55, CH-R56).

    It must where one of the tiles dealt, or the marker, lies on no board.  None where nobody can
    know: those may be in the lid as well, past a full floor line (R19), and there may have been an
    extra tile (CH-R49), without which nothing is missing.
    """
    seen, to_come = any(map(has_marker, boards)), span.to_come(boards) or 0
    if not any(map(floor_is_full, boards)) and (to_come > 0 or not seen):
        return True
    return False if seen and to_come < 0 else None


def _tiled_as_chosen(game: WallGame, span: Span, after: Sequence[Board]) -> bool:
    return all(
        (board.wall, board.lines) in ways_to_tile(board_of(cells, game.colours), True)
        for cells, board in zip(span.boards, after, strict=True)
    )

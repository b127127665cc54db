"""What holds between the boards of a table, and between the rows of one board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

from companion.games.base import FIRST, Cells, Checkpoint
from companion.games.common.span import CARRIED, OFFER
from companion.games.wall.board import FLOOR_SPACES, MARKER, Board, board_of
from companion.games.wall.data import COPIES, DISPLAYS, PER_DISPLAY, SIZE, Rules, WallGame
from companion.games.wall.reading.span import Span
from companion.games.wall.rules.tiling import ways_to_tile

UNDEALT = 6.0
"""Nats it costs that tiles dealt in the round are nowhere: one may lie under the table."""

UNTAKEN = 4.0
"""Nats it costs that nobody took the marker: every display would have been of one colour."""

TURNS = 2.0
"""Nats for every line changed beyond those of the one turn since the last picture."""


MISSED = 4.0
"""Nats that missed presses cost at most."""


def surprise(rules: Rules, span: Span, boards: Sequence[Cells]) -> float:
    """Return how unusual legal boards are together, in nats; ``inf`` where they cannot be."""
    after = [board_of(cells, rules.game.colours) for cells in boards]
    if not _possible(rules, span, boards, after):
        return inf
    missing = 0.0 if _fits_the_deal(rules, span, after) else UNDEALT
    if span.at is OFFER[-1] and not _marker_taken(rules, after):
        missing += UNTAKEN
    if not _turn_by_turn(span):
        return missing
    return missing + min(MISSED, TURNS * _further_turns(rules.game, span, after))


def _marker_taken(rules: Rules, boards: Sequence[Board]) -> bool:
    """Tell whether the marker lies on a floor line, or where no camera sees it."""
    unseen = any(len(board.floor) == FLOOR_SPACES for board in boards)
    shown = any(MARKER in board.floor for board in boards)
    return shown or unseen or rules.special


def _turn_by_turn(span: Span) -> bool:
    """Tell whether people press after every turn, so that one turn lies in between."""
    followed = span.before.checkpoint is Checkpoint.TURN and span.same_offer
    return not span.tiling_missed and (
        span.at is Checkpoint.TURN or (followed and span.at is Checkpoint.OFFER_END)
    )


def _possible(rules: Rules, span: Span, boards: Sequence[Cells], after: Sequence[Board]) -> bool:
    """Tell whether there are so many tiles, and whether grey choices fit together."""
    tiles = Counter(tile for cells in boards for tile in cells.values())
    if any(tiles[colour] > COPIES for colour in rules.game.colours) or tiles[FIRST] > 1:
        return False
    if _too_many(rules, span, after):
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


def _fits_the_deal(rules: Rules, span: Span, boards: Sequence[Board]) -> bool:
    """Tell whether at the end of the offer no fewer tiles were taken than lay on the displays.

    They lie on lines and floors; only a full floor line sends tiles to the lid unseen (R19), and a
    "0" display holds one beside the board.
    """
    taken = _taken(span, boards)
    full = any(len(board.floor) == FLOOR_SPACES for board in boards)
    if taken is None or span.at is not OFFER[-1] or full:
        return True
    carried: int = span.before.facts[CARRIED]
    dealt = DISPLAYS[span.before.setup.players] * PER_DISPLAY
    least = min(dealt, _left_to_deal(boards, carried)) - rules.special
    return taken >= least


def free_floor_used(rules: Rules, span: Span, boards: Sequence[Cells]) -> bool:
    """Tell whether a "0" display that was taken must hold a tile or the marker (CH-R54).

    It does where one of the tiles dealt, or the marker, lies on no board.
    """
    after = [board_of(cells, rules.game.colours) for cells in boards]
    if any(len(board.floor) == FLOOR_SPACES for board in after):
        return False
    if not any(MARKER in board.floor for board in after):
        return True
    taken = _taken(span, after)
    dealt = DISPLAYS[span.before.setup.players] * PER_DISPLAY
    carried: int = span.before.facts.get(CARRIED, 0)
    return taken is not None and taken < min(dealt, _left_to_deal(after, carried))


def _too_many(rules: Rules, span: Span, boards: Sequence[Board]) -> bool:
    """Tell whether more tiles were taken this round than lay on the displays."""
    taken = _taken(span, boards)
    return taken is not None and taken > rules.displays * PER_DISPLAY + rules.special


def _taken(span: Span, boards: Sequence[Board]) -> int | None:
    """Return how many tiles came to lines and floors this round, where that is known."""
    carried: int | None = span.before.facts.get(CARRIED)
    if carried is None or span.tiling_missed or span.at not in OFFER:
        return None
    floors = sum(tile != MARKER for board in boards for tile in board.floor)
    return lines_total(boards) - carried + floors


def _left_to_deal(boards: Sequence[Board], carried: int) -> int:
    """Return how many tiles bag and lid held when the round began."""
    on_walls = sum(tile is not None for board in boards for row in board.wall for tile in row)
    return COPIES * SIZE - on_walls - carried


def _tiled_as_chosen(game: WallGame, span: Span, after: Sequence[Board]) -> bool:
    return all(
        (board.wall, board.lines) in ways_to_tile(board_of(cells, game.colours), True)
        for cells, board in zip(span.boards, after, strict=True)
    )

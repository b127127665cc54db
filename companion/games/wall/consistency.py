"""What holds between the boards of a table, and between the rows of one board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import FIRST, Cells
from companion.games.wall.board import FLOOR_SPACES, MARKER, Board, board_of
from companion.games.wall.data import COPIES, DISPLAYS, PER_DISPLAY, SIZE, WallGame
from companion.games.wall.span import CARRIED, OFFER, Span
from companion.games.wall.tiling import ways_to_tile


def consistent(
    game: WallGame, options: Mapping[str, Any], span: Span, boards: Sequence[Cells]
) -> bool:
    """Tell whether legal boards agree: tile counts, one marker, the tiles dealt, grey choices."""
    tiles = Counter(tile for cells in boards for tile in cells.values())
    if any(tiles[colour] > COPIES for colour in game.colours) or tiles[FIRST] > 1:
        return False
    after = [board_of(cells, game.colours) for cells in boards]
    if span.at in OFFER:
        return _fits_the_deal(options, span, after)
    if span.offer_seen and span.grey:
        return _tiled_as_chosen(game, span, after)
    return True


def lines_total(boards: Sequence[Board]) -> int:
    """Return how many tiles lie on all pattern lines."""
    return sum(line.tiles for board in boards for line in board.lines)


def _fits_the_deal(options: Mapping[str, Any], span: Span, boards: Sequence[Board]) -> bool:
    """Tell whether the tiles taken this round are as many as lay on the displays.

    They lie on lines and floors; only a full floor line sends tiles to the lid unseen (R19), and a
    "0" display holds one beside the board.
    """
    carried: int | None = span.before.facts.get(CARRIED)
    if carried is None or span.tiling_missed:
        return True
    floors = sum(tile != MARKER for board in boards for tile in board.floor)
    taken = lines_total(boards) - carried + floors
    special = bool(options.get("special_factories"))
    dealt = DISPLAYS[span.before.setup.players] * PER_DISPLAY
    if taken > dealt + special:
        return False
    if span.at is not OFFER[-1] or any(len(board.floor) == FLOOR_SPACES for board in boards):
        return True
    return taken >= min(dealt, _left_to_deal(boards, carried)) - special


def _left_to_deal(boards: Sequence[Board], carried: int) -> int:
    """Return how many tiles bag and lid held when the round began."""
    on_walls = sum(tile is not None for board in boards for row in board.wall for tile in row)
    return COPIES * SIZE - on_walls - carried


def _tiled_as_chosen(game: WallGame, span: Span, after: Sequence[Board]) -> bool:
    return all(
        (board.wall, board.lines) in ways_to_tile(board_of(cells, game.colours), True)
        for cells, board in zip(span.boards, after, strict=True)
    )

"""What is wrong with a board during the offer, compared with what lay on it before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base import FIRST, Problem
from companion.games.wall.board import FLOOR_SPACES
from companion.games.wall.data import Rules, WallGame
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow
from companion.games.wall.reading.tiling_problems import missing, new_tiles

LAST = FLOOR_SPACES - 1
"""The last space of the floor line: the marker may push its tile out (marker_on_full_floor)."""


def offer_changes(
    rules: Rules, board: Lying, old: Lying, standing: Sequence[Problem]
) -> Iterator[Problem]:
    """Yield tiles that moved although only taking is allowed now: R22, R25, R32.

    ``standing`` is what was found already; its rows and spaces are not reported again.
    """
    game = rules.game
    named = {cell for problem in standing for cell in problem.cells}
    for row, was in zip(board.rows, old.rows, strict=True):
        yield from _wall_changes(game, row, was, named)
        if not named.intersection(row.line_tiles):
            yield from _line_loss(game, row, was)
    yield from _floor_changes(rules, board, old)


def _wall_changes(
    game: WallGame, row: LyingRow, was: LyingRow, named: set[str]
) -> Iterator[Problem]:
    values = {"row": row.number + 1}
    for cell in row.wall_at(new_tiles(row, was)):
        if cell not in named:
            text = "A tile came to row {row} of the wall; tiles move there only after the offer."
            yield Problem(game.rule(22), (cell,), text, values)
    yield from missing(game, row, was)


def _line_loss(game: WallGame, row: LyingRow, was: LyingRow) -> Iterator[Problem]:
    if any(row.line.get(place) != tile for place, tile in was.line.items()):
        text = "Tiles of pattern line {row} were moved; they stay there until the wall is tiled."
        yield Problem(game.rule(25), row.line_tiles, text, {"row": row.number + 1})


def _floor_changes(rules: Rules, board: Lying, old: Lying) -> Iterator[Problem]:
    moved = [place for place, tile in old.floor.items() if board.floor.get(place) != tile]
    if moved and not (
        moved == [LAST] and board.floor.get(LAST) == FIRST and not rules.marker_beside
    ):
        cells = tuple(f"floor/{place}" for place in moved if place in board.floor)
        text = "Tiles of the floor line were moved; they stay there until the wall is tiled."
        yield Problem(rules.rule(32), cells, text)

"""All that is wrong with a board, each with its rule: the entry point of the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.base import Cells, Checkpoint, Problem
from companion.games.wall.board import board_of, cells_of
from companion.games.wall.data import WallGame
from companion.games.wall.lying import Lying
from companion.games.wall.offered import offer_changes
from companion.games.wall.standing import floor_problems, line_problems, wall_problems
from companion.games.wall.tiled import not_moved, tiling_changes, unseen_changes
from companion.games.wall.tiling import tilings


def problems(
    game: WallGame,
    grey: bool,
    cells: Cells,
    before: Cells | None,
    at: Checkpoint,
    *,
    missed: bool = True,
) -> tuple[Problem, ...]:
    """Return everything wrong with a board; see ``Game.problems``.

    With ``missed`` a tiling, or the end of the offer, may have gone unseen since ``before``.
    """
    if at is Checkpoint.SETUP:
        return _not_empty(game, cells)
    board, old = Lying.of(cells), Lying.of(before) if before is not None else None
    always = (*wall_problems(game, board, old, grey), *floor_problems(game, board, at))
    if at is Checkpoint.TILED:
        found = _after_tiling(game, grey, board, before, missed=missed)
    else:
        tiled = _tiled_befores(game, grey, before) if missed and before is not None else ()
        found = _during_offer(game, grey, board, before, at, always, tiled)
    return distinct((*always, *found))


def _not_empty(game: WallGame, cells: Cells) -> tuple[Problem, ...]:
    if not cells:
        return ()
    text = "The boards are empty before the first offer; tiles already lie here."
    return (Problem(game.rule(4), tuple(cells), text),)


def _during_offer(
    game: WallGame,
    grey: bool,
    board: Lying,
    before: Cells | None,
    at: Checkpoint,
    always: tuple[Problem, ...],
    tiled: Iterable[Cells],
) -> tuple[Problem, ...]:
    """Compare with ``before`` and, where a tiling may have gone unseen, with ``before`` tiled."""
    lines = tuple(found for row in board.rows for found in line_problems(game, row, grey))
    if before is None:
        return lines
    standing = (*always, *lines)
    first = tuple(offer_changes(game, board, Lying.of(before), at, standing))
    if first and not standing and Lying.of(before).after_offer:
        for later in tiled:
            if not any(offer_changes(game, board, Lying.of(later), at, standing)):
                return ()
    return (*lines, *first)


def _tiled_befores(game: WallGame, grey: bool, before: Cells) -> Iterator[Cells]:
    for way in tilings(board_of(before, game.colours), grey):
        yield cells_of(way.board, game.colours)


def _after_tiling(
    game: WallGame, grey: bool, board: Lying, before: Cells | None, *, missed: bool
) -> tuple[Problem, ...]:
    """Compare with the end of the offer, or with an earlier moment when that was not seen."""
    if before is None:
        lines = tuple(found for row in board.rows for found in line_problems(game, row, grey))
        return (*lines, *(not_moved(game, row) for row in board.rows if row.full))
    exact = tuple(tiling_changes(game, board, before, grey))
    if not exact or not missed or Lying.of(before).after_offer:
        return exact
    unseen = tuple(unseen_changes(game, board, before, grey))
    return unseen if len(unseen) < len(exact) else exact


def distinct(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems without those that name no more than an earlier one of the same rule."""
    kept: list[Problem] = []
    for problem in found:
        said = any(
            problem.rule == other.rule and problem.cells and set(problem.cells) <= set(other.cells)
            for other in kept
        )
        if not said:
            kept.append(problem)
    return tuple(kept)

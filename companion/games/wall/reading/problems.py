"""All that is wrong with a board, each with its rule: the entry point of the checks."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Cells, Checkpoint, Problem
from companion.games.common.problem_list import distinct
from companion.games.common.span import Gap
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying
from companion.games.wall.reading.offer_problems import offer_changes
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.standing import floor_problems, line_problems, wall_problems
from companion.games.wall.reading.tiling_problems import as_tiled, not_moved, tiling_changes
from companion.games.wall.reading.turn_problems import lonely_marker, turn_problems
from companion.games.wall.reading.unseen_tilings import unseen_changes


def problems_at(
    rules: Rules, span: Span, seat: int, cells: Cells, boards: Sequence[Cells]
) -> tuple[Problem, ...]:
    """Return everything wrong with a seat's board at a moment; see ``Game.problems_at``."""
    if span.at is Checkpoint.SETUP or span.joined:
        return standing(rules, cells, span.at)
    found = _since(rules, cells, span.boards[seat], span.at, span.gap)
    return found or tuple(turn_problems(rules, span, seat, boards))


def standing(rules: Rules, cells: Cells, at: Checkpoint) -> tuple[Problem, ...]:
    """Return what is wrong with a board whatever lay there before; complete play asks it too."""
    if at is Checkpoint.SETUP:
        return _not_empty(rules, cells)
    game, grey, board = rules.game, rules.grey, Lying.of(cells)
    found = [*wall_problems(game, board, None, grey), *floor_problems(game, board, at)]
    for row in board.rows:
        found += line_problems(game, row, row, grey)
    if at is Checkpoint.TILED:
        found += [not_moved(game, row) for row in board.rows if row.full]
    return distinct(found)


def _not_empty(rules: Rules, cells: Cells) -> tuple[Problem, ...]:
    if not cells:
        return ()
    text = "The boards are empty before the first offer; tiles already lie here."
    return (Problem(rules.rule(4), tuple(cells), text),)


def _since(
    rules: Rules, cells: Cells, before: Cells, at: Checkpoint, gap: Gap
) -> tuple[Problem, ...]:
    """Return what is wrong with a board of which it is known what lies between two pictures."""
    game, grey, board, old = rules.game, rules.grey, Lying.of(cells), Lying.of(before)
    always = [*wall_problems(game, board, old, grey), *floor_problems(game, board, at)]
    if not gap.known:
        return distinct((*always, *unseen_changes(game, grey, cells, before, at, gap)))
    if at is Checkpoint.TILED:
        return distinct((*always, *tiling_changes(game, board, before, grey)))
    if gap.tilings:
        middle = as_tiled(game, before, cells)
        tiled = tiling_changes(game, Lying.of(middle), before, grey)
        # The lines in between are thought up: what no longer lies there is nobody's mistake now.
        always += [problem for problem in tiled if set(problem.cells) <= cells.keys()]
        old = Lying.of(middle)
    for row, was in zip(board.rows, old.rows, strict=True):
        always += line_problems(game, row, was, grey)
    always += offer_changes(rules, board, old, always)
    alone = lonely_marker(rules, board, old) if at is Checkpoint.TURN else ()
    return distinct(always or alone)

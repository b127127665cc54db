"""The end of the game: the eight scoring goals, totals and the winner (DU-R56 to DU-R68)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.games.azul_duel.board import CELLS, CELLS_OF, COLUMN_CELLS, ROW_CELLS, Board
from companion.games.azul_duel.catalogue import GOAL_RULES, check_goals
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.scoring import MOST_SCORE, dome_cell, total
from companion.games.base import ANY, SPECIAL, Result, Setup, Step, Steps, check_scores
from companion.games.common.options import read_options

DIAGONALS = (tuple(range(0, CELLS, 7)), tuple(range(5, CELLS - 5, 5)))
"""The two main diagonals: from the top-left and from the top-right corner."""
EDGE = tuple(c for c in range(CELLS) if c // 6 in (0, 5) or c % 6 in (0, 5))
CORNER_PLACES = {0: 3, 2: 3, 6: 8, 8: 8}
"""Corner place -> points when its dome tile is filled (DU-R64)."""
COLOURS_WANTED = 5
"""Different colours a row must show for G6 (DU-R63)."""
COLOURS_POINTS = 4
"""Points for each such row."""


class Line(NamedTuple):
    """Dome cells that are rewarded together: where, which of its kind it is, for how much."""

    where: str
    which: int
    points: int
    cells: tuple[int, ...]


def _each(kind: str, lines: Sequence[tuple[int, ...]], points: int) -> tuple[Line, ...]:
    return tuple(Line(f"{kind}/{which}", which, points, cells) for which, cells in enumerate(lines))


LINES = {
    "G1": _each("row", ROW_CELLS, 3),
    "G2": _each("column", COLUMN_CELLS, 7),
    "G3": _each("diagonal", DIAGONALS, 10),
    "G7": tuple(
        Line(f"place/{place // 3}/{place % 3}", place, points, CELLS_OF[place])
        for place, points in CORNER_PLACES.items()
    ),
}
"""Goals that reward filled cells, so many points for each line."""

Found = Iterable[tuple[str, int]]
"""What a goal rewards: where, and how many points."""


def _filled(board: Board, cells: Iterable[int]) -> bool:
    return all(board.dome[cell] is not None for cell in cells)


def printed(board: Board, space: str) -> tuple[int, ...]:
    """Return the dome cells that show ``space``."""
    return tuple(cell for cell in range(CELLS) if board.space(cell) == space)


def _multicoloured(board: Board, options: Options) -> Found:
    """G4: 2 points for each multicoloured space when all of them are filled (R61, R67)."""
    cells = printed(board, ANY)
    return [(dome_cell(cell), 2) for cell in cells] if _filled(board, cells) else []


def _edge(board: Board, options: Options) -> Found:
    """G5: each tile on the edge of the dome, 1 point."""
    return [(dome_cell(cell), 1) for cell in EDGE if board.dome[cell] is not None]


def _five_colours(board: Board, options: Options) -> Found:
    """G6: each row with at least five different colours, 4 points (R63, R66)."""
    found = []
    for row, cells in enumerate(ROW_CELLS):
        colours = {board.dome[cell] for cell in cells} - {None}
        if not options.goal_five_colours_special_counts:
            colours.discard(SPECIAL)
        if len(colours) >= COLOURS_WANTED:
            found.append((f"row/{row}", COLOURS_POINTS))
    return found


def _empty_special(board: Board, options: Options) -> Found:
    """G8: each empty special space on the own dome, 3 points lost (R65, R68)."""
    cells = printed(board, SPECIAL)
    return [(dome_cell(cell), -3) for cell in cells if board.dome[cell] is None]


_FIND: dict[str, Callable[[Board, Options], Found]] = {
    "G4": _multicoloured,
    "G5": _edge,
    "G6": _five_colours,
    "G8": _empty_special,
}


def agreed(setup: Setup) -> tuple[Options, tuple[str, ...]]:
    """Return the options of a setup and its goals; ``ValueError`` says what does not fit."""
    check_scores(setup, 0, MOST_SCORE)
    options = read_options(Options, "Azul Duel", setup.options)
    goals = setup.goals or options.first_game_goals
    if goals:
        check_goals(goals)
    return options, goals


def goal_steps(board: Board, goal: str, options: Options) -> Steps:
    """Return everything ``goal`` rewards on ``board``, a step each."""
    if goal in LINES:
        lines = LINES[goal]
        found: Found = [(each.where, each.points) for each in lines if _filled(board, each.cells)]
    else:
        found = _FIND[goal](board, options)
    return tuple(Step(cell, points, GOAL_RULES[goal]) for cell, points in found)


def final_steps(board: Board, goals: Iterable[str], score: int, options: Options) -> Steps:
    """Return the steps of all ``goals`` for a player with ``score``; the total stays above 0."""
    steps: Steps = ()
    for goal in goals:
        steps += goal_steps(board, goal, options)
        if options.goals_clamp == "each":
            steps += _lift(score + total(steps))
    return steps + _lift(score + total(steps))


def _lift(score: int) -> Steps:
    """Return the step that holds a total at 0 (DU-R68)."""
    return (Step("score", -score, "DU-R68"),) if score < 0 else ()


def rewarded(steps: Iterable[Step], goals: Iterable[str]) -> dict[str, int]:
    """Return how many times each goal was rewarded (or, for G8, punished)."""
    rules = [step.rule for step in steps]
    return {goal: rules.count(GOAL_RULES[goal]) for goal in goals}


def final_result(
    boards: Sequence[Board],
    scores: Sequence[int],
    goals: tuple[str, ...],
    first: int | None,
    over: bool,
    options: Options,
) -> Result:
    """Return the result; ``first`` holds the starting player tile and wins a tie (R57).

    Before the end there are no goals and no winners, and ``complete`` is False.
    """
    if not over:
        return Result(tuple(scores), ({}, {}), ((), ()), (), False)
    pairs = zip(boards, scores, strict=True)
    steps = tuple(final_steps(board, goals, score, options) for board, score in pairs)
    totals = tuple(score + total(each) for score, each in zip(scores, steps, strict=True))
    bonuses = tuple(rewarded(each, goals) for each in steps)
    return Result(totals, bonuses, steps, winners(totals, first), True)


def winners(totals: Sequence[int], first: int | None) -> tuple[int, ...]:
    """Return who won: most points, then the starting player tile (R57); both if nobody knows."""
    if totals[0] != totals[1]:
        return (totals.index(max(totals)),)
    return (0, 1) if first is None else (first,)

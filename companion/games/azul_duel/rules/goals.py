"""The end of the game: the eight scoring goals, totals and the winner (DU-R56 to DU-R68)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.azul_duel.board import CELLS, COLUMN_CELLS, ROW_CELLS, Board
from companion.games.azul_duel.catalogue import ANY, GOAL_RULES, SPECIAL
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.scoring import complete_dome_tile, dome_cell, total
from companion.games.base import Result, Step

DIAGONALS = (tuple(range(0, CELLS, 7)), tuple(range(5, CELLS - 5, 5)))
"""The two main diagonals: from the top-left and from the top-right corner."""
EDGE = tuple(c for c in range(CELLS) if c // 6 in (0, 5) or c % 6 in (0, 5))
CORNER_PLACES = {0: 3, 2: 3, 6: 8, 8: 8}
"""Corner place -> points when its dome tile is filled (DU-R64)."""

Found = Iterable[tuple[str, int]]
"""What a goal rewards: where, and how many points."""

Goal = Callable[[Board, Options], Found]


def _filled(board: Board, cells: Iterable[int]) -> bool:
    return all(board.dome[cell] is not None for cell in cells)


def _printed(board: Board, space: str) -> tuple[int, ...]:
    """Return the dome cells that show ``space``."""
    return tuple(cell for cell in range(CELLS) if board.space(cell) == space)


def _lines(name: str, lines: Sequence[Sequence[int]], points: int) -> Goal:
    """G1 to G3: so many points for each complete row, column or main diagonal."""

    def found(board: Board, options: Options) -> Found:
        pairs = enumerate(lines)
        return [(f"{name}/{number}", points) for number, cells in pairs if _filled(board, cells)]

    return found


def _multicoloured(board: Board, options: Options) -> Found:
    """G4: 2 points for each multicoloured space when all of them are filled (R61, R67)."""
    cells = _printed(board, ANY)
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
        if len(colours) >= 5:
            found.append((f"row/{row}", 4))
    return found


def _corners(board: Board, options: Options) -> Found:
    """G7: each filled corner dome tile, 3 points above and 8 below."""
    return [
        (f"place/{place // 3}/{place % 3}", points)
        for place, points in CORNER_PLACES.items()
        if complete_dome_tile(board, place)
    ]


def _empty_special(board: Board, options: Options) -> Found:
    """G8: each empty special space on the own dome, 3 points lost (R65, R68)."""
    cells = _printed(board, SPECIAL)
    return [(dome_cell(cell), -3) for cell in cells if board.dome[cell] is None]


_FIND: dict[str, Goal] = {
    "G1": _lines("row", ROW_CELLS, 3),
    "G2": _lines("column", COLUMN_CELLS, 7),
    "G3": _lines("diagonal", DIAGONALS, 10),
    "G4": _multicoloured,
    "G5": _edge,
    "G6": _five_colours,
    "G7": _corners,
    "G8": _empty_special,
}


def goal_steps(board: Board, goal: str, options: Options) -> tuple[Step, ...]:
    """Return everything ``goal`` rewards on ``board``, a step each."""
    rule = GOAL_RULES[goal]
    return tuple(Step(cell, points, rule) for cell, points in _FIND[goal](board, options))


def final_steps(
    board: Board, goals: Iterable[str], score: int, options: Options
) -> tuple[Step, ...]:
    """Return the steps of all ``goals`` for a player with ``score``; the total stays above 0."""
    steps: tuple[Step, ...] = ()
    for goal in goals:
        steps += goal_steps(board, goal, options)
        if options.goals_clamp == "each":
            steps += _lift(score + total(steps))
    return steps + _lift(score + total(steps))


def _lift(score: int) -> tuple[Step, ...]:
    """Return the step that holds a total at 0 (DU-R68)."""
    return (Step("score", -score, "DU-R68"),) if score < 0 else ()


def rewarded(steps: Iterable[Step], goals: Iterable[str]) -> dict[str, int]:
    """Return how many times each goal was rewarded (or, for G8, punished)."""
    rules = [step.rule for step in steps]
    return {goal: rules.count(GOAL_RULES[goal]) for goal in goals}


Pair = tuple[int, int]


def final_result(
    boards: tuple[Board, Board],
    scores: Pair,
    goals: tuple[str, ...],
    first: int | None,
    over: bool,
    options: Options,
) -> Result:
    """Return the result; ``first`` holds the starting player tile and wins a tie (R57).

    Before the end there are no goals and no winners, and ``complete`` is False.
    """
    if not over:
        return Result(scores, ({}, {}), ((), ()), (), False)
    one, two = (
        final_steps(board, goals, score, options)
        for board, score in zip(boards, scores, strict=True)
    )
    totals = (scores[0] + total(one), scores[1] + total(two))
    bonuses = (rewarded(one, goals), rewarded(two, goals))
    return Result(totals, bonuses, (one, two), winners(totals, first), True)


def winners(totals: Pair, first: int | None) -> tuple[int, ...]:
    """Return who won: most points, then the starting player tile (R57); both if nobody knows."""
    if totals[0] != totals[1]:
        return (totals.index(max(totals)),)
    return (0, 1) if first is None else (first,)

"""The end of the game: goals, totals and the winner (DU-R56, DU-R57)."""

from __future__ import annotations

from companion.games.azul_duel.board import Board
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.rules.goals import final_steps, rewarded
from companion.games.azul_duel.rules.scoring import total
from companion.games.base import Result

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

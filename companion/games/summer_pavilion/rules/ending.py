"""The end of the game: bonuses, tiles left on corners, who has won (SP-R42 to SP-R45)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.base import Result, Steps
from companion.games.summer_pavilion.layout import STARS, Spaces
from companion.games.summer_pavilion.rules.scoring import final_score, number_bonuses, star_bonuses
from companion.games.summer_pavilion.rules.stars import MULTICOLOURED, star_points
from companion.games.summer_pavilion.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Finish:
    """What counts at the end of one board: tiles, score so far, tiles on corner spaces."""

    spaces: Spaces
    score: int
    corners: int


def bonus_counts(rules: Rules, finish: Finish) -> Mapping[str, int]:
    """Return how many stars, numbers and corner tiles a board has, by name."""
    points = [star_points(finish.spaces, star) for star in range(STARS)]
    multicoloured = points.count(MULTICOLOURED)
    return {
        "stars": sum(map(bool, points)) - multicoloured,
        "multicoloured": multicoloured,
        "numbers": len(number_bonuses(rules.side, finish.spaces)),
        "corners": finish.corners,
    }


def _sheet(rules: Rules, finish: Finish) -> tuple[int, Steps]:
    bonuses = star_bonuses(finish.spaces) + number_bonuses(rules.side, finish.spaces)
    return final_score(finish.score, bonuses, finish.corners, rules.options)


def result_of_boards(rules: Rules, boards: Sequence[Finish], *, complete: bool) -> Result:
    """Return the result; before the end the totals so far, without bonuses or winners."""
    bonuses = tuple(bonus_counts(rules, board) for board in boards)
    if not complete:
        scores = tuple(board.score for board in boards)
        return Result(scores, bonuses, ((),) * len(boards), (), False)
    sheets = [_sheet(rules, board) for board in boards]
    scores = tuple(total for total, _ in sheets)
    winners = tuple(seat for seat, total in enumerate(scores) if total == max(scores))
    return Result(scores, bonuses, tuple(steps for _, steps in sheets), winners, True)

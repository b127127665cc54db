"""What tiles are worth: placements, the floor line, the bonuses at the end.

The one scoring code of the family; complete play and the reading of boards both use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import Result, Step, Steps
from companion.games.wall.board import FLOOR_SPACES, WallRow
from companion.games.wall.data import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    PENALTIES,
    ROW_BONUS,
    SIZE,
    TRACK_END,
    Rules,
    WallGame,
)

TOTAL_PENALTY = tuple(sum(PENALTIES[:count]) for count in range(FLOOR_SPACES + 1))
"""Occupied floor spaces -> points lost (R30)."""


class Placement(NamedTuple):
    """A tile moved to the wall, with the lengths of the runs through it (each at least 1)."""

    row: int
    column: int
    across: int
    down: int

    @property
    def points(self) -> int:
        """What the tile scores: 1 when isolated, else every run longer than 1 (R26 to R28)."""
        across, down = self.across, self.down
        if across == 1 or down == 1:
            return across * down
        return across + down


class Bonuses(NamedTuple):
    """How often a wall earns each reward at the end of the game."""

    rows: int
    columns: int
    colours: int


def run(line: Sequence[int | None], place: int) -> int:
    """Return the length of the unbroken run of tiles through ``place``, itself included."""
    first, after = place, place + 1
    while first and line[first - 1] is not None:
        first -= 1
    while after < SIZE and line[after] is not None:
        after += 1
    return after - first


def measure(wall: Sequence[WallRow], row: int, column: int) -> Placement:
    """Return the placement of a tile that has just been put on ``wall`` (R27 to R29)."""
    down = run([line[column] for line in wall], row)
    return Placement(row, column, run(wall[row], column), down)


def bonuses(wall: Sequence[WallRow]) -> Bonuses:
    """Count complete rows, complete columns and colours with all five tiles (R38 to R40)."""
    rows = sum(None not in row for row in wall)
    columns = sum(None not in column for column in zip(*wall, strict=True))
    tiles = [tile for row in wall for tile in row]
    return Bonuses(rows, columns, sum(tiles.count(colour) == SIZE for colour in range(SIZE)))


def has_complete_row(wall: Sequence[WallRow]) -> bool:
    """Tell whether this wall ends the game (R37)."""
    return any(None not in row for row in wall)


def placement_step(game: WallGame, placed: Placement) -> Step:
    """Return a placement as a line of the score sheet, with the rule that gave the points."""
    number = 26 if placed.points == 1 else 27 if placed.down == 1 else 28
    return Step(f"wall/{placed.row}/{placed.column}", placed.points, game.rule(number))


def floor_steps(game: WallGame, score: int, penalty: int) -> Steps:
    """Return what the floor takes from ``score``, and what R31 gives back so that it stays 0."""
    steps = [Step("floor", -penalty, game.rule(30))] if penalty else []
    if penalty > score:
        steps.append(Step("score", penalty - score, game.rule(31)))
    return tuple(steps)


def bonus_steps(game: WallGame, counted: Bonuses) -> Steps:
    """Return the rewards as lines of the score sheet, those that brought nothing left out."""
    rewards = (
        Step("rows", counted.rows * ROW_BONUS, game.rule(38)),
        Step("columns", counted.columns * COLUMN_BONUS, game.rule(39)),
        Step("colours", counted.colours * COLOUR_BONUS, game.rule(40)),
    )
    return tuple(step for step in rewards if step.points)


def winners(scores: Sequence[int], rows: Sequence[int]) -> tuple[int, ...]:
    """Return who wins: most points, then most complete rows, else shared (R41)."""
    ranks = list(zip(scores, rows, strict=True))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def capped(rules: Rules, score: int) -> int:
    """Return a score as option ``score_over_max`` keeps it (section 9)."""
    return min(score, TRACK_END) if rules.capped else score


def on_track(rules: Rules, score: int) -> int:
    """Return the number on which a cube stands: after 100 a score track goes round (section 9)."""
    counted = capped(rules, score)
    if rules.markers_end is not None or counted <= TRACK_END:
        return counted
    return (counted - 1) % TRACK_END + 1


def cap_steps(rules: Rules, score: int) -> Steps:
    """Return what option ``score_over_max`` takes off ``score``, as a line of its own."""
    over = score - capped(rules, score)
    return (Step("score", -over, rules.rule(31)),) if over else ()


def result_of(
    rules: Rules,
    walls: Sequence[Sequence[WallRow]],
    scores: Sequence[int],
    *,
    complete: bool,
    rewarded: bool = True,
) -> Result:
    """Return totals, rewards and winners; the rewards count only at the end (R37 to R41).

    There they are not paid either unless ``rewarded`` (option ``no_tiles_left``).
    """
    counted = [bonuses(wall) for wall in walls]
    named = tuple(count._asdict() for count in counted)
    if not complete:
        return Result(tuple(scores), named, ((),) * len(walls), (), complete=False)
    steps = tuple(bonus_steps(rules.game, count) if rewarded else () for count in counted)
    paid = [sum(step.points for step in sheet) for sheet in steps]
    reached = [sum(pair) for pair in zip(scores, paid, strict=True)]
    totals = tuple(capped(rules, score) for score in reached)
    best = winners(totals, [count.rows for count in counted])
    sheets = zip(steps, reached, strict=True)
    steps = tuple(sheet + cap_steps(rules, score) for sheet, score in sheets)
    return Result(totals, named, steps, best, complete=True)

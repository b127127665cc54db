"""Points: for a tile placed, for structures completed, at the end; the score track.

Complete play and the reading of boards use these functions alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.base import Step, Steps
from companion.games.common.tuples import put
from companion.games.summer_pavilion.layout import (
    BESIDE,
    CELLS,
    SLOTS,
    SPACES,
    STARS,
    Side,
    Spaces,
    Structure,
)
from companion.games.summer_pavilion.options import ACROSS_80_STOPS, ONE_TOKEN, Options
from companion.games.summer_pavilion.rules.stars import star_points

STARTING_SCORE = 5
LOWEST_SPACE = 1
MOST_SCORE = STARTING_SCORE + SLOTS * SPACES
"""More than any board brings: as if every tile had completed its star (SP-R28)."""
TRACK = 80
ONE_TOKEN_END = 2 * TRACK
"""The last number that a marker and a single token of 80 show."""

NUMBER_BONUS = {1: 4, 2: 8, 3: 12, 4: 16}
"""Printed number -> points when all spaces that show it are covered (SP-R42, SP-R43)."""


def _group_size(filled: int, slot: int) -> int:
    """Count the unbroken group around ``slot`` (0 to 5) in a star given as a bit mask."""
    if not filled >> slot & 1:
        return 0
    if filled == (1 << SLOTS) - 1:
        return SLOTS
    size = 1
    for direction in (1, -1):
        place = (slot + direction) % SLOTS
        while filled >> place & 1:
            size += 1
            place = (place + direction) % SLOTS
    return size


_GROUPS = tuple(
    tuple(_group_size(filled, slot) for slot in range(SLOTS)) for filled in range(1 << SLOTS)
)


def placement_points(spaces: Spaces, space: int) -> int:
    """Return the points of the tile on ``space``: the size of its group (SP-R27, SP-R28)."""
    first = space - space % SLOTS
    filled = 0
    for slot in range(SLOTS):
        if spaces[first + slot] is not None:
            filled |= 1 << slot
    return _GROUPS[filled][space - first]


def completed_by(spaces: Spaces, space: int) -> tuple[Structure, ...]:
    """Return the structures whose spaces are all occupied, ``space`` the last (SP-R30)."""
    return tuple(
        [
            structure
            for structure in BESIDE[space]
            if None not in [spaces[around] for around in structure.spaces]
        ]
    )


def add_points(score: int, points: int, options: Options) -> int:
    """Move the marker on, with a token of 80 for every lap (SP-R29)."""
    if options.point_tokens == ONE_TOKEN:
        return min(score + points, ONE_TOKEN_END)
    return score + points


def most_before_bonuses(options: Options) -> int:
    """Return a score that nobody can pass by placing tiles (SP-R28, option ``point_tokens``)."""
    return ONE_TOKEN_END if options.point_tokens == ONE_TOKEN else MOST_SCORE


def cap_steps(score: int, gained: int, total: int) -> Steps:
    """Return the line for what was not counted of ``gained`` points (option ``point_tokens``)."""
    over = score + gained - total
    return (Step("score", -over, "SP-R29"),) if over else ()


def lose_points(score: int, points: int, lowest: int | None, options: Options) -> int:
    """Move the marker back; never beyond ``lowest`` (None: no limit), nor up.

    With the option ``loss_across_80`` at ``"stop"`` the marker stays on its lap of the track.
    """
    if options.loss_across_80 == ACROSS_80_STOPS and score > TRACK:
        lap_start = (score - 1) // TRACK * TRACK + LOWEST_SPACE
        lowest = lap_start if lowest is None else max(lowest, lap_start)
    if lowest is None:
        return score - points
    return max(score - points, min(score, lowest))


def star_bonuses(spaces: Spaces) -> Steps:
    """Return the complete stars of a board with their points (SP-R42, SP-R48)."""
    worth = ((star, star_points(spaces, star)) for star in range(STARS))
    return tuple(Step(f"star/{star}", points, "SP-R42") for star, points in worth if points)


def number_bonuses(side: Side, spaces: Spaces) -> Steps:
    """Return the numbers whose spaces are all covered, with their points (SP-R43)."""
    return tuple(
        Step(f"number/{number}", points, "SP-R43")
        for number, points in NUMBER_BONUS.items()
        if None not in [spaces[space] for space in side.spaces_with(number)]
    )


def placement_step(spaces: Spaces, space: int) -> Step:
    """Return the line of the score sheet for the tile on ``space``."""
    return Step(CELLS[space], placement_points(spaces, space), "SP-R27")


def placement_steps(before: Spaces, after: Spaces, order: Iterable[int]) -> Steps:
    """Return the lines of the score sheet for the spaces that fill in this order."""
    steps = []
    for space in order:
        before = put(before, space, after[space])
        steps.append(placement_step(before, space))
    return tuple(steps)


def final_score(score: int, bonuses: Steps, tiles_left: int, options: Options) -> tuple[int, Steps]:
    """Return the score at the end, and the bonuses with the tiles left on corners (SP-R44)."""
    gained = sum(step.points for step in bonuses)
    if options.corner_penalty_after_bonuses:
        before = add_points(score, gained, options)
        total = lose_points(before, tiles_left, options.score_min, options)
        lost, bonuses = total - before, bonuses + cap_steps(score, gained, before)
    else:
        after = lose_points(score, tiles_left, options.score_min, options)
        lost = after - score
        total = add_points(after, gained, options)
        bonuses += cap_steps(after, gained, total)
    corners = (Step("corner", lost, "SP-R44"),) if tiles_left else ()
    return total, bonuses + corners

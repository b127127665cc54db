"""The open questions of the specification (section 9) as options, each with its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.common.options import fitting, one_of


def _points(value: Any) -> bool:
    """Tell whether a value gives points from 0 for each of the six rows."""
    points = isinstance(value, list | tuple) and all(type(n) is int and n >= 0 for n in value)
    return points and len(value) == 6


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


@dataclass(frozen=True, slots=True)
class Options:
    """How a table answers what the rulebook leaves open."""

    goal_five_colours_special_counts: bool = one_of(True, False)
    """G6: a special tile is one further colour (DU-R66)."""
    stack_draw_at_zero: bool = one_of(True, False)
    """A player without points may still draw from the dome stack; the score stays 0 (DU-R16)."""
    first_game_goals: tuple[str, ...] = fitting((), _names, "give names of goals such as 'G1'")
    """The goals on the table when the setup names none; empty: at random in complete play."""
    chips_need_space: bool = one_of(True, False)
    """Chips are refused on a line whose tile could not be placed afterwards (DU-R37)."""
    chips_partial: bool = one_of(False, True)
    """Chips may fill a line only partly; what was paid stays with the line (DU-R37)."""
    chips_strict_order: bool = one_of(True, False)
    """Lines are handled once, top to bottom; False: chips may reopen a line above (DU-R37)."""
    allow_partial_floor: bool = one_of(False, True)
    """Some of the taken tiles may be put on the broken-tile space at will (DU-R32)."""
    untaken_start_tile: str = one_of("taker", "keep")
    """Five equal tiles that could not be avoided bring the starting player tile; or ``keep``."""
    large_factory_single_colour: str = one_of("pour", "bag")
    """Pour the tower before five equal tiles are accepted (DU-R8); or take what the ``bag`` has."""
    impossible_line_timing: str = one_of("turn", "end")
    """When DU-R36 acts: when the line's ``turn`` comes, or at the ``end`` of the tiling."""
    goals_clamp: str = one_of("once", "each")
    """Hold the final score at 0 after all goals (``once``) or after ``each`` of them (DU-R68)."""
    score_max: int = fitting(99, lambda most: type(most) is int, "give a whole number")
    """The highest number the score markers can show; the true total is kept (DU-R3)."""
    special_points_by_row: tuple[int, ...] = fitting(
        (1, 2, 3, 4, 5, 6), _points, "give six numbers from 0, one per row"
    )
    """Points of a special tile by its row (DU-R44)."""
    dome_tiles: str = one_of("catalogue", "free")
    """Dome tiles on a real table are those of the catalogue, or ``free``: any three colours."""

    @property
    def lines_may_be_paid(self) -> bool:
        """Whether a line that waits may have spaces that chips paid for, which nobody sees."""
        return self.chips_partial or not self.chips_need_space

"""The open questions of the specification (section 9) as options, each with its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.common.options import ALL_THAT_FIT, fitting, one_of
from companion.games.info import DRAWN, PRINTED, HouseRule
from companion.games.saying import N_


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
    """Some of the taken tiles may be put on the broken-tile space at will (DU-R27)."""
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


HOUSE_RULES = (
    HouseRule("goal_five_colours_special_counts", 66,
        N_("Do special tiles count as a colour for the goal of five colours?"),
        {True: N_("Yes, as one more colour"), False: N_("No, they do not count")}),
    HouseRule("goals_clamp", 68,
        N_("When is a total below 0 raised to 0 while the goals are scored?"),
        {"once": N_("Once, after all goals"), "each": N_("After each goal")}),
    HouseRule("stack_draw_at_zero", 16,
        N_("May a player with 0 points draw a dome tile from the stack?"),
        {True: N_("Yes, the total stays at 0"), False: N_("No, not without a point")}),
    HouseRule("chips_need_space", 37,
        N_("Must the dome have a space for the tile before chips complete its line?"),
        {True: N_("Yes, otherwise none are spent"), False: N_("No, the line may wait complete")}),
    HouseRule("chips_partial", 37,
        N_("May chips pay for only some of the tiles that a line lacks?"),
        {False: N_("No, they must complete the line"),
         True: N_("Yes; they are counted when the line moves")}),
    HouseRule("allow_partial_floor", 27,
        N_("May a player break some of the tiles although the line has room for them?"),
        ALL_THAT_FIT),
    HouseRule("untaken_start_tile", 23,
        N_("Who gets the starting player tile when all tiles of the large factory are equal?"),
        {"taker": N_("Whoever takes these tiles"), "keep": N_("Whoever began this round")}),
    HouseRule("dome_tiles", 4, N_("Which dome tiles are in your box?"),
        {"catalogue": N_("The 18 of the printed game"), "free": N_("Others: any three colours")}),
)  # fmt: skip
"""What a family is asked."""

UNASKED = {
    "first_game_goals": "the page asks for the goals themselves",
    "large_factory_single_colour": DRAWN,
    "score_max": PRINTED,
    "special_points_by_row": PRINTED,
    "impossible_line_timing": "the moment makes no difference to any score",
    "chips_strict_order": "boards are scored from the top line down, whatever is answered",
}
"""What only programs can set, and why."""

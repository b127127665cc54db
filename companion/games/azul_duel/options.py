"""The open questions of the specification (section 9) as options, each with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

_WORDS = {
    "untaken_start_tile": ("taker", "keep"),
    "large_factory_single_colour": ("pour", "bag"),
    "impossible_line_timing": ("turn", "end"),
    "goals_clamp": ("once", "each"),
    "dome_tiles": ("catalogue", "free"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """How a table answers what the rulebook leaves open."""

    goal_five_colours_special_counts: bool = True
    """G6: a special tile is one further colour (DU-R66)."""
    stack_draw_at_zero: bool = True
    """A player without points may still draw from the dome stack; the score stays 0 (DU-R16)."""
    first_game_goals: tuple[str, ...] = ()
    """The goals on the table when the setup names none; empty: at random in complete play."""
    chips_need_space: bool = True
    """Chips are refused on a line whose tile could not be placed afterwards (DU-R37)."""
    chips_partial: bool = False
    """Chips may fill a line only partly; what was paid stays with the line (DU-R37)."""
    chips_strict_order: bool = True
    """Lines are handled once, top to bottom; False: chips may reopen a line above (DU-R37)."""
    allow_partial_floor: bool = False
    """Some of the taken tiles may be put on the broken-tile space at will (DU-R32)."""
    untaken_start_tile: str = "taker"
    """Five equal tiles that could not be avoided bring the starting player tile; or ``keep``."""
    large_factory_single_colour: str = "pour"
    """Pour the tower before five equal tiles are accepted (DU-R8); or take what the ``bag`` has."""
    impossible_line_timing: str = "turn"
    """When DU-R36 acts: when the line's ``turn`` comes, or at the ``end`` of the tiling."""
    goals_clamp: str = "once"
    """Hold the final score at 0 after all goals (``once``) or after ``each`` of them (DU-R68)."""
    score_max: int = 99
    """The highest number the score markers can show; the true total is kept (DU-R3)."""
    special_points_by_row: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    """Points of a special tile by its row (DU-R44)."""
    dome_tiles: str = "catalogue"
    """Dome tiles on a real table are those of the catalogue, or ``free``: any three colours."""

    @property
    def lines_may_be_paid(self) -> bool:
        """Whether a line that waits may have spaces that chips paid for, which nobody sees."""
        return self.chips_partial or not self.chips_need_space


def options_from(given: Mapping[str, Any]) -> Options:
    """Return the defaults with ``given`` over them; ``ValueError`` says what does not fit."""
    known = {field.name: getattr(Options(), field.name) for field in fields(Options)}
    for key, value in given.items():
        if key not in known:
            raise ValueError(f"Azul Duel has no option {key!r}; it knows {', '.join(known)}.")
        known[key] = _checked(key, value, known[key])
    return Options(**known)


def _checked(key: str, value: Any, default: Any) -> Any:
    """Return ``value`` when it has the kind and range of option ``key``."""
    if isinstance(default, tuple) and isinstance(value, list | tuple):
        return _checked_tuple(key, tuple(value))
    if type(value) is not type(default):
        raise ValueError(f"Option {key} must be like {default!r}, not {value!r}.")
    if key in _WORDS and value not in _WORDS[key]:
        raise ValueError(f"Option {key} must be one of {', '.join(_WORDS[key])}, not {value!r}.")
    return value


def _checked_tuple(key: str, value: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a list option as a tuple of the right length and kind."""
    if key == "special_points_by_row":
        if len(value) != 6 or any(type(points) is not int or points < 0 for points in value):
            raise ValueError(f"Option {key} needs six numbers from 0, one per row, not {value!r}.")
    elif any(not isinstance(goal, str) for goal in value):
        raise ValueError(f"Option {key} needs names of goals such as 'G1', not {value!r}.")
    return value

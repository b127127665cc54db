"""The questions that the rulebook leaves open, each with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

TAKE_WHAT_IS_THERE = "take-what-is-there"
AFTER_REFILL = "after-refill"
MORE_TOKENS = "more"
ONE_TOKEN = "one"
ACROSS_80_HANDS_BACK = "hand-back"
ACROSS_80_STOPS = "stop"
STARTER_STAYS = "same"
STARTER_MOVES_ON = "next"
POURED_WHEN_NEEDED = "when-needed"
POURED_AT_ONCE = "at-once"


@dataclass(frozen=True, slots=True)
class Options:
    """How the open questions of the rules are answered at this table.

    Attributes:
        score_min: lowest score when points are lost by SP-R37 or SP-R44; None: no limit.
        corner_penalty_after_bonuses: whether SP-R44 comes after the end bonuses.
        short_supply: with too few tiles in the supply, the rest of a bonus is lost
            (``"take-what-is-there"``) or taken when it has been filled up (``"after-refill"``).
        bonus_mandatory: whether bonus tiles must be taken; if not, fewer may be.
        bonus_combined_choice: whether the bonuses of two structures are one choice; if not, the
            smaller comes first and the supply is filled up in between.
        point_tokens: ``"more"`` tokens of 80 for a score above 160, or ``"one"``: it ends there.
        loss_across_80: a loss beyond space 1 gives the token back (``"hand-back"``) or ends on
            space 1 (``"stop"``).
        untaken_marker_next_start: when nobody took the marker, the ``"same"`` player starts
            again, or the ``"next"`` one clockwise.
        tower_poured: an empty bag is filled from the tower ``"when-needed"``, that is when the
            next tile has to be drawn, or ``"at-once"`` when its last tile was.
    """

    score_min: int | None = 1
    corner_penalty_after_bonuses: bool = True
    short_supply: str = TAKE_WHAT_IS_THERE
    bonus_mandatory: bool = True
    bonus_combined_choice: bool = True
    point_tokens: str = MORE_TOKENS
    loss_across_80: str = ACROSS_80_HANDS_BACK
    untaken_marker_next_start: str = STARTER_STAYS
    tower_poured: str = POURED_WHEN_NEEDED


CHOICES: Mapping[str, tuple[str, ...]] = {
    "short_supply": (TAKE_WHAT_IS_THERE, AFTER_REFILL),
    "point_tokens": (MORE_TOKENS, ONE_TOKEN),
    "loss_across_80": (ACROSS_80_HANDS_BACK, ACROSS_80_STOPS),
    "untaken_marker_next_start": (STARTER_STAYS, STARTER_MOVES_ON),
    "tower_poured": (POURED_WHEN_NEEDED, POURED_AT_ONCE),
}
"""The answers of the options that are neither a number nor yes or no."""

_NAMES = tuple(each.name for each in fields(Options))


def _acceptable(name: str, value: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name]
    if name == "score_min":
        return value is None or (isinstance(value, int) and not isinstance(value, bool))
    return isinstance(value, bool)


def read_options(given: Mapping[str, Any]) -> Options:
    """Return the options with defaults filled in; ``ValueError`` says what is not understood."""
    for name, value in given.items():
        if name not in _NAMES:
            raise ValueError(f"no option {name!r} in Summer Pavilion; known: {', '.join(_NAMES)}")
        if not _acceptable(name, value):
            answers = ", ".join(CHOICES.get(name, ())) or "a number or null, or true or false"
            raise ValueError(f"option {name!r} cannot be {value!r}; give one of: {answers}")
    return Options(**given)

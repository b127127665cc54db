"""The questions that the rulebook leaves open, each with its default."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.common.options import fitting, one_of

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

    score_min: int | None = fitting(
        1, lambda score: score is None or type(score) is int, "give a whole number, or null"
    )
    corner_penalty_after_bonuses: bool = one_of(True, False)
    short_supply: str = one_of(TAKE_WHAT_IS_THERE, AFTER_REFILL)
    bonus_mandatory: bool = one_of(True, False)
    bonus_combined_choice: bool = one_of(True, False)
    point_tokens: str = one_of(MORE_TOKENS, ONE_TOKEN)
    loss_across_80: str = one_of(ACROSS_80_HANDS_BACK, ACROSS_80_STOPS)
    untaken_marker_next_start: str = one_of(STARTER_STAYS, STARTER_MOVES_ON)
    tower_poured: str = one_of(POURED_WHEN_NEEDED, POURED_AT_ONCE)

"""The questions that the rulebook leaves open, each with its default."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.common.options import WHO_BEGINS, fitting, one_of
from companion.games.info import DRAWN, PRINTED, HouseRule
from companion.games.saying import N_

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


HOUSE_RULES = (
    HouseRule("bonus_mandatory", 30, N_("Must all bonus tiles be taken?"),
        {True: N_("Yes, all of them"), False: N_("No, fewer may be taken")}),
    HouseRule("bonus_combined_choice", 32,
        N_("How are bonus tiles chosen when one tile completes two structures?"),
        {True: N_("All at once"),
         False: N_("First the smaller bonus; then the supply is filled up")}),
    HouseRule("short_supply", 34,
        N_("What if the supply has fewer tiles than the bonus brings?"),
        {"take-what-is-there": N_("The rest is lost"),
         "after-refill": N_("The rest is taken once the supply is filled up")}),
    HouseRule("untaken_marker_next_start", 40,
        N_("Who begins the next round when nobody took the starting player marker?"), WHO_BEGINS),
    HouseRule("point_tokens", 29, N_("Do points above 160 count?"),
        {"more": N_("Yes, with another token of 80"), "one": N_("No, 160 is the most")}),
    HouseRule("loss_across_80", 29,
        N_("What if somebody with a token of 80 loses more points than space 1 allows?"),
        {"hand-back": N_("The token is handed back"), "stop": N_("The marker stops on space 1")}),
    HouseRule("corner_penalty_after_bonuses", 44,
        N_("When are the tiles on the corners paid for at the end of the game?"),
        {True: N_("After the bonuses"), False: N_("Before the bonuses")}),
)  # fmt: skip
"""What a family is asked."""

UNASKED = {"tower_poured": DRAWN, "score_min": PRINTED}
"""What only programs can set, and why."""

"""House rules: what the rulebooks leave open, as questions a family can answer.

The one table for the page of a new game, its form and the tests.  Offered is what people decide at
the table, where the companion follows each answer or takes what lies there.  Every other option is
in ``API_ONLY`` with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from web.languages import N_

Value = bool | str
"""An answer as ``Setup.options`` keeps it."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option as a question: the rule it is about, its answers in words, the usual one first."""

    option: str
    rule: str
    question: str
    answers: Mapping[Value, str]

    @property
    def usual(self) -> Value:
        """The answer of a game in which nobody says anything."""
        return next(iter(self.answers))


ALL_THAT_FIT: Mapping[Value, str] = {
    False: N_("No, all that fit go in the line"),
    True: N_("Yes, as many as the player likes"),
}

WHO_BEGINS: Mapping[Value, str] = {
    "same": N_("Whoever began this round"),
    "next": N_("The next player clockwise"),
}

WALL = (
    HouseRule("allow_partial_floor", "R13",
        N_("May a player drop some of the tiles on the floor although the line has room for them?"),
        ALL_THAT_FIT),
    HouseRule("marker_on_full_floor", "R11",
        N_("Where does the starting player marker go when the floor line is full?"),
        {"beside": N_("Beside the board, where it costs nothing"),
         "last-space": N_("On the last space; its tile goes into the lid")}),
    HouseRule("untaken_marker_next_start", "R36",
        N_("Who begins the next round when nobody took the starting player marker?"), WHO_BEGINS),
    HouseRule("no_placement_left", "R37",
        N_("What if no tile can reach any wall any more, though nobody has a complete row?"),
        {"end": N_("The game ends, with the bonuses"), "play-on": N_("You play on")}),
)  # fmt: skip

OVER_100 = HouseRule("score_over_max", "R31", N_("Do points above 100 count?"),
    {"keep": N_("Yes, the marker begins a second lap"), "cap": N_("No, 100 is the most")}
)  # fmt: skip

FREE_FLOOR = HouseRule("free_floor_same_turn", "R55",
    N_("Does the “0” display already take a tile of the turn in which it is taken?"),
    {True: N_("Yes, at once"), False: N_("No, only from the next turn on")}
)  # fmt: skip

DUEL = (
    HouseRule("goal_five_colours_special_counts", "R66",
        N_("Do special tiles count as a colour for the goal of five colours?"),
        {True: N_("Yes, as one more colour"), False: N_("No, they do not count")}),
    HouseRule("goals_clamp", "R68",
        N_("When is a total below 0 raised to 0 while the goals are scored?"),
        {"once": N_("Once, after all goals"), "each": N_("After each goal")}),
    HouseRule("stack_draw_at_zero", "R16",
        N_("May a player with 0 points draw a dome tile from the stack?"),
        {True: N_("Yes, the total stays at 0"), False: N_("No, not without a point")}),
    HouseRule("chips_need_space", "R37",
        N_("Must the dome have a space for the tile before chips complete its line?"),
        {True: N_("Yes, otherwise none are spent"), False: N_("No, the line may wait complete")}),
    HouseRule("chips_partial", "R37",
        N_("May chips pay for only some of the tiles that a line lacks?"),
        {False: N_("No, they must complete the line"),
         True: N_("Yes; they are counted when the line moves")}),
    HouseRule("allow_partial_floor", "R32",
        N_("May a player break some of the tiles although the line has room for them?"),
        ALL_THAT_FIT),
    HouseRule("untaken_start_tile", "R23",
        N_("Who gets the starting player tile when all tiles of the large factory are equal?"),
        {"taker": N_("Whoever takes these tiles"), "keep": N_("Whoever began this round")}),
    HouseRule("dome_tiles", "R4", N_("Which dome tiles are in your box?"),
        {"catalogue": N_("The 18 of the printed game"), "free": N_("Others: any three colours")}),
)  # fmt: skip

SUMMER_PAVILION = (
    HouseRule("bonus_mandatory", "R30", N_("Must all bonus tiles be taken?"),
        {True: N_("Yes, all of them"), False: N_("No, fewer may be taken")}),
    HouseRule("bonus_combined_choice", "R32",
        N_("How are bonus tiles chosen when one tile completes two structures?"),
        {True: N_("All at once"),
         False: N_("First the smaller bonus; then the supply is filled up")}),
    HouseRule("short_supply", "R34",
        N_("What if the supply has fewer tiles than the bonus brings?"),
        {"take-what-is-there": N_("The rest is lost"),
         "after-refill": N_("The rest is taken once the supply is filled up")}),
    HouseRule("untaken_marker_next_start", "R40",
        N_("Who begins the next round when nobody took the starting player marker?"), WHO_BEGINS),
    HouseRule("point_tokens", "R29", N_("Do points above 160 count?"),
        {"more": N_("Yes, with another token of 80"), "one": N_("No, 160 is the most")}),
    HouseRule("loss_across_80", "R29",
        N_("What if somebody with a token of 80 loses more points than space 1 allows?"),
        {"hand-back": N_("The token is handed back"), "stop": N_("The marker stops on space 1")}),
    HouseRule("corner_penalty_after_bonuses", "R44",
        N_("When are the tiles on the corners paid for at the end of the game?"),
        {True: N_("After the bonuses"), False: N_("Before the bonuses")}),
)  # fmt: skip

HOUSE_RULES: Mapping[str, tuple[HouseRule, ...]] = {
    "azul": (*WALL, OVER_100),
    "azul-mini": WALL,
    "master-chocolatier": (*WALL, OVER_100, FREE_FLOOR),
    "summer-pavilion": SUMMER_PAVILION,
    "azul-duel": DUEL,
}
"""Game -> what its page asks."""

ASKED_ELSEWHERE = ("special_factories", "first_game_goals")
"""Options that the page asks for among the main choices: displays and goals."""

DRAWN = "no camera sees tiles being drawn and laid out, so only complete play asks"
PRINTED = "a number that the box settles: printed on a board, or the end of a track"
UNCOUNTED = "the companion counts neither bag nor lid, so it cannot end a game for this"

WALL_API = {"fill_order": DRAWN, "no_tiles_left": UNCOUNTED}

API_ONLY: Mapping[str, Mapping[str, str]] = {
    "azul": WALL_API,
    "azul-mini": {**WALL_API, "score_tens_max": PRINTED, "score_over_max": PRINTED},
    "master-chocolatier": {**WALL_API, "special_setup_order": DRAWN},
    "summer-pavilion": {"tower_poured": DRAWN, "score_min": PRINTED},
    "azul-duel": {
        "large_factory_single_colour": DRAWN,
        "score_max": PRINTED,
        "special_points_by_row": PRINTED,
        "impossible_line_timing": "the moment makes no difference to any score",
        "chips_strict_order": "boards are scored from the top line down, whatever is answered",
    },
}
"""Game -> the options that only programs can set, each with why no family is asked."""

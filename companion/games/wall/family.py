"""What the games of the family say of themselves alike: open questions, reasons for points."""

from __future__ import annotations

from typing import Any

from companion.games.common.options import ALL_THAT_FIT, WHO_BEGINS
from companion.games.info import DRAWN, UNCOUNTED, GameInfo, HouseRule
from companion.games.saying import N_
from companion.games.wall.data import WallGame

HOUSE_RULES = (
    HouseRule("allow_partial_floor", 13,
        N_("May a player drop some of the tiles on the floor although the line has room for them?"),
        ALL_THAT_FIT),
    HouseRule("marker_on_full_floor", 11,
        N_("Where does the starting player marker go when the floor line is full?"),
        {"beside": N_("Beside the board, where it costs nothing"),
         "last-space": N_("On the last space; its tile goes into the lid")}),
    HouseRule("untaken_marker_next_start", 36,
        N_("Who begins the next round when nobody took the starting player marker?"), WHO_BEGINS),
    HouseRule("no_placement_left", 37,
        N_("What if no tile can reach any wall any more, though nobody has a complete row?"),
        {"end": N_("The game ends, with the bonuses"), "play-on": N_("You play on")}),
)  # fmt: skip
"""What every game of the family asks."""

OVER_100 = HouseRule("score_over_max", 31, N_("Do points above 100 count?"),
    {"keep": N_("Yes, the marker begins a second lap"), "cap": N_("No, 100 is the most")}
)  # fmt: skip

FREE_FLOOR = HouseRule("free_floor_same_turn", 55,
    N_("Does the “0” display already take a tile of the turn in which it is taken?"),
    {True: N_("Yes, at once"), False: N_("No, only from the next turn on")}
)  # fmt: skip

SPECIAL_FACTORIES = HouseRule("special_factories", 46, N_("Which displays do you use?"),
    {False: N_("The usual ones alone"), True: N_("The special factories too")}
)  # fmt: skip

UNASKED = {"fill_order": DRAWN, "no_tiles_left": UNCOUNTED}
"""What no family is asked in any game of the family."""

REASONS = {
    26: N_("stands alone"),
    27: N_("a row of %(length)d"),
    28: N_("counts its column, and its row if there is one"),
    30: N_("tiles on the floor line"),
    31: N_("never below zero"),
    38: N_("2 for each"),
    39: N_("7 for each"),
    40: N_("10 for each"),
}
"""Number of a rule -> why a step of the score sheet brings its points."""

CEILINGS = {31: N_("100 is the most")}
"""Number of a rule -> why a step takes points off a score (option ``score_over_max``)."""


def info_of(game: WallGame, title: str, **own: Any) -> GameInfo:
    """Return what the companion needs to know of a game of the family; ``own`` is its alone."""
    alike = {
        "reasons": {game.rule(number): said for number, said in REASONS.items()},
        "ceilings": {game.rule(number): said for number, said in CEILINGS.items()},
        "tie_break": "rows",
        "house_rules": HOUSE_RULES,
        "unasked": UNASKED,
        "engine": __package__,
        "data": game,
    }
    return GameInfo(name=game.name, title=title, prefix=game.prefix, **{**alike, **own})

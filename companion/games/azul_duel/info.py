"""Azul Duel, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.azul_duel.catalogue import GOAL_RULES, ROUNDS, TURNED
from companion.games.azul_duel.options import HOUSE_RULES, UNASKED
from companion.games.base import FIRST, SPECIAL, Checkpoint
from companion.games.info import GameInfo
from companion.games.saying import N_

INFO = GameInfo(
    name="azul-duel",
    title=N_("Azul Duel"),
    prefix="DU",
    shelf=5,
    boards={"coloured": "board"},
    players=(2,),
    tells_starter=False,
    goals=GOAL_RULES,
    unrewarded={
        "G1": N_("no row is complete"),
        "G2": N_("no column is complete"),
        "G3": N_("no diagonal is complete"),
        "G4": N_("no multicoloured space, or one is empty"),
        "G5": N_("no tile on the edge"),
        "G6": N_("no row has five colours"),
        "G7": N_("no corner tile is filled"),
        "G8": N_("no special space is empty"),
    },
    tie_break="start",
    house_rules=HOUSE_RULES,
    unasked=UNASKED,
    dome_tiles=TURNED,
    also={"dome": (SPECIAL,), "mark": (FIRST,)},
    may_tell={Checkpoint.OFFER_END: "chips", Checkpoint.TILED: "chips"},
    last_round=ROUNDS,
    drawn={"coloured": 22},
)

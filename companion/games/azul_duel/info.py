"""Azul Duel, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.azul_duel.catalogue import GOAL_RULES
from companion.games.base import FIRST, SPECIAL, Checkpoint
from companion.games.info import GameInfo

INFO = GameInfo(
    name="azul-duel",
    title="Azul Duel",
    prefix="DU",
    shelf=5,
    boards={"coloured": "board"},
    players=(2,),
    tells_starter=False,
    goals=GOAL_RULES,
    tie_break="start",
    also={"dome": (SPECIAL,), "mark": (FIRST,)},
    may_tell={Checkpoint.OFFER_END: "chips", Checkpoint.TILED: "chips"},
)

"""Master Chocolatier, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.base import FIRST, SPECIAL
from companion.games.info import DRAWN
from companion.games.saying import N_
from companion.games.wall.data import SpecialOptions, WallGame
from companion.games.wall.family import (
    FREE_FLOOR,
    HOUSE_RULES,
    OVER_100,
    SPECIAL_FACTORIES,
    UNASKED,
    info_of,
)

DATA = WallGame(
    name="master-chocolatier",
    prefix="CH",
    colours=("blue", "brown", "cream", "black", "red"),
    letters="bnckr",
    options=SpecialOptions,
)

INFO = info_of(
    DATA,
    title=N_("Azul: Master Chocolatier"),
    shelf=3,
    sides={"grey": N_("brown side")},
    asks=(SPECIAL_FACTORIES,),
    house_rules=(*HOUSE_RULES, OVER_100, FREE_FLOOR),
    unasked={**UNASKED, "special_setup_order": DRAWN},
    also={"line": (SPECIAL,), "wall": (SPECIAL,), "floor": (FIRST, SPECIAL)},
    drawn={"coloured": 12, "grey": 1},
)

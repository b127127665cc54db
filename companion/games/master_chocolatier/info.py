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

CHOCOLATE_BOX = {
    "en": {
        "wall": "chocolate box",
        "walls": "chocolate boxes",
        "walls tiled": "chocolate boxes filled",
        "walls are tiled": "chocolate boxes are filled",
        "on the wall": "in the chocolate box",
    },
    "pl": {
        "ściana": "bombonierka",
        "ściany": "bombonierki",
        "ścianie": "bombonierce",
        "na ścianie": "w bombonierce",
        "na każdej ścianie": "w każdej bombonierce",
        "na ścianę": "do bombonierki",
    },
    "cs": {
        "stěna": "bonboniéra",
        "stěny": "bonboniéry",
        "stěny obloženy": "bonboniéry zaplněny",
        "stěny obložené": "bonboniéry zaplněné",
        "stěně": "bonboniéře",
        "na stěně": "v bonboniéře",
        "na každé stěně": "v každé bonboniéře",
        "na stěnu": "do bonboniéry",
    },
}
"""What is a wall in the other games."""

INFO = info_of(
    DATA,
    title=N_("Azul: Master Chocolatier"),
    shelf=3,
    sides={"grey": N_("brown side")},
    words=CHOCOLATE_BOX,
    asks=(SPECIAL_FACTORIES,),
    house_rules=(*HOUSE_RULES, OVER_100, FREE_FLOOR),
    unasked={**UNASKED, "special_setup_order": DRAWN},
    also={"line": (SPECIAL,), "wall": (SPECIAL,), "floor": (FIRST, SPECIAL)},
    drawn={"coloured": 12, "grey": 1},
)

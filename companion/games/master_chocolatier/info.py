"""Master Chocolatier, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.base import FIRST, SPECIAL
from companion.games.info import GameInfo
from companion.games.wall.data import CHOICES, SPECIAL_CHOICES, WallGame

DATA = WallGame(
    name="master-chocolatier",
    prefix="CH",
    colours=("blue", "brown", "cream", "black", "red"),
    letters="bnckr",
    choices={**CHOICES, **SPECIAL_CHOICES},
)

INFO = GameInfo(
    name=DATA.name,
    title="Azul: Master Chocolatier",
    prefix=DATA.prefix,
    shelf=3,
    tie_break="rows",
    asks=("special_factories",),
    also={"line": (SPECIAL,), "wall": (SPECIAL,), "floor": (FIRST, SPECIAL)},
    engine="companion.games.wall",
    data=DATA,
)

"""Azul Mini, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.info import GameInfo
from companion.games.wall.data import CHOICES, MINI_CHOICES, WallGame

DATA = WallGame(
    name="azul-mini",
    prefix="MI",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
    choices={**CHOICES, **MINI_CHOICES},
)

INFO = GameInfo(
    name=DATA.name,
    title="Azul Mini",
    prefix=DATA.prefix,
    shelf=2,
    tie_break="rows",
    engine="companion.games.wall",
    data=DATA,
    records="companion.games.wall.records.differences",
)

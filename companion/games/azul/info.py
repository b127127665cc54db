"""Azul, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.info import GameInfo
from companion.games.wall.data import WallGame

DATA = WallGame(
    name="azul",
    prefix="AZ",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
)

INFO = GameInfo(
    name=DATA.name,
    title="Azul",
    prefix=DATA.prefix,
    shelf=1,
    tie_break="rows",
    engine="companion.games.wall",
    data=DATA,
    records="companion.games.wall.records.differences",
)

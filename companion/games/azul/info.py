"""Azul, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.wall.data import WallGame
from companion.games.wall.family import HOUSE_RULES, OVER_100, info_of

DATA = WallGame(
    name="azul",
    prefix="AZ",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
)

INFO = info_of(
    DATA,
    title="Azul",
    shelf=1,
    house_rules=(*HOUSE_RULES, OVER_100),
    records="companion.games.wall.records.differences",
    drawn={"coloured": 25, "grey": 5},
)

"""Azul Mini, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.info import PRINTED
from companion.games.wall.data import MiniOptions, WallGame
from companion.games.wall.family import UNASKED, info_of

DATA = WallGame(
    name="azul-mini",
    prefix="MI",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
    options=MiniOptions,
)

INFO = info_of(
    DATA,
    title="Azul Mini",
    shelf=2,
    unasked={**UNASKED, "score_tens_max": PRINTED, "score_over_max": PRINTED},
    records="companion.games.wall.records.differences",
    drawn={"coloured": 12, "grey": 2},
)

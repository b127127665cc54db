"""Summer Pavilion, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.info import GameInfo

INFO = GameInfo(
    name="summer-pavilion",
    title="Azul: Summer Pavilion",
    prefix="SP",
    shelf=4,
    boards={"coloured": "board", "grey": "board-grey"},
    also={},
    records="companion.games.summer_pavilion.records.differences",
)

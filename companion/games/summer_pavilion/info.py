"""Summer Pavilion, as the rest of the companion knows it."""

from __future__ import annotations

from companion.games.info import GameInfo
from companion.games.saying import N_
from companion.games.summer_pavilion.layout import STAR_NAMES, STRUCTURES
from companion.games.summer_pavilion.options import HOUSE_RULES, UNASKED
from companion.games.summer_pavilion.position import LAST_ROUND

INFO = GameInfo(
    name="summer-pavilion",
    title=N_("Azul: Summer Pavilion"),
    prefix="SP",
    shelf=4,
    boards={"coloured": "board", "grey": "board-grey"},
    ceilings={"SP-R29": N_("160 is the most")},
    also={},
    house_rules=HOUSE_RULES,
    unasked=UNASKED,
    ornaments={one.kind: one.bonus for one in STRUCTURES},
    stars=STAR_NAMES,
    last_round=LAST_ROUND,
    records="companion.games.summer_pavilion.records.differences",
    drawn={"coloured": 18, "grey": 3},
)

"""Lilac Window, as the rest of the companion knows it."""

from companion.games.info import GameInfo, HouseRule, Look
from companion.games.saying import N_

INFO = GameInfo(
    name="lilac-window",
    title="Lilac Window",
    prefix="LW",
    shelf=6,
    boards={"coloured": "board"},
    players=(2, 3),
    tie_break="panes",
    also={},
    reasons={"LW-R3": N_("with the panes beside it")},
    house_rules=(
        HouseRule(
            "rows_count",
            5,
            N_("Do complete rows count?"),
            {True: N_("Yes, 2 points each"), False: N_("No, only the tiles")},
        ),
    ),
    looks={
        "lilac": Look(
            fill="#b79ad6",
            ink="#4a2f6b",
            glyph="M0 -5A5 5 0 1 0 0 5A5 5 0 1 0 0 -5Z",
            words={"en": "lilac", "pl": "liliowy", "cs": "šeříková"},
        )
    },
)

"""Lilac Window, as the rest of the companion knows it."""

from companion.games.info import GameInfo, Look

INFO = GameInfo(
    name="lilac-window",
    title="Lilac Window",
    prefix="LW",
    shelf=6,
    boards={"coloured": "board"},
    players=(2, 3),
    tie_break="panes",
    also={},
    looks={
        "lilac": Look(
            fill="#b79ad6",
            ink="#4a2f6b",
            glyph="M0 -5A5 5 0 1 0 0 5A5 5 0 1 0 0 -5Z",
            words={"en": "lilac", "pl": "liliowy", "cs": "šeříková"},
        )
    },
)

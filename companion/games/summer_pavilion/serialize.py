"""The JSON form of positions: tiles counted by colour, boards as filled spaces."""

from __future__ import annotations

from typing import Any

from companion.games.common.position_json import (
    Form,
    among,
    converted,
    counts,
    maybe,
    plain,
    record,
    several,
    table,
)
from companion.games.summer_pavilion.layout import SPACE, cells_of
from companion.games.summer_pavilion.position import PlayerBoard, Position
from companion.games.summer_pavilion.reading.span import spaces_seen
from companion.games.summer_pavilion.tiles import COLOURS

GAME = "summer-pavilion"

_TILES = counts(COLOURS, zeros=False)
_SPACES = converted(table(SPACE, among(COLOURS)), cells_of, spaces_seen)
_BOARD = record(PlayerBoard, {"spaces": _SPACES, "beside": _TILES, "corners": _TILES})

# As text: the number is too long for JSON readers that know only floating point.
_DIGITS = plain(
    str,
    "16 hexadecimal digits",
    lambda word: len(word) == 16 and set(word) <= set("0123456789abcdef"),
)
_GENERATOR = converted(_DIGITS, lambda state: f"{state:016x}", lambda word: int(word, 16))


def position_form(side: str) -> Form[Position]:
    """Return the form of positions on one side of the boards."""
    special: dict[str, Form[Any]] = {
        **dict.fromkeys(("centre", "supply", "bag", "tower"), _TILES),
        "displays": several(_TILES),
        "boards": several(_BOARD),
        "generator": maybe(_GENERATOR),
    }
    return record(Position, special, {"game": GAME, "variant": side})

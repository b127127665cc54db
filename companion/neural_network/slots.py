"""The words of the model: slots, kinds, shapes and names, each as a number.

A slot is what lies on a cell or is printed there.  A set's colours take the first slots in the
order of the board's file; which colour has which slot means nothing by itself.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.boards import TILE_KINDS, Board, Cell
from companion.games.base import ANY, FIRST, SPECIAL

COLOURS = 6
"""Most colours a game has."""

FIRST_SLOT = 6
SPECIAL_SLOT = 7
EMPTY = 8
"""Nothing lies there; of print: nothing is printed."""

ANY_SLOT = 6
"""Of print: a space for any colour, which no tile is."""

SLOTS = 9

STACK = "broken"
"""The kind of cell on which tiles are stacked."""

KINDS = (*TILE_KINDS, "loose")
"""Kinds of cells that hold tiles; ``loose`` is a place beside the boards."""

DOME = KINDS.index("dome")
"""The number of cells of which dome tiles make the print."""

ROUND = "round"
SHAPES = ("square", "rhombus", ROUND)

NAMES = (
    "blue", "yellow", "red", "black", "white", "brown", "cream", "purple", "orange", "green",
    "turquoise", "first", "special",
)  # fmt: skip
UNNAMED = len(NAMES)

_NAMED = {FIRST: FIRST_SLOT, ANY: ANY_SLOT, SPECIAL: SPECIAL_SLOT}


@lru_cache(maxsize=16)
def tile_cells(board: Board) -> tuple[Cell, ...]:
    """Return the cells of a board that hold tiles, in the order of its file."""
    return board.of_kind(*KINDS)


def slot_of(content: str | None, board: Board) -> int:
    """Return the slot of what lies on a cell (None: nothing) or is printed there."""
    if content is None:
        return EMPTY
    return _NAMED[content] if content in _NAMED else board.colours.index(content)


def content_of(slot: int, board: Board) -> str | None:
    """Return what lies on a cell of a ``slot``; undoes ``slot_of``."""
    if slot == EMPTY:
        return None
    return {FIRST_SLOT: FIRST, SPECIAL_SLOT: SPECIAL}.get(slot) or board.colours[slot]


def names_of(board: Board, *, named: bool = True) -> NDArray[np.int64]:
    """Return the names (SLOTS - 1,) of the slots, as numbers; of colours only where ``named``."""
    names = np.full(SLOTS - 1, UNNAMED)
    names[FIRST_SLOT], names[SPECIAL_SLOT] = NAMES.index(FIRST), NAMES.index(SPECIAL)
    for slot, colour in enumerate(board.colours if named else ()):
        names[slot] = NAMES.index(colour) if colour in NAMES else UNNAMED
    return names


def may_lie(kind: str, colours: int) -> tuple[int, ...]:
    """Return the slots of what may lie on a cell of a kind, in a game of so many colours."""
    if kind == "mark":
        return FIRST_SLOT, EMPTY
    more = {"floor": (FIRST_SLOT,), "loose": (FIRST_SLOT,), "dome": (SPECIAL_SLOT,)}
    return (*range(colours), *more.get(kind, ()), EMPTY)

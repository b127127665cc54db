"""The cells of a board that are looked at: worked out once for each board."""

from __future__ import annotations

from functools import lru_cache

from companion.boards import Board
from companion.boards.cell_places import Layout
from companion.neural_network.slots import KINDS


@lru_cache(maxsize=16)
def layout_of(board: Board, *kinds: str) -> Layout:
    """Return the cells of a board that hold tiles, or those of ``kinds``, in the file's order."""
    return Layout(board.of_kind(*(kinds or KINDS)), board.tile)

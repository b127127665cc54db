"""Whether a board shows its game's colours: coloured spaces are a legend, and can be read as one.

Each space may look like a space of this game and the board be none all the same: a home-made card
with colours wherever somebody liked them, a board that lies the other way round, another side.
Spaces of one colour then differ from each other as spaces of different colours do.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import TINY, Slots
from companion.vision.cells.contents import seem_bare
from companion.vision.cells.said import Answers
from companion.vision.cells.seen import BareCells
from companion.vision.cells.slots import COLOURS, slot_of, tile_cells
from companion.vision.cells.weights import Array

UNLIKE = 0.7
"""How different spaces of one colour are, against all coloured ones, from which on a board's
colours are not its game's.  Of 120 drawn boards seen bare none is over 0.5, of as many with colours
shuffled none is under 0.62 and half are over 0.97: to refuse a family's board is worse than to take
a home-made one, so not halfway between the nearest two."""

LEAST = 10
"""Bare coloured spaces without which nothing is said: fewer may be alike by chance."""


def is_another(said: Answers, bare: BareCells, seen: Mask, board: Board) -> bool:
    """Tell whether the ``seen`` cells (N,) of a board have other colours than its game's.

    Spaces that were never seen bare count where they seem to be; a board on which many tiles are
    taken for spaces looks like another, and is as little to be trusted.
    """
    shown = bare.given if bare.given.all() else bare.given | seem_bare(said, board)
    legend = seen & shown & _coloured(board)
    if legend.sum() < LEAST:
        return False
    return disorder(said.bare[legend], bare.printed[legend]) > UNLIKE


def disorder(looks: Array, colours: Slots) -> float:
    """Return the variance of looks (N, F) of one colour, over the variance of all.

    ``colours`` (N,) are any numbers; near 0 where they tell what looks alike, 1 where they tell
    nothing.
    """
    away = looks - looks.mean(axis=0, dtype=float)
    all_ = float((away * away).sum())
    belongs = np.equal.outer(np.unique(colours), colours)
    shifts, counts = belongs @ away, belongs.sum(axis=1)  # of the middles, times how many they are
    within = all_ - float((shifts * shifts).sum(axis=1) @ (1 / counts))
    free = max(len(looks) - len(counts), 1), len(looks) - 1
    return within / free[0] / max(all_ / free[1], TINY)


@lru_cache(maxsize=16)
def _coloured(board: Board) -> Mask:
    """Return which cells (N,) are printed in a colour by the board's file."""
    slots = [slot_of(cell.colour, board) for cell in tile_cells(board)]
    return np.array(slots) < COLOURS

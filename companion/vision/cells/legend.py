"""Whether a board shows its game's colours: coloured spaces are a legend, and can be read as one.

Each space may look like a space of this game and the board be none all the same: a home-made card
with colours wherever somebody liked them, a board that lies the other way round, another side.
Spaces of one colour then differ from each other as spaces of different colours do.

Whether a board lies with the wrong side up is told by which side's spaces its own look more like.

Or the legend is in order and calls its colours otherwise: who plays Master Chocolatier on boards of
Azul has red spaces where the game's file says cream.  Then names tell what a tile is, not the wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.boards.board_family import other_side
from companion.chosen_numbers import LEAST_LEGEND, OTHERWISE, UNLIKE
from companion.neural_network.attention import TINY, Answers, Slots
from companion.neural_network.encoders import Windows
from companion.neural_network.slots import COLOURS, SLOTS, slot_of, tile_cells
from companion.neural_network.weights import Array
from companion.vision.cells.contents import hidden_cells, is_strange, log_chances, seem_bare
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import PictureCells
from companion.vision.cells.recognition import glance, name_loose
from companion.vision.cells.seen import BareCells, SeenCells


def is_unknown(said: Answers, bare: BareCells, seen: SeenCells, board: Board) -> bool:
    """Tell whether a board is none of the game's, by those of its cells that are in sight."""
    clear = seen.inside & ~seen.lit & ~hidden_cells(said)
    shown = clear & (bare.given if bare.given.all() else bare.given | seem_bare(said, board))
    return is_strange(said, clear) or is_another(said, shown, board)


def is_another(said: Answers, shown: Mask, board: Board) -> bool:
    """Tell whether the spaces ``shown`` bare (N,) have other colours than the game's.

    A board on which many tiles are taken for spaces looks like another: it is trusted as little.
    """
    legend = shown & _coloured(board)
    if legend.sum() < LEAST_LEGEND:
        return False
    return disorder(said.bare[legend], _slots(board)[legend]) > UNLIKE


def other_side_fits(cells: PictureCells, clear: Mask, board: Board) -> float:
    """Return how well a board's ``cells`` fit its other side, asked alone: a mean logit.

    Both have their spaces in the same places.  Those count that are ``clear`` (N,).
    """
    other = other_side(board)
    if other is None:
        return -np.inf
    printed = np.where(cells.printed == _slots(board), _slots(other), cells.printed)
    asked = glance(other, replace(cells, printed=printed), NOTHING_KNOWN)[0]
    return float(asked.fits[clear].mean())


def is_misnamed(boards: Sequence[BareCells], board: Board) -> bool:
    """Tell whether the spaces of a set's boards look like other colours than the file says.

    Those count that are given bare.
    """
    given = [each.given & _coloured(board) for each in boards]
    if sum(int(each.sum()) for each in given) < LEAST_LEGEND:
        return False
    windows = np.concatenate(
        [each.windows[which] for each, which in zip(boards, given, strict=True)]
    )
    slots = np.concatenate([_slots(board)[which] for which in given])
    fits = _orders_told(windows, slots, board)
    return bool(fits.max() - fits[0] > OTHERWISE)


def without_names(bare: BareCells, board: Board) -> BareCells:
    """Return the same without what the board's file says of the colours of its spaces."""
    return bare.with_prints(dict.fromkeys(np.flatnonzero(_coloured(board)).tolist(), SLOTS))


def is_without_names(bare: BareCells, board: Board) -> bool:
    """Tell whether this was done."""
    return bool((bare.printed[_coloured(board)] == SLOTS).any())


def names_fit(seen: SeenCells, said: Answers, board: Board) -> float:
    """Return how well the colours of a board's spaces fit the names that its file gives them.

    In nats, one for each colour's mean space: bare as they look, with a tile as it does.
    """
    coloured = _coloured(board)
    if not coloured.any():
        return 0.0
    bare = seem_bare(said, board)[:, None, None, None]
    windows, slots = np.where(bare, seen.base, seen.top)[coloured], _slots(board)[coloured]
    told = _names_told(windows, board)[np.arange(len(slots)), slots]
    return float(sum(told[slots == slot].mean() for slot in np.unique(slots)))


def _orders_told(windows: Windows, slots: Slots, board: Board) -> Array:
    """Return how well each order of names fits spaces that have one colour a slot, in nats.

    They are named as loose tiles are, by what such tiles usually look like, and all of them at
    once: each name goes to one colour.  The first order is the file's own.
    """
    told, every = _names_told(windows, board), np.arange(len(board.colours))
    belongs = np.equal.outer(every, slots)
    means = belongs @ told / np.maximum(belongs.sum(axis=1), 1)[:, None]
    return np.asarray(means[every, list(permutations(every))].sum(axis=1))


def _names_told(windows: Windows, board: Board) -> Array:
    """Return the log-likelihood (N, C) of each colour's name, from how spaces look alone."""
    said = name_loose(windows, board, (), NOTHING_KNOWN)
    may = np.arange(SLOTS) < len(board.colours)
    return log_chances(said.lies, may)[:, may]


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
def _slots(board: Board) -> Slots:
    """Return the slots (N,) of what is printed on the cells by the board's file."""
    return np.array([slot_of(cell.colour, board) for cell in tile_cells(board)])


def _coloured(board: Board) -> Mask:
    """Return which cells (N,) are printed in a colour by the board's file."""
    return np.asarray(_slots(board) < COLOURS)

"""Glare: a lamp mirrored on the board until nothing of it can be seen.

A washed-out place is not empty and not white: its cells are covered, and people are told to move
the lamp.  White tiles in bright light are told from glare by their ornament and their edges, which
glare swallows.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell
from companion.vision.arrays import Mask
from companion.vision.rectify import SCALE, Flat, to_flat

BLOWN = 250
"""Level that all three channels must reach before a pixel says nothing any more."""

LEAST = 0.002
"""Share of such pixels below which a board has no glare."""

CORE_MM = 13.0
"""Diameter of a spot without any detail that only glare makes."""

AROUND_MM = 8.0
"""How far around such a spot colours are still washed out."""

SHRINK = 3
"""Every third pixel is looked at; glare is large."""


def glare_cells(flat: Flat, cells: Sequence[Cell]) -> frozenset[str]:
    """Return the ids of the cells whose middle glare hides in a flat picture of the board."""
    blue, green, red = cv2.split(np.ascontiguousarray(flat.image[::SHRINK, ::SHRINK]))
    blown = np.asarray(cv2.min(cv2.min(blue, green), red)) >= BLOWN
    if blown.mean() < LEAST:
        return frozenset()
    spots = _spots(blown)
    if not spots.any():
        return frozenset()
    middles = to_flat(np.array([cell.centre_mm for cell in cells])) / SHRINK
    x, y = middles.round().astype(int).T
    return frozenset(cell.id for cell, hidden in zip(cells, spots[y, x], strict=True) if hidden)


def _spots(blown: Mask) -> NDArray[np.uint8]:
    """Keep what is large and without detail, and what lies around it."""
    core = cv2.erode(blown.astype(np.uint8), _disc(CORE_MM))
    return np.asarray(cv2.dilate(core, _disc(CORE_MM + 2 * AROUND_MM)), np.uint8)


def _disc(diameter_mm: float) -> NDArray[np.uint8]:
    side = round(diameter_mm * SCALE / SHRINK) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)

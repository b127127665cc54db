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

CORE_MM = 13.0
"""Diameter of a spot without any detail that only glare makes."""

AROUND_MM = 8.0
"""How far around such a spot colours are still washed out."""

OVERLAP = 0.3
"""Share of a cell under glare from which it is covered."""


def glare_cells(flat: Flat, cells: Sequence[Cell]) -> frozenset[str]:
    """Return the ids of the cells that glare hides in a flat picture of the board."""
    blown = flat.image.min(axis=2) >= BLOWN
    if blown.mean() < 1e-3:
        return frozenset()
    spots = _spots(blown)
    return frozenset(cell.id for cell in cells if _overlap(spots, cell) > OVERLAP)


def _spots(blown: Mask) -> NDArray[np.uint8]:
    """Keep what is large and without detail, and what lies around it."""
    core = cv2.erode(blown.astype(np.uint8), _disc(CORE_MM))
    return np.asarray(cv2.dilate(core, _disc(CORE_MM + 2 * AROUND_MM)), np.uint8)


def _overlap(spots: NDArray[np.uint8], cell: Cell) -> float:
    mask = np.zeros_like(spots)
    cv2.fillPoly(mask, [to_flat(np.array(cell.polygon_mm)).round().astype(np.int32)], 1)
    return float(spots[mask > 0].mean()) if mask.any() else 0.0


def _disc(diameter_mm: float) -> NDArray[np.uint8]:
    side = round(diameter_mm * SCALE) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)

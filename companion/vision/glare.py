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

from companion.boards import Board, Cell
from companion.vision.arrays import Mask, Vector
from companion.vision.light import Light
from companion.vision.rectify import SCALE, Flat, to_flat

BLOWN = 250
"""Level that all three channels must reach before a pixel says nothing any more."""

LEAST = 0.002
"""Share of such pixels below which a board has no glare."""

CORE_MM = 13.0
"""Diameter of a spot without any detail that only glare makes."""

AROUND_MM = 14.0
"""How far around such a spot colours are still washed out."""

HAZE_MM = 36.0
"""How far around it a lamp's reflection still lies over the colours and pales them."""

HAZY = 0.2
"""Part of the evidence that counts there."""

ASTRAY_MM = 4.0
"""Diameter of what is looked at around a place in the picture of the empty board."""

ALMOST = 243.0
"""Level from which on print may be cut off: light is known to a few parts in a hundred."""

SHRINK = 3
"""Every third pixel is looked at; glare is large."""


def glare_cells(
    flat: Flat, cells: Sequence[Cell], board: Board, light: Light, bare: Flat | None
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the ids of cells that glare hides in a flat picture, and of those it only pales.

    What the empty ``board`` (``bare``, None where no picture shows it) would be too bright to see
    in this light is cut off without glare.
    """
    blown = _blown_out(flat)
    if blown.mean() < LEAST:
        return frozenset(), frozenset()
    if bare is not None:
        blown &= ~_bright_print(bare, light, board.size_mm)
    away_mm = _away_mm(blown, cells)
    hidden = [cell.id for cell, away in zip(cells, away_mm, strict=True) if away < AROUND_MM]
    hazy = [cell.id for cell, away in zip(cells, away_mm, strict=True) if away < HAZE_MM]
    return frozenset(hidden), frozenset(hazy) - frozenset(hidden)


def _blown_out(flat: Flat) -> Mask:
    """Return where nothing can be told any more (H, W), at a third of the size."""
    blue, green, red = cv2.split(np.ascontiguousarray(flat.image[::SHRINK, ::SHRINK]))
    return np.asarray(cv2.min(cv2.min(blue, green), red) >= BLOWN)


def _bright_print(bare: Flat, light: Light, size_mm: tuple[float, float]) -> Mask:
    """Return where the empty board (``bare``) would be as bright in this light, or almost."""
    small = np.ascontiguousarray(bare.image[::SHRINK, ::SHRINK]).astype(np.float32)
    lit = (light.tone(small) * light.spread(small.shape[:2], size_mm)).min(axis=2)
    return np.asarray(cv2.dilate((lit >= ALMOST).astype(np.uint8), _disc(ASTRAY_MM)) > 0)


def _away_mm(blown: Mask, cells: Sequence[Cell]) -> Vector:
    """Return how far the middle of each cell (N,) lies from what is large and without detail."""
    core = cv2.erode(blown.astype(np.uint8), _disc(CORE_MM))
    if not core.any():
        return np.full(len(cells), np.inf)
    away = cv2.distanceTransform(1 - core, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    middles = to_flat(np.array([cell.centre_mm for cell in cells])) / SHRINK
    x, y = middles.round().astype(int).T
    return np.asarray(away[y, x] * SHRINK / SCALE - CORE_MM / 2, float)


def _disc(diameter_mm: float) -> NDArray[np.uint8]:
    side = round(diameter_mm * SCALE / SHRINK) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)

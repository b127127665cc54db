"""At which height an ornament lies, told from where it is symmetric.

Every ornament of these games looks the same after half a turn.  Seen from the side, what lies on a
tile's top is displaced against the print below; so the centre of symmetry says whether an ornament
is printed on the board or carried by a tile.  No template is needed, whatever the printing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Points, Vector
from companion.vision.patches import square_textures
from companion.vision.rectify import SCALE, Flat

REACH = 0.75
"""Half the width of the window over a tile's size: the ornament on print and on tile lie inside."""

NEAR = 0.4
MOST_MM = 2.5
"""How far from its place a centre is looked for: part of the displacement, but never further."""

CLEAR = 0.4
"""Correlation with itself after half a turn that only an ornament has; edges have less."""

FEW_MM = 2.0
"""Displacement of a tile's top from which on the two can be told apart."""


def printed_symmetry(flat: Flat, cells: Sequence[Cell], tile: Tile, leans_mm: Points) -> Vector:
    """Return for each cell (N,) how much more symmetric it is about print than about a tile.

    ``flat`` is the board at the board's height, ``leans_mm`` (N, 2) how far a tile's top there is
    displaced.  From -1 (a tile's) to 1 (the print's); 0 where the camera stands straight above.
    """
    windows = square_textures(flat, cells, tile, round(REACH * tile.size_mm * SCALE))
    return np.array([_compare(w, lean) for w, lean in zip(windows, leans_mm, strict=True)])


def _compare(window: NDArray[np.float32], lean_mm: Points) -> float:
    """Compare the symmetry (S, S, 3) about the middle with that about the displaced middle."""
    far = float(np.hypot(*lean_mm))
    if far < FEW_MM:
        return 0.0
    symmetry, offsets = _symmetry(window)
    away = np.hypot(offsets[0] - lean_mm[0], offsets[1] - lean_mm[1])
    near = min(NEAR * far, MOST_MM)
    about_print = symmetry[np.hypot(*offsets) <= near].max()
    about_tile = symmetry[away <= near].max()
    best = max(about_print, about_tile, 1e-6)
    return float((about_print - about_tile) / best * min(1.0, best / CLEAR))


def _symmetry(window: NDArray[np.float32]) -> tuple[Vector, tuple[Vector, Vector]]:
    """Return the window's correlation with itself turned about each point, and the points in mm."""
    side = window.shape[0]
    full = 2 * side
    spectrum = np.fft.rfft2(window, s=(full, full), axes=(0, 1))
    turned = np.fft.irfft2((spectrum * spectrum).sum(axis=2), s=(full, full), axes=(0, 1))
    centres = (np.arange(full) / 2 - (side - 1) / 2) / SCALE
    xs, ys = np.meshgrid(centres, centres)
    return turned / max(float((window * window).sum()), 1e-6), (xs, ys)

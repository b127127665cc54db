"""The little pictures of all cells of a board at once."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell
from companion.vision.rectify import SCALE, Flat, to_flat

SHARE = 0.36
"""Half the width of a patch over a tile's: the centre, where neighbours and edges do not reach."""

FINE = 3
COARSE = 9
"""Widths in flat pixels between which ornaments live; light and shadow are coarser."""


def patches(flat: Flat, cells: Sequence[Cell], tile_mm: float) -> NDArray[np.float32]:
    """Return the middles of ``cells`` (N, K, 3): K pixels each, blue, green, red from 0 to 255."""
    reach = round(SHARE * tile_mm * SCALE)
    steps = np.arange(-reach, reach + 1)
    centres = to_flat(np.array([cell.centre_mm for cell in cells])).round().astype(int)
    ys = np.clip(centres[:, 1, None] + steps, 0, flat.image.shape[0] - 1)
    xs = np.clip(centres[:, 0, None] + steps, 0, flat.image.shape[1] - 1)
    cut = flat.image[ys[:, :, None], xs[:, None, :]]
    return cut.reshape(len(cells), -1, 3).astype(np.float32)


def texture(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return patches (N, K, 3) without light and shadow: what is between fine and coarse."""
    side = round(np.sqrt(pixels.shape[1]))
    squares = pixels.astype(np.float32).reshape(-1, side, side, 3)
    bands = [cv2.blur(p, (FINE, FINE)) - cv2.blur(p, (COARSE, COARSE)) for p in squares]
    return np.asarray(bands, np.float32).reshape(pixels.shape)


def likeness(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the correlation (N,) of textures (N, K, 3)."""
    dot = np.einsum("nkc,nkc->n", a, b)
    size = np.einsum("nkc,nkc->n", a, a) * np.einsum("nkc,nkc->n", b, b)
    return np.asarray(dot / np.sqrt(size + 1e-6), float)

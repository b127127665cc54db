"""The little pictures of all cells of a board at once."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Pixels, Vector
from companion.vision.rectify import SCALE, Flat, to_flat

SHARE = {"square": 0.36, "rhombus": 0.3, "round": 0.3}
"""Half the width of a patch over a tile's size: neighbours and edges do not reach that far in."""

WHOLE = 0.5
"""Half the width of a tile over its size."""

STEP = 2
"""Every second pixel is enough to tell a colour."""

ORNAMENT = 0.27
"""The same for ornaments: borders of printed spaces must stay outside what is blurred."""

WHITEST = np.float32(255)
"""No camera shows more: brighter light takes ornaments away."""

FINE = 3
COARSE = 0.29
"""Widths between which ornaments live, in flat pixels and over a tile's: light is coarser."""


def patches(flat: Flat, cells: Sequence[Cell], tile: Tile) -> Pixels:
    """Return pixels from the middles of ``cells`` (N, K, 3): blue, green, red from 0 to 255."""
    cut = _squares(flat, cells, _steps(tile)[::STEP])
    return cut.reshape(len(cells), -1, 3).astype(np.float32)


def faces(flat: Flat, cells: Sequence[Cell], tile: Tile) -> NDArray[np.float32]:
    """Return whole tiles (N, S, S, 3), every pixel of them, as they would lie on ``cells``."""
    reach = round(WHOLE * tile.size_mm * SCALE)
    return _squares(flat, cells, np.arange(-reach, reach + 1)).astype(np.float32)


def textures(
    flat: Flat, cells: Sequence[Cell], tile: Tile, gains: NDArray[np.float32] | None = None
) -> Pixels:
    """Return ``cells`` (N, K, 3) without light and shadow: what is between fine and coarse.

    With ``gains`` (N, 3) as they would look so much brighter.
    """
    reach = round(ORNAMENT * tile.size_mm * SCALE)
    return square_textures(flat, cells, tile, reach, gains).reshape(len(cells), -1, 3)


def square_textures(
    flat: Flat,
    cells: Sequence[Cell],
    tile: Tile,
    reach: int,
    gains: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Return the textures (N, S, S, 3) of squares of ``reach`` flat pixels around the cells."""
    coarse = round(COARSE * tile.size_mm * SCALE) | 1
    rim = coarse // 2
    far = reach + rim
    squares = _squares(flat, cells, np.arange(-far, far + 1)).astype(np.float32)
    if gains is not None:
        squares = np.minimum(squares * gains[:, None, None], WHITEST)
    side = squares.shape[1]
    strip = squares.reshape(-1, side, 3)
    band = cv2.blur(strip, (FINE, FINE)) - cv2.blur(strip, (coarse, coarse))
    return np.asarray(band, np.float32).reshape(-1, side, side, 3)[:, rim:-rim, rim:-rim]


def likeness(a: Pixels, b: Pixels) -> Vector:
    """Return the correlation (N,) of textures (N, K, 3)."""
    dot = np.einsum("nkc,nkc->n", a, b)
    size = np.einsum("nkc,nkc->n", a, a) * np.einsum("nkc,nkc->n", b, b)
    return np.asarray(dot / np.sqrt(size + 1e-6), float)


def share_below(distances: NDArray[np.float32], percent: int) -> Vector:
    """Return the value (N,) below which ``percent`` of each row's distances (N, K) lie."""
    place = distances.shape[1] * percent // 100
    return np.asarray(np.partition(distances, place, axis=1)[:, place], float)


def distance(a: Pixels, b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the Euclidean distance (N, K) of colours (N, K, 3) to others."""
    x, y, z = np.moveaxis(a - b, 2, 0)
    return np.asarray(np.sqrt(x * x + y * y + z * z), np.float32)


def brightness(pixels: Pixels) -> NDArray[np.float32]:
    """Return the sum of the channels (N, K) of pixels (N, K, 3)."""
    return np.asarray(pixels[..., 0] + pixels[..., 1] + pixels[..., 2], np.float32)


def _steps(tile: Tile) -> NDArray[np.int64]:
    reach = round(SHARE[tile.shape] * tile.size_mm * SCALE)
    return np.arange(-reach, reach + 1)


def _squares(flat: Flat, cells: Sequence[Cell], steps: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return (N, S, S, 3) squares of ``flat`` around the cells."""
    centres = to_flat(np.array([cell.centre_mm for cell in cells])).round().astype(int)
    ys = np.clip(centres[:, 1, None] - flat.first_row + steps, 0, flat.image.shape[0] - 1)
    xs = np.clip(centres[:, 0, None] + steps, 0, flat.image.shape[1] - 1)
    return flat.image[ys[:, :, None], xs[:, None, :]]

"""The figure 1 on the starting player marker, told from the ornament of a white tile.

Both tiles are light.  The figure is a thin dark stroke, whichever way it lies; the ornaments of
light tiles spread evenly around the middle, whatever their printing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Vector

FAINT = 0.06
"""Darkening that is noise or shading, not print."""

INK = 0.0035
"""Mean darkening of a tile that carries a figure at all."""

ELONGATED = 0.6
"""Elongation (0 round, 1 a line) halfway between ornaments and the figure."""

SOFTNESS = 0.1
GATHER = 0.18
"""Radius within which ink is gathered into its middle, over a tile's width."""

RIM = 0.38
"""Radius beyond which a tile's edges and its neighbours may show."""

FIGURE = 0.27
"""Radius within which a figure or an ornament lies around its middle."""

CERTAINTY = 6.0


def figure_evidence(tiles: NDArray[np.float32]) -> Vector:
    """Return, for tiles (N, S, S, 3), how much the print speaks for the figure 1, from -6 to 6."""
    return np.array([_evidence(_ink(tile.astype(float))) for tile in tiles])


def _evidence(ink: Vector) -> float:
    middle = _middle(ink)
    near = ink * (_away(ink.shape[0], middle) <= FIGURE * ink.shape[0])
    looks = np.tanh((_elongation(near) - ELONGATED) / SOFTNESS)
    there = np.tanh((near.sum() / ink.size - INK) / (INK / 3))
    return float(CERTAINTY * min(looks, there))


def _ink(tile: Vector) -> Vector:
    """Return how much darker than the tile's face each pixel (S, S) is, edges left out."""
    plain = np.maximum(np.percentile(tile.reshape(-1, 3), 70, axis=0), 1.0)
    ratio = tile / plain
    dark = np.clip(1.0 - (ratio[..., 0] + ratio[..., 1] + ratio[..., 2]) / 3 - FAINT, 0.0, None)
    side = tile.shape[0]
    return np.asarray(dark * (_away(side, ((side - 1) / 2, (side - 1) / 2)) <= RIM * side), float)


def _middle(ink: Vector) -> tuple[float, float]:
    """Return where the ink around the tile's middle is centred; tiles lie a little off."""
    side = ink.shape[0]
    x = y = (side - 1) / 2
    steps = np.arange(side)
    for _ in range(5):
        weight = ink * np.exp(-(_away(side, (x, y)) ** 2) / (2 * (GATHER * side) ** 2))
        total = weight.sum()
        if total < 1e-6:
            break
        x, y = float(weight.sum(axis=0) @ steps / total), float(weight.sum(axis=1) @ steps / total)
    return x, y


def _away(side: int, middle: tuple[float, float]) -> Vector:
    """Return the distance (S, S) of each pixel from a point x, y."""
    xs, ys = np.meshgrid(np.arange(side) - middle[0], np.arange(side) - middle[1])
    return np.asarray(np.hypot(xs, ys), float)


def _elongation(ink: Vector) -> float:
    """Return how elongated the ink lies, from its second moments: 0 round, 1 a line."""
    total = max(float(ink.sum()), 1e-6)
    xs, ys = np.meshgrid(np.arange(ink.shape[0]), np.arange(ink.shape[0]))
    x, y = (ink * xs).sum() / total, (ink * ys).sum() / total
    xx, yy = (ink * (xs - x) ** 2).sum() / total, (ink * (ys - y) ** 2).sum() / total
    xy = (ink * (xs - x) * (ys - y)).sum() / total
    return float(np.hypot(xx - yy, 2 * xy) / max(xx + yy, 1e-6))

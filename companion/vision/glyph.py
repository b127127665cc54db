"""The figure 1 on the starting player marker, told from the ornament of a white tile.

Both tiles are light.  The figure is a thin dark stroke, whichever way it lies; the ornaments of
light tiles spread evenly around the middle, whatever their printing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FAINT = 0.06
"""Darkening that is noise or shading, not print."""

INK = 0.012
"""Mean darkening of a tile that carries a figure at all."""

ELONGATED = 0.5
"""Elongation (0 round, 1 a line) halfway between ornaments and the figure."""

SOFTNESS = 0.1
CERTAINTY = 6.0


def figure_evidence(pixels: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return, for tiles (N, K, 3), how much the print speaks for the figure 1, from -6 to 6."""
    ink = _ink(pixels.astype(float))
    total = ink.sum(axis=1)
    elongation = _elongation(ink)
    looks = np.tanh((elongation - ELONGATED) / SOFTNESS)
    there = np.tanh((total / ink.shape[1] - INK) / (INK / 3))
    return np.asarray(CERTAINTY * np.minimum(looks, there))


def _ink(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much darker than the tile each pixel is (N, K), inside the inscribed circle."""
    side = round(np.sqrt(pixels.shape[1]))
    plain = np.maximum(np.percentile(pixels, 70, axis=1), 1.0)
    ratio = pixels / plain[:, None]
    dark = np.clip(1.0 - (ratio[..., 0] + ratio[..., 1] + ratio[..., 2]) / 3 - FAINT, 0.0, None)
    x, y = _places(side)
    return np.asarray(dark * (x * x + y * y <= (side / 2) ** 2))


def _elongation(ink: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (N,) how elongated the ink lies, from its second moments."""
    x, y = _places(round(np.sqrt(ink.shape[1])))
    total = np.maximum(ink.sum(axis=1), 1e-6)
    mean_x, mean_y = ink @ x / total, ink @ y / total
    xx = ink @ (x * x) / total - mean_x**2
    yy = ink @ (y * y) / total - mean_y**2
    xy = ink @ (x * y) / total - mean_x * mean_y
    return np.asarray(np.hypot(xx - yy, 2 * xy) / np.maximum(xx + yy, 1e-6))


def _places(side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    steps = np.arange(side) - (side - 1) / 2
    x, y = np.meshgrid(steps, steps)
    return x.ravel(), y.ravel()

"""What tells bare print from a tile, with a reference and without."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Pixels, Vector

PRINT_SHARE = 40
"""Percentile of a cell's pixels that must look like print; neighbours may hide the rest."""

TILE_SHARE = 35
"""Percentile of a tile's pixels that must have its main colour: the rest may be ornament."""

TILE_SPREAD = 8.0
"""Scatter of the colours of tiles around the palette's."""

SHADE_PRICE = 20.0
"""Colour distance that halving the light costs (times the logarithm)."""

TAIL = 3.0
"""Exponent of the heavy-tailed likelihoods."""

NOVELTY = 0.7
"""Logarithm of how much more texture a plain cell shows, halfway between bare and a tile."""

NOVELTY_WEIGHT = 6.0

HALFWAY = 0.42
"""Part of the way from print to tile colour at which both are equally likely."""

SHIFT = 2.5
"""Scatter of a cell's colour along that way."""

ORNAMENT_LIMITS = (-6.0, 4.0)

ORNAMENT_PLAIN = 4.0
"""Mean square of a texture, in grey levels, below which there is no ornament to compare."""

APART = 12.0
"""Colour distance of tile and print from which on the reader may be as sure as it likes."""

LEAST_SURE = 0.2
"""Part of the evidence that counts where they do not differ at all."""


def heavy_tailed(away: Vector, spread: float) -> Vector:
    """Return the log-likelihood of distances: odd cells never speak with absolute certainty."""
    return np.asarray(-TAIL * (np.log1p((away / spread) ** 2) + np.log(spread)), float)


def still_print(
    shown: NDArray[np.float32], was: NDArray[np.float32], best: NDArray[np.float32]
) -> Vector:
    """Return how much each cell's (..., N) colour is still the print's, on the way to the tile's.

    Coloured light from neighbours shifts a cell in any direction; what tells print (``was``) from
    the likeliest tile (``best``) is how far it went in that one.  All are (..., N, 3).
    """
    way, gone = best - was, shown - was
    far = np.einsum("...c,...c->...", way, way)
    part = np.einsum("...c,...c->...", gone, way) / (far + 1.0)
    return np.asarray(np.clip((HALFWAY - part) * far / SHIFT**2, -6.0, 6.0), float)


def novelty(now: Vector, then: Vector | float) -> Vector:
    """Return how much each cell (N,) lacks the ornament and edges a tile brings to plain print.

    ``now`` and ``then`` are strengths of texture.
    """
    more = np.log((now + 1) / (then + 1))
    return np.clip(NOVELTY_WEIGHT * (NOVELTY - more), *ORNAMENT_LIMITS)


def ornate(texture: Pixels) -> Vector:
    """Return from 0 to 1 how surely each cell (N,) has an ornament."""
    square = strength(texture) ** 2
    return np.asarray(square / (square + ORNAMENT_PLAIN), float)


def strength(texture: Pixels) -> Vector:
    """Return the root mean square (N,) of textures (N, K, 3)."""
    return np.asarray(np.sqrt(np.einsum("nkc,nkc->n", texture, texture) / texture[0].size), float)


def sureness(apart: Vector) -> Vector:
    """Return how much colours count (N,) where print and likeliest tile are so far ``apart``."""
    return np.asarray(LEAST_SURE + (1 - LEAST_SURE) * np.minimum(apart / APART, 1.0), float)

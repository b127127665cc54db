"""At which height does the edge of a round printed space lie?  As ``sides``, along a circle.

The circle is looked at as so many short sides, each with its own direction; what their edges weigh
was found on square spaces, and holds here as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Points, Vector
from companion.vision.rectify import Flat, to_flat
from companion.vision.sides import ACROSS_MM, LIMIT, SIDES, USUALLY, WEIGHTS, edge_terms

ARCS = 16
"""Short sides that make a circle: each 3.5 mm of a tile's, so that they are nearly straight."""

ALONG = 5
"""Points along each."""


def printed_rings(
    flats: tuple[Flat, Flat],
    cells: Sequence[Cell],
    tile: Tile,
    white: NDArray[np.float64],
    leans_mm: Points,
) -> Vector:
    """Return how much the edges of each cell (N,) speak for bare print; 0 where no circle is.

    Round spaces are printed where a colour is (on dome tiles); round tiles lie on square ones too.
    ``flats``, ``white`` and ``leans_mm`` as in ``sides``.
    """
    ringed = np.array([cell.colour is not None and tile.shape == "round" for cell in cells])
    told = np.zeros(len(cells))
    if ringed.any():
        kept = tuple(cell for cell, wanted in zip(cells, ringed, strict=True) if wanted)
        rings = _rings(kept, tile.size_mm / 2)
        terms = edge_terms(flats, *rings, white[ringed], leans_mm[ringed]) * (SIDES / ARCS)
        told[ringed] = np.clip(terms @ WEIGHTS.ravel() + USUALLY, -LIMIT, LIMIT)
    return told


@lru_cache(maxsize=16)
def _rings(cells: tuple[Cell, ...], radius_mm: float) -> tuple[NDArray[np.float32], Vector]:
    """Return the flat picture's pixels (N * ARCS * ALONG, B, 2) beside all circles.

    And the directions (N, ARCS, 2) that lead out of them.
    """
    turns = 2 * np.pi * (np.arange(ARCS * ALONG) - ALONG // 2) / (ARCS * ALONG)
    rays = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    centres = np.array([cell.centre_mm for cell in cells])
    points = centres[:, None, None] + rays[:, None] * (radius_mm + ACROSS_MM)[:, None]
    pixels = to_flat(points.reshape(-1, 2)).reshape(-1, len(ACROSS_MM), 2)
    outward = np.broadcast_to(rays[ALONG // 2 :: ALONG], (len(cells), ARCS, 2))
    return pixels.astype(np.float32), np.asarray(outward, float)

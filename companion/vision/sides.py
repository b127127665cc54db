"""At which height do the edges of a space lie?  What tells bare print from a tile, by place alone.

Seen from the side, a tile's top is displaced against the print.  So the edges along each side of a
space are looked at twice, where they would be on the board and where they would be at a tile's
top: on the far side a tile hides the printed border, on the near one it shows a face of its own.
No reference and no colour is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell
from companion.vision.arrays import Points, Vector
from companion.vision.palette import WHITE_LEVEL
from companion.vision.rectify import Flat, to_flat

SIDES = 4
ALONG = np.linspace(0.15, 0.85, 9)
"""Points along a side, corners left out: the median over them forgets what does not run along."""

STEP_MM = 1 / 3
ACROSS_MM = np.arange(-12, 13) * STEP_MM
"""Points across a side; negative ones lie within the space."""

ZONES_MM = (-3.7, -1.85, -0.15, 1.85, 3.7)
"""Between these the strongest edge is taken: deep inside, the border, just outside, far outside."""

FAINT = 5.0
"""Grey levels added to an edge before its logarithm is taken: noise has edges too."""

PLAIN_MM = 3.0
"""Displacement of a tile's top from which on a side lies plainly on the far or on the near side."""

WEIGHTS = np.array(
    [
        [-2.5, 2.8, -0.1, -1.1],
        [-0.4, 0.1, -1.1, 1.4],
        [2.5, -2.2, -0.9, 0.3],
        [1.7, -1.9, -1.1, 0.6],
        [-0.4, 0.4, 0.4, -0.2],
    ]
)
"""Nats for the logarithm of each zone's edge over the mean of its side: at the print's height on
far and on near sides, at a tile's top on far and on near ones, at the print's height anywhere.

Found by logistic regression over ten sittings; with those found without it each is read nearly as
well (32 cells of 7,218 wrong instead of 25).
"""

USUALLY = -1.0
"""Nats for nothing at all: there most cells were bare, which is no evidence."""

LIMIT = 8.0
"""Nats at most: neighbours lean over borders, and a tile may lie just where the border was."""


def printed_sides(
    flats: tuple[Flat, Flat], cells: Sequence[Cell], white: NDArray[np.float64], leans_mm: Points
) -> Vector:
    """Return how much the edges of each cell (N,) speak for bare print; 0 where not four-sided.

    ``flats`` show the board at its own height and at a tile's top; ``white`` (N, 3) is what white
    is on each cell, ``leans_mm`` (N, 2) how far a tile's top there is displaced.
    """
    square = np.array([len(cell.polygon_mm) == SIDES for cell in cells])
    told = np.zeros(len(cells))
    if square.any():
        kept = tuple(cell for cell in cells if len(cell.polygon_mm) == SIDES)
        terms = side_terms(flats, kept, white[square], leans_mm[square])
        told[square] = np.clip(terms @ WEIGHTS.ravel() + USUALLY, -LIMIT, LIMIT)
    return told


def side_terms(
    flats: tuple[Flat, Flat], cells: tuple[Cell, ...], white: NDArray[np.float64], leans_mm: Points
) -> Vector:
    """Return what the ``WEIGHTS`` are for: (N, 20), summed over the sides of each cell."""
    return edge_terms(flats, *_sides(cells), white, leans_mm)


def edge_terms(
    flats: tuple[Flat, Flat],
    points: NDArray[np.float32],
    outward: Vector,
    white: NDArray[np.float64],
    leans_mm: Points,
) -> Vector:
    """Return what the ``WEIGHTS`` are for (N, 20), summed over the S sides of each of N cells.

    ``points`` (N * S * A, B, 2) are the flat pictures' pixels beside the sides, A along and B
    across each; ``outward`` (N, S, 2) is each side's direction.
    """
    low, high = (_edges(flat, points, white, outward.shape[1]) for flat in flats)
    mean = (low.mean(axis=2) + high.mean(axis=2))[..., None] / 2
    low, high = low - mean, high - mean
    lean = np.einsum("nsc,nc->ns", outward, leans_mm)[..., None]
    far, near = np.clip(lean / PLAIN_MM, 0, 1), np.clip(-lean / PLAIN_MM, 0, 1)
    terms = (low * far, low * near, high * far, high * near, low)
    return np.asarray(np.concatenate(terms, axis=2).sum(axis=1), float)


def _edges(
    flat: Flat, points: NDArray[np.float32], white: NDArray[np.float64], sides: int
) -> Vector:
    """Return the logarithms (N, S, Z) of the strongest edges along each side, zone by zone."""
    rows = points[..., 1] - np.float32(flat.first_row)
    seen = cv2.remap(
        flat.image, points[..., 0], rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    strips = seen.reshape(len(white), sides, -1, len(ACROSS_MM), 3)
    profile = np.median(strips, axis=2) * (WHITE_LEVEL / white)[:, None, None]
    slope = np.abs(profile[:, :, 2:] - profile[:, :, :-2]).sum(axis=3)
    zones = [slope[..., zone].max(axis=2) for zone in _zones()]
    return np.asarray(np.log(np.stack(zones, axis=2) + FAINT), float)


@lru_cache(maxsize=1)
def _zones() -> tuple[NDArray[np.bool_], ...]:
    """Return which of the slopes across a side lie in each zone."""
    middles = ACROSS_MM[1:-1]
    ends = pairwise(ZONES_MM)
    return tuple((middles > start) & (middles < end) for start, end in ends)


@lru_cache(maxsize=16)
def _sides(cells: tuple[Cell, ...]) -> tuple[NDArray[np.float32], Vector]:
    """Return the flat picture's pixels (N * 4 * A, B, 2) beside all sides, and (N, 4, 2) outward.

    A points lie along each side, B across it.
    """
    start = np.array([cell.polygon_mm for cell in cells], float)
    side = np.roll(start, -1, axis=1) - start
    ahead = side / np.linalg.norm(side, axis=2, keepdims=True)
    outward = np.stack((ahead[..., 1], -ahead[..., 0]), axis=2)  # outlines run clockwise
    along = start[:, :, None] + side[:, :, None] * ALONG[:, None]
    points = along[..., None, :] + outward[:, :, None, None] * ACROSS_MM[:, None]
    pixels = to_flat(points.reshape(-1, 2)).reshape(-1, len(ACROSS_MM), 2)
    return pixels.astype(np.float32), outward

"""Is a space's own border where it was?  What tells a tile from a print of its very colour.

A tile lies over the border of its space: it hides it, or shows an edge of its own beside it.  So
the strip along each outline is compared with the reference, a piece at a time, without asking for
any colour.  Neighbours that lean over and their shadows hide some pieces of a bare space, but a
tile leaves hardly any piece as it was: the best three of eight decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Points, Vector
from companion.vision.patches import WHITEST
from companion.vision.rectify import Flat, to_flat

PIECES = 8
ALONG = 6
ACROSS = 9
"""Pieces of an outline, two to a side, and points along and across each."""

OUTSIDE, INSIDE = -0.09, 0.12
"""How far the strip reaches from the outline, in a tile's size."""

CONTRAST = (0.7, 1.1)
"""Contrast that print may have left or gained: the border of a tile seldom has the same."""

NOISE = 4.0
SLIPPED = 0.01
"""What differs in a bare space's border: grey levels squared, and a part of the border's own mean
square, because boards are followed to a fraction of a pixel."""

FAINT = 20.0
"""Mean square of a border's contrast at which what it says of bare print counts half: where there
is no border to be seen, none can be missed."""

HALFWAY = 1.5
"""Logarithm of the difference, against that, at which print and tile are equally likely."""

WEIGHT = 2.1
LIMITS = (-2.8, 4.2)
"""Nats for each unit of that logarithm, and at most: a bare space's border may be hidden, but a
tile does not keep it."""


def border_kept(
    now: Flat, then: Flat, cells: Sequence[Cell], tile: Tile, gains: NDArray[np.float32]
) -> Vector:
    """Return how much each cell's border (N,) speaks for bare print.

    ``gains`` (N, 3) is how much brighter each cell is now.
    """
    points = _strips(tuple(cells), tile)
    look, expected = _at(now, points), _at(then, points) * np.tile(gains, ALONG * ACROSS)[:, None]
    expected = np.minimum(expected, WHITEST)
    seen, was = _contrast(look), _contrast(expected)
    both = np.einsum("npk,npk->np", seen, was)
    energy = np.einsum("npk,npk->np", was, was)
    scale = np.clip(both / (energy + 1e-6), *CONTRAST)
    left = np.einsum("npk,npk->np", seen, seen) - 2 * scale * both + scale**2 * energy
    count = ALONG * ACROSS * 3
    miss = np.log((left / count + NOISE / 8) / (NOISE + SLIPPED * energy / count))
    spoken = WEIGHT * (HALFWAY - miss)
    visible = energy / (energy + FAINT * count)
    heard = np.where(spoken > 0, spoken * visible, spoken)
    return np.clip(_best_three(heard), *LIMITS)


def _best_three(heard: NDArray[np.float32]) -> Vector:
    """Return the mean of the best three of each cell's pieces (N, P), from two directions.

    A tile that leans along one direction has the borders in the other where the print has them.
    """
    pieces = heard.reshape(-1, 2, 2, PIECES // 4).transpose(0, 2, 1, 3)
    ranked = np.sort(pieces.reshape(-1, 2, PIECES // 2), axis=2)
    first, second = ranked[..., -1], ranked[..., -2]
    return np.asarray((first.sum(axis=1) + second.max(axis=1)) / 3, float)


def _at(flat: Flat, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the colours (N, P, K) of a flat picture at ``points``, piece by piece."""
    xs, ys = points[..., 0], points[..., 1] - np.float32(flat.first_row)
    seen = cv2.remap(flat.image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.reshape(-1, PIECES, ALONG * ACROSS * 3).astype(np.float32)


def _contrast(pieces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return pieces (N, P, K) without light and shade.

    From each its mean is taken, and what grows along it, as the shade of a neighbour does.
    """
    light = _light()
    return np.asarray(pieces - (pieces @ light) @ light.T, np.float32)


@lru_cache(maxsize=1)
def _light() -> NDArray[np.float32]:
    """Return what evenly spread and evenly growing light does to a piece: (K, 6), orthonormal."""
    grows = np.arange(ALONG) - (ALONG - 1) / 2
    ways = (
        np.stack((np.ones(ALONG), grows), axis=1) / np.array([ALONG, grows @ grows], float) ** 0.5
    )
    whole = np.repeat(ways, ACROSS, axis=0) / np.sqrt(ACROSS)
    return np.kron(whole, np.eye(3)).astype(np.float32)


@lru_cache(maxsize=16)
def _strips(cells: tuple[Cell, ...], tile: Tile) -> NDArray[np.float32]:
    """Return the flat picture's pixels (N * P * ALONG, ACROSS, 2) along the cells' outlines."""
    across = np.linspace(OUTSIDE, INSIDE, ACROSS) * tile.size_mm
    strips = [_strip(np.array(cell.polygon_mm, float), across) for cell in cells]
    points = np.concatenate(strips)
    return to_flat(points.reshape(-1, 2)).reshape(points.shape).astype(np.float32)


def _strip(outline: Points, across: Vector) -> Vector:
    """Return points (P * ALONG, ACROSS, 2) mm: at equal steps round an outline, and across it."""
    sides = np.roll(outline, -1, axis=0) - outline
    lengths = np.linalg.norm(sides, axis=1)
    ends = np.cumsum(lengths)
    count = PIECES * ALONG
    steps = (np.arange(count) + 0.5) / count * ends[-1]
    side = np.searchsorted(ends, steps)
    ahead = sides[side] / lengths[side, None]
    inward = np.column_stack((-ahead[:, 1], ahead[:, 0]))  # outlines run clockwise
    places = outline[side] + ahead * (steps - ends[side] + lengths[side])[:, None]
    return np.asarray(places[:, None] + inward[:, None] * across[:, None], float)

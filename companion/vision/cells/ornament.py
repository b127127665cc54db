"""Ornament: how alike the figures of tiles are to those of other faces, in any turn of the piece.

Of colours whose main tones are nearly the same it is what people tell them by.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.chosen_numbers import ORNAMENT_OFF_PX, RIM_PX
from companion.neural_network.encoders import FACE_SIDE, Windows
from companion.neural_network.weights import Array

ACROSS = FACE_SIDE - 2 * RIM_PX
"""Pixels across a face within its rim."""


def ornament_alike(tops: Windows, faces: Array) -> Array:
    """Return the correlations (N, M) of tiles' tops (N, H, W, 3) with faces (M, H, W, 3).

    It is that of the turn, and of the place within a pixel, in which it is most.
    """
    ways, even = _ways(), _even()
    figures, others = _levels(tops, ways[:1]), _levels(faces, ways)
    figures -= figures @ even @ even.T  # so that what is even of the others tells nothing
    alike = figures @ others.T / (_strengths(figures)[:, None] * _strengths(others))
    return np.asarray(alike.reshape(len(tops), len(faces), len(ways)).max(axis=2))


@cache
def _even() -> Array:
    """Return the orthonormal directions (L, D) of levels that are no figure: colours, and slopes.

    A tile mirrors more light to one side than to the other, whatever its colour.
    """
    rows, columns = np.indices((ACROSS, ACROSS)).reshape(2, -1) - (ACROSS - 1) / 2
    plane = np.linalg.qr(np.column_stack((np.ones(ACROSS**2), rows, columns)))[0]
    return np.asarray(np.kron(plane, np.eye(3)), np.float32)


@cache
def _ways() -> NDArray[np.int64]:
    """Return which levels (W, L) of a face may lie under those of a tile within its rim.

    That is in each of four turns, and there in its place or beside it; as it lies comes first.
    """
    levels = np.arange(FACE_SIDE**2 * 3).reshape(FACE_SIDE, FACE_SIDE, 3)
    inner, steps = slice(RIM_PX, -RIM_PX), (0, -ORNAMENT_OFF_PX, ORNAMENT_OFF_PX)
    turned = [np.rot90(levels, turns) for turns in range(4)]
    moved = [np.roll(each, by, (0, 1)) for each, *by in product(turned, steps, steps)]
    return np.array([each[inner, inner].reshape(-1) for each in moved])


def _levels(faces: Array | Windows, ways: NDArray[np.int64]) -> Array:
    """Return the levels (M * W, L) of faces (M, H, W, 3) in each of the ways (W, L)."""
    flat = np.asarray(faces, np.float32).reshape(len(faces), -1) - 128  # small squares are exact
    return flat.take(ways.reshape(-1), axis=1).reshape(-1, ways.shape[1])


def _strengths(levels: Array) -> Array:
    """Return how strong figures are: how far levels (R, L) are from even ones, (R,).

    What is fainter than a grey level counts for less: it is noise.
    """
    even = levels @ _even()
    squares = np.einsum("rl,rl->r", levels, levels) - np.einsum("rd,rd->r", even, even)
    return np.asarray(np.sqrt(np.maximum(squares, 0)) + levels.shape[1] ** 0.5)

"""Convolutions as products of matrices: what a processor does fastest, and numpy does everywhere.

Pictures are (N, H, W, C) here, channels innermost, so that the neighbours of a pixel lie together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.neural_network.weights import Array, Weights

FOLD = 2
"""Pixels across and down that are laid side by side before anything else."""


def folded(pictures: Sequence[NDArray[np.uint8]]) -> Array:
    """Return levels (N, S / 2, S / 2, 12 P) of P pictures (N, S, S, 3) each, side by side.

    Every four pixels become channels of one: by picture, row, column, colour.
    """
    n, side = pictures[0].shape[:2]
    half = side // FOLD
    levels = np.empty((n, half, half, len(pictures), FOLD, 3 * FOLD), np.float32)
    for number, each in enumerate(pictures):
        rows = each.reshape(n, half, FOLD, half, 3 * FOLD)
        levels[:, :, :, number] = rows.transpose(0, 1, 3, 2, 4)
    return levels.reshape(n, half, half, -1)


def network(seen: Array, name: str, w: Weights) -> Array:
    """Return what the convolutions ``name``.0, ``name``.1, ... make of pictures, one on another.

    A layer whose weights are for nine neighbours takes steps of two pixels, others take each.
    """
    layer = 0
    while f"{name}.{layer}.weight" in w:
        weight, offset = w[f"{name}.{layer}.weight"], w[f"{name}.{layer}.bias"]
        seen = seen if len(weight) == seen.shape[3] else neighbours(seen)
        sums = seen.reshape(-1, len(weight)) @ weight
        sums += offset
        seen = np.maximum(sums, 0, out=sums).reshape(*seen.shape[:3], -1)
        layer += 1
    return seen


def neighbours(seen: Array) -> Array:
    """Return the three by three pixels (N, H / 2, W / 2, 9 C) around every second one.

    Beyond the edge of a picture there is nothing: 0.
    """
    n, side, _, channels = seen.shape
    half = -(-side // 2)
    framed = np.zeros((n, 2 * half + 1, 2 * half + 1, channels), np.float32)
    framed[:, 1 : side + 1, 1 : side + 1] = seen
    one, down, across, along = framed.strides
    around = np.ndarray(  # by hand: ``as_strided`` takes as long as a small picture
        (n, half, half, 3, 3 * channels),
        np.float32,
        framed,
        strides=(one, 2 * down, 2 * across, down, along),
    )
    return around.reshape(n, half, half, 9 * channels)

"""Convolutions as products of matrices: what a processor does fastest, and numpy does everywhere.

Pictures are (N, H, W, C) here, channels innermost, so that the neighbours of a pixel lie together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.neural_network.weights import Array, Weights

FOLD = 2
"""Pixels across and down that are laid side by side before anything else."""

CHANNELS = 3 * FOLD * FOLD
"""Channels of such a picture: pixels side by side, in three colours each."""

PAIR = np.dtype(("V", 3 * FOLD))
"""The bytes of pixels side by side, moved as one: numpy takes its time for each thing it moves."""


def folded(pictures: Sequence[NDArray[np.uint8]]) -> Array:
    """Return levels (N, S / 2, S / 2, 12 P) of P pictures (N, S, S, 3) each, side by side.

    Every four pixels become channels of one: by picture, row, column, colour.
    """
    n, side = pictures[0].shape[:2]
    half = side // FOLD
    levels = np.empty((n, half, half, len(pictures), FOLD), PAIR)
    for number, each in enumerate(pictures):
        rows = np.ascontiguousarray(each).reshape(n, half, FOLD, half, 3 * FOLD).view(PAIR)
        for row in range(FOLD):
            levels[:, :, :, number, row] = rows[:, :, row, :, 0]
    return levels.view(np.uint8).reshape(n, half, half, -1).astype(np.float32)


def network(seen: Array, name: str, w: Weights, which: Mask | None = None) -> Array:
    """Return what the convolutions ``name``.0, ``name``.1, ... make of pictures, one on another.

    ``seen`` has those channels ``which`` (C,) are not black, None: all.
    A layer whose weights are for nine neighbours takes steps of two pixels, others take each.
    Between layers all lack their bias, which the next floor makes up for (``weights``).
    """
    layer, floor = 0, np.zeros((1, seen.shape[3]), np.float32)
    while f"{name}.{layer}.weight" in w:
        weight = w[f"{name}.{layer}.weight"]
        if layer == 0 and which is not None:
            weight = weight[which]
        seen = seen if len(weight) == seen.shape[3] else neighbours(seen, floor[0])
        floor = w[f"{name}.{layer}.floor"]
        sums = _cut_off(seen.reshape(-1, len(weight)) @ weight, floor)
        seen = sums.reshape(*seen.shape[:3], -1)
        layer += 1
    return np.asarray(seen + w[f"{name}.lack"])


def _cut_off(sums: Array, floor: Array) -> Array:
    """Return sums (N, C), in place, none below its channel's ``floor`` (ROWS, C)."""
    rows = math.gcd(len(sums), len(floor))
    wide = sums.reshape(-1, rows * sums.shape[1])
    np.maximum(wide, floor[:rows].reshape(-1), out=wide)
    return sums


def neighbours(seen: Array, beyond: Array) -> Array:
    """Return the three by three pixels (N, H / 2, W / 2, 9 C) around every second one.

    What lies ``beyond`` (C,) the edge of a picture is the same everywhere.
    """
    n, side, _, channels = seen.shape
    half = -(-side // 2)
    framed = np.empty((n, 2 * half + 1, 2 * half + 1, channels), np.float32)
    for edge in (0, *range(side + 1, 2 * half + 1)):
        framed[:, edge] = framed[:, :, edge] = beyond
    framed[:, 1 : side + 1, 1 : side + 1] = seen
    one, down, across, along = framed.strides
    around = np.ndarray(  # by hand: ``as_strided`` takes as long as a small picture
        (n, half, half, 3, 3 * channels),
        np.float32,
        framed,
        strides=(one, 2 * down, 2 * across, down, along),
    )
    return around.reshape(n, half, half, 9 * channels)

"""What is to be said of a cell, and of a tile's look, from their pixels: two small networks."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cells.weights import Array, Weights
from companion.vision.cells.windows import SIDE, Windows

FACE = slice(4, 24)
"""The part of a window that a tile fills."""

FACE_SIDE = FACE.stop - FACE.start

_ONE_AT_A_TIME = Lock()
"""A network remembers what it was given, and pages and the evening look at the same time."""

AT_ONCE = 16
"""Pictures that go through a network together: more do not fit a processor's cache."""


def describe_cells(base: Windows, top: Windows, bare: Windows, weights: Weights) -> Array:
    """Return what is to be said (N, E) of cells from their windows at both heights and bare ones.

    Cells that were never seen bare have black ones.
    """
    if not len(base):
        return np.zeros((0, len(weights["cells.last.bias"])), np.float32)
    seen = _run(weights.cells, (base, top, bare)).reshape(len(base), -1)
    thought = seen @ weights["cells.whole.weight"].T + weights["cells.whole.bias"]
    told = np.maximum(thought, 0) @ weights["cells.last.weight"].T + weights["cells.last.bias"]
    return np.asarray(told)


def describe_faces(faces: NDArray[np.uint8], weights: Weights) -> Array:
    """Return the looks (N, F) of faces (N, FACE_SIDE, FACE_SIDE, 3)."""
    if not len(faces):
        return np.zeros((0, len(weights["faces.last.bias"])), np.float32)
    seen = _run(weights.faces, (faces,))
    seen = seen.reshape(*seen.shape[:2], -1)
    pooled = np.concatenate((seen.mean(axis=2), seen.max(axis=2)), axis=1)
    return np.asarray(pooled @ weights["faces.last.weight"].T + weights["faces.last.bias"])


def face_of(windows: Windows) -> NDArray[np.uint8]:
    """Return the middles (N, FACE_SIDE, FACE_SIDE, 3) of windows, which a tile fills."""
    assert windows.shape[1] == SIDE
    return windows[:, FACE, FACE]


def _run(net: cv2.dnn.Net, pictures: Sequence[NDArray[np.uint8]]) -> Array:
    """Return what a network makes of pictures (N, S, S, 3), the channels of all side by side."""
    levels = _folded(pictures)
    with _ONE_AT_A_TIME:
        parts = [_step(net, levels[n : n + AT_ONCE]) for n in range(0, len(levels), AT_ONCE)]
    return np.concatenate(parts)[: len(pictures[0])]


def _folded(pictures: Sequence[NDArray[np.uint8]]) -> Array:
    """Return levels (M, 12 P, S/2, S/2), every four pixels side by side, M a multiple of AT_ONCE.

    A network is quick as long as it is always given as much.
    """
    n, side = pictures[0].shape[:2]
    half, whole = side // 2, -(-n // AT_ONCE) * AT_ONCE
    levels = np.zeros((whole, len(pictures), 3, 2, 2, half, half), np.float32)
    for channel, each in enumerate(pictures):
        split = each.reshape(n, half, 2, half, 2, 3)
        levels[:n, channel] = split.transpose(0, 5, 2, 4, 1, 3)
    return levels.reshape(whole, -1, half, half)


def _step(net: cv2.dnn.Net, levels: Array) -> Array:
    net.setInput(levels)
    return np.array(net.forward(), np.float32)

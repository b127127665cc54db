"""What is to be said of a cell, and of a tile's look, from their pixels: two small networks."""

from __future__ import annotations

from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cells.weights import Array, Weights
from companion.vision.cells.windows import SIDE, Windows

FACE = slice(6, 26)
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
    joined = np.concatenate((base, top, bare), axis=3)
    seen = _run(weights.cells, joined).reshape(len(base), -1)
    return np.asarray(seen @ weights["cells.last.weight"].T + weights["cells.last.bias"])


def describe_faces(faces: NDArray[np.uint8], weights: Weights) -> Array:
    """Return the looks (N, F) of faces (N, FACE_SIDE, FACE_SIDE, 3)."""
    if not len(faces):
        return np.zeros((0, len(weights["faces.last.bias"])), np.float32)
    seen = _run(weights.faces, faces)
    seen = seen.reshape(*seen.shape[:2], -1)
    pooled = np.concatenate((seen.mean(axis=2), seen.max(axis=2)), axis=1)
    return np.asarray(pooled @ weights["faces.last.weight"].T + weights["faces.last.bias"])


def face_of(windows: Windows) -> NDArray[np.uint8]:
    """Return the middles (N, FACE_SIDE, FACE_SIDE, 3) of windows, which a tile fills."""
    assert windows.shape[1] == SIDE
    return windows[:, FACE, FACE]


def _run(net: cv2.dnn.Net, pictures: NDArray[np.uint8]) -> Array:
    """Return what a network makes of pictures (N, S, S, C)."""
    count = len(pictures)
    spare = -count % AT_ONCE  # a network is quick as long as it is always given as much
    if spare:
        rest = np.zeros((spare, *pictures.shape[1:]), np.uint8)
        pictures = np.concatenate((pictures, rest))
    with _ONE_AT_A_TIME:
        parts = [_step(net, pictures[n : n + AT_ONCE]) for n in range(0, len(pictures), AT_ONCE)]
    return np.concatenate(parts)[:count]


def _step(net: cv2.dnn.Net, pictures: NDArray[np.uint8]) -> Array:
    """Return what a network makes of a few pictures, every four pixels of them side by side."""
    n, side, _, channels = pictures.shape
    split = pictures.reshape(n, side // 2, 2, side // 2, 2, channels).transpose(0, 5, 2, 4, 1, 3)
    net.setInput(split.reshape(n, 4 * channels, side // 2, side // 2).astype(np.float32))
    return np.array(net.forward(), np.float32)

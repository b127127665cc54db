"""What is to be said of a cell, and of a tile's look, from their pixels: two small networks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.neural_network.convolution import CHANNELS, folded, network
from companion.neural_network.weights import Array, Weights

SIDE = 28
"""Pixels of a window's side."""

Windows = NDArray[np.uint8]
"""(N, SIDE, SIDE, 3) uint8, blue, green, red."""

FACE = slice(4, 24)
"""The part of a window that a tile fills."""

FACE_SIDE = FACE.stop - FACE.start

AT_ONCE, FACES_AT_ONCE = 16, 32
"""Cells, and faces, that go through a network together: more do not fit a processor's cache."""


def describe_cells(pictures: Sequence[Windows | None], w: Weights) -> Array:
    """Return what is to be said (N, E) of cells from their windows at both heights and bare ones.

    Cells that were never seen bare have black ones; where all are black, None is the same, sooner.
    """
    shown = [each for each in pictures if each is not None]
    which = np.repeat([each is not None for each in pictures], CHANNELS)
    count = len(shown[0])
    if not count:
        return np.zeros((0, len(w["cells.last.bias"])), np.float32)
    parts = [
        network(folded([each[part] for each in shown]), "cells", w, which)
        for part in _parts(count, AT_ONCE)
    ]
    seen = np.concatenate(parts).reshape(count, -1)
    thought = np.maximum(seen @ w["cells.whole.weight"].T + w["cells.whole.bias"], 0)
    return np.asarray(thought @ w["cells.last.weight"].T + w["cells.last.bias"])


def describe_faces(faces: NDArray[np.uint8], w: Weights) -> Array:
    """Return the looks (N, F) of faces (N, FACE_SIDE, FACE_SIDE, 3)."""
    if not len(faces):
        return np.zeros((0, len(w["faces.last.bias"])), np.float32)
    count = len(faces)
    parts = [network(folded([faces[p]]), "faces", w) for p in _parts(count, FACES_AT_ONCE)]
    seen = np.concatenate(parts)
    pixels = seen.reshape(count, -1, seen.shape[-1])
    even = np.full(pixels.shape[1], 1 / pixels.shape[1], np.float32)  # far quicker than ``mean``
    pooled = np.concatenate((even @ pixels, pixels.max(axis=1)), axis=1)
    return np.asarray(pooled @ w["faces.last.weight"].T + w["faces.last.bias"])


def face_of(windows: Windows) -> NDArray[np.uint8]:
    """Return the middles (N, FACE_SIDE, FACE_SIDE, 3) of windows, which a tile fills."""
    assert windows.shape[1] == SIDE
    return windows[:, FACE, FACE]


def _parts(count: int, most: int) -> Iterator[slice]:
    """Yield ``count`` pictures in parts of so many at ``most``."""
    return (slice(start, start + most) for start in range(0, count, most))

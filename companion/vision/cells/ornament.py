"""Ornament: how alike the figures of tiles are to those of spaces, in any turn of the piece.

Of colours whose main tones are nearly the same it is what people tell them by.
"""

from __future__ import annotations

import numpy as np

from companion.chosen_numbers import ORNAMENT_OFF_PX, RIM_PX
from companion.neural_network.encoders import FACE_SIDE, Windows
from companion.neural_network.weights import Array


def ornament_alike(tops: Windows, spaces: Array) -> Array:
    """Return the correlations (N, C) of tiles' tops (N, H, W, 3) and spaces (C, H, W, 3).

    Both are faces.  It is that of the turn, and of the place within a pixel, in which it is most.
    """
    size = FACE_SIDE - 2 * RIM_PX
    starts = range(RIM_PX - ORNAMENT_OFF_PX, RIM_PX + ORNAMENT_OFF_PX + 1)
    planes, prints = (np.asarray(each, np.float32).transpose(0, 3, 1, 2) for each in (tops, spaces))
    turned = [np.rot90(prints, turns, (2, 3)) for turns in range(4)]
    lying = [
        each[..., y : y + size, x : x + size] for each in turned for y in starts for x in starts
    ]
    inner = planes[..., RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    alike = _figures(inner) @ _figures(np.concatenate(lying)).T
    return np.asarray(alike.reshape(len(tops), len(lying), len(spaces)).max(axis=1))


def _figures(faces: Array) -> Array:
    """Return what differs from a face's mean colour, brought to one strength: (N, 3 * H * W).

    ``faces`` (N, 3, H, W).  What is fainter than a grey level counts for less: it is noise.
    """
    planes = np.ascontiguousarray(faces).reshape(len(faces), 3, -1)  # far quicker than as it lies
    rows = (planes - planes.mean(axis=2, keepdims=True)).reshape(len(faces), -1)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + rows.shape[1] ** 0.5))

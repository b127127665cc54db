"""Many little pictures looked for, each in an area of its own, to a part of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Gray, Points, Vector

Curves = NDArray[np.float32]
"""(N, S) float32: how well blocks match along a line of places."""


def displacements(areas: Gray, blocks: Gray) -> tuple[Points, Vector]:
    """Return how far (N, 2) right and down of its area's middle each block is seen, in pixels.

    And how well it matches there (N,), at most 1.  ``areas`` (N, A, A) are larger than the
    ``blocks`` (N, B, B), B odd, by as much on all sides; between pixels a parabola tells where a
    block matches best.
    """
    pairs = zip(areas, blocks, strict=True)
    likeness = np.array([cv2.matchTemplate(*each, cv2.TM_CCOEFF_NORMED) for each in pairs])
    count, side = likeness.shape[:2]
    y, x = np.divmod(likeness.reshape(count, -1).argmax(axis=1), side)
    each = np.arange(count)
    right, down = _summits(likeness[each, y], x), _summits(likeness[each, :, x], y)
    return np.column_stack((right, down)) - (side - 1) / 2, np.asarray(likeness[each, y, x], float)


def _summits(curves: Curves, at: NDArray[np.intp]) -> Vector:
    """Return where (N,) curves are highest, near places ``at`` (N,): the tops of parabolas.

    At the ends of a curve it may go on rising, so they are taken for what they are.
    """
    inner = np.clip(at, 1, curves.shape[1] - 2)
    each = np.arange(len(at))
    before, here, after = (curves[each, inner + step].astype(float) for step in (-1, 0, 1))
    bend = np.maximum(2 * here - before - after, 1e-6)
    return np.where(at == inner, at + (after - before) / (2 * bend), at)

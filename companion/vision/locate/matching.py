"""Many little pictures looked for at once, each in an area of its own.

What OpenCV's ``matchTemplate`` says of one (``TM_CCOEFF_NORMED``), for all of them in a third of
the time: most of that went into beginning anew for every one of them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from companion.vision.arrays import Gray, Points, Vector

Blocks = NDArray[np.float32]
"""(N, B, B) float32: little pictures less their mean, and of length one."""

Curves = NDArray[np.float32]
"""(N, S) float32: how well blocks match along a line of places."""

LEAST = 1.0
"""Variance in grey levels below which an area shows nothing at all."""


def blocks_of(pictures: Gray) -> Blocks:
    """Return little pictures (N, B, B), B odd, as they are looked for."""
    levels = pictures - pictures.mean(axis=(1, 2), keepdims=True)
    sizes = np.sqrt((levels * levels).sum(axis=(1, 2), keepdims=True))
    return np.asarray(levels / np.maximum(sizes, LEAST), np.float32)


def displacements(areas: Gray, blocks: Blocks) -> tuple[Points, Vector]:
    """Return how far (N, 2) right and down of its area's middle each block is seen, in pixels.

    And how well it matches there (N,), at most 1.  ``areas`` (N, A, A) are larger than the blocks
    by as much on all sides; between pixels a parabola tells where a block matches best.
    """
    likeness = _likeness(areas, blocks)
    count, side = likeness.shape[:2]
    y, x = np.divmod(likeness.reshape(count, -1).argmax(axis=1), side)
    each = np.arange(count)
    right, down = _summits(likeness[each, y], x), _summits(likeness[each, :, x], y)
    return np.column_stack((right, down)) - (side - 1) / 2, np.asarray(likeness[each, y, x], float)


def _likeness(areas: Gray, blocks: Blocks) -> NDArray[np.float32]:
    """Return the correlation (N, S, S) of each block with its area, place by place."""
    count, side = areas.shape[:2]
    block = blocks.shape[1]
    rows = sliding_window_view(areas.astype(np.float32), block, axis=2)
    places = rows.shape[2]
    # Every row of an area with every row of its block: those that meet are added up below.
    alike = rows.reshape(count, side * places, block) @ blocks.transpose(0, 2, 1)
    met = sliding_window_view(alike.reshape(count, side, places, block), block, axis=1)
    likeness = np.einsum("nysrr->nys", met) / (block * _deviations(areas, block))
    return np.asarray(likeness, np.float32)


def _deviations(areas: Gray, block: int) -> Vector:
    """Return the standard deviations (N, S, S) of what lies under a block, place by place."""
    count, side = areas.shape[:2]
    below = areas.reshape(count * side, side)
    inner = slice(block // 2, side - block // 2)
    sums = (kind(below, cv2.CV_64F, (block, block)) for kind in (cv2.boxFilter, cv2.sqrBoxFilter))
    mean, squares = (each.reshape(count, side, side)[:, inner, inner] for each in sums)
    return np.asarray(np.sqrt(np.maximum(squares - mean * mean, LEAST)))


def _summits(curves: Curves, at: NDArray[np.intp]) -> Vector:
    """Return where (N,) curves are highest, near places ``at`` (N,): the tops of parabolas.

    At the ends of a curve it may go on rising, so they are taken for what they are.
    """
    inner = np.clip(at, 1, curves.shape[1] - 2)
    each = np.arange(len(at))
    before, here, after = (curves[each, inner + step].astype(float) for step in (-1, 0, 1))
    bend = np.maximum(2 * here - before - after, 1e-6)
    return np.where(at == inner, at + (after - before) / (2 * bend), at)

"""Light: what the reference would look like under the lamp of this frame.

Light across one table shifts a colour by more than a tile differs from its printed space, so no
fixed threshold works.  From places whose print matches, a gain per colour channel is fitted that
may slope across the board; shadows are dealt with where cells are read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Points, Vector
from companion.vision.rectify import SCALE, Flat, to_flat

BLOCK_MM = 10.0
DARK = 2.0
"""Added to both sides of a ratio, so that black places do not decide."""

SPREAD = 0.03
"""Scatter of the logarithm of a gain that is still ordinary."""

PER_MM = 0.01


@dataclass(frozen=True)
class Light:
    """Gains of the channels blue, green, red: logarithms (3, 3), constant and slopes along x, y."""

    slopes: Vector

    def gain(self, board_mm: Points) -> Vector:
        """Return the gains (N, 3) at board points (N, 2) mm."""
        ahead = np.column_stack((np.ones(len(board_mm)), np.asarray(board_mm) * PER_MM))
        return np.asarray(np.exp(ahead @ self.slopes), float)


UNCHANGED = Light(np.zeros((3, 3)))


def compare(now: Flat, then: Flat, places_mm: Points) -> Light:
    """Return the light of ``now`` against ``then``; ``places_mm`` (N, 2) show the same print."""
    if len(places_mm) < 6:
        return UNCHANGED
    ratio = np.log((_means(now, places_mm) + DARK) / (_means(then, places_mm) + DARK))
    terms = np.column_stack((np.ones(len(places_mm)), places_mm * PER_MM))
    weight = np.ones(len(places_mm))
    for _ in range(5):
        slopes = np.linalg.lstsq(terms * weight[:, None], ratio * weight[:, None], rcond=None)[0]
        miss = np.abs(ratio - terms @ slopes).max(axis=1)
        weight = 1.0 / (1.0 + (miss / SPREAD) ** 2)
    return Light(np.asarray(slopes, float))


def white_of(flat: Flat) -> Vector:
    """Return the board's own white, (3,) blue, green, red: the level only a tenth of it exceeds.

    Every board has cream or white spaces on more than a tenth of its face.
    """
    rim = round(14 * SCALE)
    face = flat.image[rim:-rim:3, rim:-rim:3].reshape(-1, 3)
    return np.maximum(np.percentile(face, 90, axis=0), 16.0)


def to_lab(colours: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return CIE L*a*b* (..., 3) of colours (..., 3) given as blue, green, red from 0 to 255."""
    flat = np.clip(colours, 0, 255).astype(np.float32).reshape(1, -1, 3) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(colours.shape)


def _means(flat: Flat, places_mm: Points) -> Vector:
    width = round(BLOCK_MM * SCALE)
    smooth = cv2.blur(flat.image, (width, width))
    x, y = to_flat(places_mm).round().astype(int).T
    return np.asarray(smooth[y, x], float)

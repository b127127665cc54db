"""What changed on the table around the boards since it was set up.

It is seen from straight above where the tops of tiles would be: there a tile shows its true
outline, and what is unchanged looks the same at any height.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, to_lab
from companion.chosen_numbers import GAIN_SPREAD, NOISY

Gains = NDArray[np.float32]
"""How much brighter a view is than another, by blocks: (h, w, 3)."""

LIGHT_BLOCK = 32
"""Light and table change slowly: they are taken from blocks of this many pixels of a view."""


def in_blocks(picture: NDArray[Any]) -> NDArray[Any]:
    """Return the means of the blocks of a halved view (h, w, ...), nine blocks at least."""
    height, width = (max(2 * side // LIGHT_BLOCK, 3) for side in picture.shape[:2])
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)


def gain(now: Image, then: Image) -> Gains:
    """Return how much brighter each place is in a halved view than in another, by blocks.

    A smooth surface through all blocks, those that show something new weighed down: a local
    average would take a patch of tiles for a change of light.  ``NOISY`` is added to both sides of
    the ratio, so that black places do not decide.
    """
    small = [in_blocks(each) for each in (now, then)]
    rows, columns = small[0].shape[:2]
    seen = (np.minimum(small[0], small[1]).max(axis=2) > NOISY).reshape(-1)
    ratio = np.log((small[0] + NOISY) / (small[1] + NOISY)).reshape(-1, 3)
    places = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    x, y = (each.ravel() for each in places)
    terms = np.column_stack((np.ones(len(x)), x, y, x * x, x * y, y * y))
    weight = seen.astype(float)
    slopes = np.zeros((terms.shape[1], 3))
    for _ in range(4):
        pull = terms * weight[:, None]
        normal = pull.T @ terms + 1e-3 * np.eye(terms.shape[1])
        slopes = np.linalg.solve(normal, pull.T @ ratio)
        miss = np.abs(ratio - terms @ slopes).max(axis=1)
        weight = seen / (1.0 + (miss / GAIN_SPREAD) ** 2)
    return np.asarray(np.exp(terms @ slopes).reshape(rows, columns, 3), np.float32)


def change(now: Image, then: Image, gains: Gains) -> NDArray[np.float32]:
    """Return the colour distance (h, w) of two halved views (h, w, 3), in the light of ``then``."""
    size = (now.shape[1], now.shape[0])
    lit = cv2.blur(now, (3, 3)) / cv2.resize(gains, size, interpolation=cv2.INTER_LINEAR)
    before = cv2.blur(then, (3, 3)).astype(np.float32)
    away = to_lab(np.asarray(lit, np.float32)) - to_lab(before)
    return np.asarray(np.sqrt(np.einsum("hwc,hwc->hw", away, away)), np.float32)

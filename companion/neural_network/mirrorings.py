"""Other ways to see what windows show: moved and mirrored."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.neural_network.encoders import SIDE, Windows

PIXEL = "V3"
"""Three levels as one value."""

MIRRORINGS = 3
"""Ways to see a tile mirrored that fit a rhombus as well as a square."""


def moved(windows: Windows, pixels: NDArray[np.float64]) -> Windows:
    """Return windows (N, ...) each moved by so many of its ``pixels`` (N, 2), right and down."""
    fresh = np.empty_like(windows)
    for n, (right, down) in enumerate(pixels):
        how = np.array([[1, 0, right], [0, 1, down]])
        size, at_the_edge = (SIDE, SIDE), cv2.BORDER_REPLICATE
        cv2.warpAffine(windows[n], how, size, fresh[n], cv2.INTER_CUBIC, at_the_edge)
    return fresh


def mirrored(windows: Windows) -> Windows:
    """Return windows (N, ...) in each other way (3 N, ...): turned by half, and mirrored both."""
    pixels = np.ascontiguousarray(windows).view(PIXEL)[..., 0]  # moved whole, not level by level
    across = pixels.transpose(0, 2, 1)
    others = np.concatenate((pixels[:, ::-1, ::-1], across, across[:, ::-1, ::-1]))
    return others[..., None].view(np.uint8)

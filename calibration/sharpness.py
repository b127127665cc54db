"""How sharp a picture is, in pixels: the width of its sharpest edges from dark to light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Gray, Mask

WINDOW = 13
"""Pixels in which an edge must rise; a wider one counts as that wide."""

STRONG = 0.02
"""Part of a board's pixels that are taken as edges: the steepest."""


def edge_width(gray: Gray, mask: Mask) -> float:
    """Return the median width (pixels) of the steepest edges of ``gray`` (H, W) in ``mask``.

    An edge's width is its rise over its steepest slope: 2.5 standard deviations of the blur.
    """
    soft = gray.astype(np.float32)
    slope = np.hypot(_derivative(soft, 1, 0), _derivative(soft, 0, 1))
    square = np.ones((WINDOW, WINDOW), np.uint8)
    rise = cv2.dilate(soft, square) - cv2.erode(soft, square)
    here = slope[mask]
    steep = here >= np.quantile(here, 1.0 - STRONG)
    widths = rise[mask][steep] / np.maximum(here[steep], 1e-3)
    return float(np.median(widths))


def _derivative(gray: NDArray[np.float32], x: int, y: int) -> NDArray[np.float32]:
    return np.asarray(cv2.Sobel(gray, cv2.CV_32F, x, y, ksize=3, scale=1 / 8), np.float32)

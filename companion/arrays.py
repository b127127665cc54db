"""The arrays that pass through the eyes, and OpenCV calls narrowed to their types in one place."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""A picture (H, W, 3) uint8 in OpenCV's order: blue, green, red."""

Gray: TypeAlias = NDArray[np.uint8]
"""A picture (H, W) uint8 of grey levels."""

Vector: TypeAlias = NDArray[np.float64]
"""Numbers of any shape, float64."""

Points: TypeAlias = NDArray[np.float64]
"""(N, 2) coordinates, float64: millimetres or pixels, as the name says."""

Mask: TypeAlias = NDArray[np.bool_]
"""Yes or no, of any shape."""

HALF_PIXEL = 0.5
"""Pixels that pages and files name count from the picture's edge, ours from the first's middle."""


SAMPLED = 9
"""Of so many rows and columns one tells whether a picture has colours."""


def is_colourless(image: Image) -> bool:
    """Tell whether a picture (H, W, 3) shows something, and all of it grey: by night vision.

    Where a camera sees colours its noise alone has some; formats of pictures round grey ones.
    """
    pixels = np.ascontiguousarray(image[::SAMPLED, ::SAMPLED])
    blue, green, red = cv2.split(pixels)  # far quicker than extremes over the last axis
    apart = (cv2.absdiff(blue, green), cv2.absdiff(green, red), cv2.absdiff(red, blue))
    return bool(pixels.max() > 1 and max(each.max() for each in apart) <= 1)


def to_gray(image: Image) -> Gray:
    """Return the grey levels of a picture."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def to_lab(colours: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return CIE L*a*b* (..., 3) of colours (..., 3) given as blue, green, red from 0 to 255."""
    flat = np.array(colours, np.float32).reshape(1, -1, 3)
    np.clip(flat, 0, 255, out=flat)
    np.divide(flat, 255, out=flat)  # in place: these are the largest arrays there are
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(colours.shape)

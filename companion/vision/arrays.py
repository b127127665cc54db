"""The arrays that pass through the eyes, and OpenCV calls narrowed to their types in one place."""

from __future__ import annotations

from typing import Any, TypeAlias

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

Pixels: TypeAlias = NDArray[np.float32]
"""(N, K, 3) float32: K pixels of N patches, three channels."""

Mask: TypeAlias = NDArray[np.bool_]
"""Yes or no, of any shape."""


def sample(image: Image, where: NDArray[np.float32]) -> Image:
    """Return the colours (H, W, 3) of ``image`` at the pixels ``where`` (H, W, 2)."""
    nothing: Any = None  # x and y are together in ``where``
    seen = cv2.remap(image, where, nothing, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def to_gray(image: Image) -> Gray:
    """Return the grey levels of a picture."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)

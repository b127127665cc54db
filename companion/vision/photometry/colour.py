"""L*a*b* of pictures: the colour distances that eyes know."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def to_lab(colours: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return CIE L*a*b* (..., 3) of colours (..., 3) given as blue, green, red from 0 to 255."""
    flat = np.array(colours, np.float32).reshape(1, -1, 3)
    np.clip(flat, 0, 255, out=flat)
    np.divide(flat, 255, out=flat)  # in place: these are the largest arrays there are
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(colours.shape)

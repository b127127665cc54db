"""The ChArUco sheet as the printer makes it and the camera sees it."""

from __future__ import annotations

from functools import cache

import cv2

COLUMNS, ROWS = 5, 7
MODULE_MM = 3.5
"""Everything on the sheet is a multiple of this, so that it prints without rounding."""

SQUARE_MODULES = 9
TAG_MODULES = 7
SQUARE_MM = SQUARE_MODULES * MODULE_MM
TAG_MM = TAG_MODULES * MODULE_MM
CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""Inner corners of the sheet: what is measured."""


@cache
def board() -> cv2.aruco.CharucoBoard:
    """Return the sheet for OpenCV; its tags are of another dictionary than the brackets'."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, TAG_MM, dictionary)

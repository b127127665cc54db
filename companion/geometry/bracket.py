"""Corner brackets: printed ArUco tags that say which board lies where.

Bracket for the top-left corner: a 32 mm quadrant whose lower right corner touches the board's
corner, with a 24 mm tag (DICT_4X4_50) upright in its middle; corner *k* has the same bracket turned
*k* quarter turns clockwise.  Tag id = 4 x seat + k.
"""

from __future__ import annotations

import numpy as np

from companion.arrays import Points
from companion.geometry.camera import board_corners

QUADRANT_MM = 32.0
TAG_MM = 24.0


def tag_corners(corner: int, size_mm: tuple[float, float]) -> Points:
    """Return the corners (4, 2) of the tag at board corner 0 to 3, in mm on the board."""
    far, near = -(QUADRANT_MM + TAG_MM) / 2, -(QUADRANT_MM - TAG_MM) / 2
    points = np.array([[far, far], [near, far], [near, near], [far, near]])
    for _ in range(corner):
        points = np.column_stack((-points[:, 1], points[:, 0]))
    return np.asarray(points + board_corners(size_mm)[corner], float)

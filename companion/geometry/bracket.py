"""Corner brackets: printed ArUco tags that say which board lies where.

Bracket for the top-left corner: a 32 mm quadrant whose lower right corner touches the board's
corner, with a 24 mm tag (DICT_4X4_50) upright in its middle; corner *k* has the same bracket turned
*k* quarter turns clockwise.  Tag id = 4 x seat + k.  From the quadrant a grey arm leads along one
edge of the board, a white one along the other.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.arrays import Image, Points, Vector
from companion.geometry.camera import Camera, Pose, board_corners
from companion.geometry.rectify import patch_grid

QUADRANT_MM = 32.0
TAG_MM = 24.0
ARM_MM = 48.0
"""How far from the quadrant's outer corner the middle of an arm is."""

ARM_OFF_MM = 27.0
PATCH_MM = 3.0
"""Half of the side of a square that lies wholly on an arm."""

ARM_PX = 5
"""Rows and columns of pixels that are looked at of that square."""


def tag_corners(corner: int, size_mm: tuple[float, float]) -> Points:
    """Return the corners (4, 2) of the tag at board corner 0 to 3, in mm on the board."""
    return _square(corner, size_mm, (QUADRANT_MM / 2, QUADRANT_MM / 2), TAG_MM / 2)


def arm_corners(corner: int, size_mm: tuple[float, float], *, white: bool) -> Points:
    """Return the corners (4, 2) of a square on the white or the grey arm, in mm on the board."""
    middle = (ARM_OFF_MM, ARM_MM) if white else (ARM_MM, ARM_OFF_MM)
    return _square(corner, size_mm, middle, PATCH_MM)


def card_white(image: Image, camera: Camera, pose: Pose, size_mm: tuple[float, float]) -> Vector:
    """Return the white (3,) of a board's brackets in a picture (H, W, 3) uint8 BGR.

    It is that of the second brightest: a lamp may be mirrored in the first, and a sleeve lie on
    the others.
    """
    arms = np.array([arm_corners(corner, size_mm, white=True) for corner in range(4)])
    grid = patch_grid(camera.project(pose.place(arms.reshape(-1, 2))).reshape(arms.shape), ARM_PX)
    seen = cv2.remap(image, *grid, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    whites = np.median(seen.reshape(len(arms), -1, 3), axis=1)
    return np.asarray(whites[whites.max(axis=1).argsort()[-2]], float)


def _square(
    corner: int, size_mm: tuple[float, float], middle: tuple[float, float], half: float
) -> Points:
    """Return the corners (4, 2) of a square of a bracket, its middle from the quadrant's corner."""
    points = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + middle - QUADRANT_MM
    for _ in range(corner):
        points = np.column_stack((-points[:, 1], points[:, 0]))
    return np.asarray(points + board_corners(size_mm)[corner], float)

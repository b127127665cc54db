"""A board that is no longer where it was: nudged, turned, or lifted and put back.

The board's whole picture is looked for at low resolution, in all turns asked for.  This is slow
(tens of milliseconds nearby, a second over the whole table) and only done when following fails;
``follow`` then finds the exact place.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image
from companion.vision.geometry import BOARD_MM, Camera, Pose
from companion.vision.rectify import MARGIN_MM, SCALE, Flat, flatten

COARSE = 0.4
"""Pixels per millimetre."""

NEAR_MM = 60.0
NEAR_TURNS = np.radians(np.arange(-12.0, 12.1, 2.0))
ALL_TURNS = np.radians(np.arange(-180.0, 180.0, 5.0))
FAR_MM = 900.0


def nearby(image: Image, camera: Camera, pose: Pose, board: Board, seen: Flat) -> Pose:
    """Return the likeliest pose of a nudged board; ``seen`` is its flat picture at set-up."""
    return _best(image, camera, pose, board, seen, NEAR_MM, NEAR_TURNS)


def anywhere(image: Image, camera: Camera, pose: Pose, board: Board, seen: Flat) -> Pose:
    """Return the likeliest pose of a board that was lifted and put back somewhere."""
    return _best(image, camera, pose, board, seen, FAR_MM, ALL_TURNS)


def _best(
    image: Image,
    camera: Camera,
    pose: Pose,
    board: Board,
    seen: Flat,
    reach_mm: float,
    turns: Iterable[float],
) -> Pose:
    template = _template(seen)
    best, found = -1.0, pose
    for turn in turns:
        turned = turn_about_middle(pose, float(turn), board.size_mm)
        wide = flatten(image, camera, turned, board.size_mm, BOARD_MM, reach_mm, COARSE)
        _, score, _, place = cv2.minMaxLoc(cv2.matchTemplate(wide, template, cv2.TM_CCOEFF_NORMED))
        if score > best:
            x, y = turned.place(np.array([place]) / COARSE - reach_mm)[0]
            best, found = score, Pose(float(x), float(y), turned.turn)
    return found


def turn_about_middle(pose: Pose, turn: float, size_mm: tuple[float, float]) -> Pose:
    """Return the pose of a board turned where it lies."""
    middle = np.array([size_mm]) / 2
    still = pose.place(middle)[0]
    moved = Pose(pose.x_mm, pose.y_mm, pose.turn + turn)
    x, y = still - moved.place(middle)[0]
    return Pose(pose.x_mm + float(x), pose.y_mm + float(y), moved.turn)


def _template(seen: Flat) -> Image:
    """Return the board alone, without the table around it, at coarse resolution."""
    rim = round(MARGIN_MM * SCALE)
    board = seen.image[rim:-rim, rim:-rim]
    size = (round(board.shape[1] * COARSE / SCALE), round(board.shape[0] * COARSE / SCALE))
    return np.asarray(cv2.resize(board, size, interpolation=cv2.INTER_AREA), np.uint8)

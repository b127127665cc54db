"""A board that is no longer where it was: nudged, turned, or lifted and put back.

The board's whole picture is looked for at low resolution, in all turns asked for: nearby, or over
the whole table, roughly at first.  This is slow (tens of milliseconds nearby, some hundred over the
table) and only done when following fails; ``follow`` then finds the exact place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from companion.arrays import Gray
from companion.boards import Board
from companion.chosen_numbers import ARM_MM, FLAT_SCALE, MARGIN_MM, NEARBY_MM, NEARBY_TURNS
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.rectify import flatten

SHRINK = 4
"""By how much the picture is shrunk for the search, so that no detail is skipped."""

SEARCH_SCALE = 0.2
"""Pixels per millimetre in which boards are looked for, to be quick: one is some fifty wide."""

ALL_TURNS = np.radians(np.arange(-180.0, 180.0, 5.0))
"""Turns in which a board is looked for that was lifted."""


def nearby(gray: Gray, camera: Camera, pose: Pose, board: Board, seen: Gray) -> Pose:
    """Return the likeliest pose of a nudged board; ``seen`` is its flat grey picture at set-up."""
    return _likeliest(gray, camera, pose, board, seen, NEARBY_MM, NEARBY_TURNS)


def anywhere(gray: Gray, camera: Camera, pose: Pose, board: Board, seen: Gray) -> Pose:
    """Return the likeliest pose of a board that was lifted and put back somewhere."""
    rough = _likeliest(gray, camera, pose, board, seen, ARM_MM, ALL_TURNS)
    return nearby(gray, camera, rough, board, seen)


def _likeliest(
    gray: Gray,
    camera: Camera,
    pose: Pose,
    board: Board,
    seen: Gray,
    reach_mm: float,
    turns: Iterable[float],
) -> Pose:
    """Return where within reach of ``pose``, and in which of ``turns``, a board is seen best."""
    small, far_camera = _shrunk(gray, camera)
    template, around_mm, looks = _template(seen), reach_mm + MARGIN_MM, []
    for turn in turns:
        turned = pose.turned(float(turn), board.size_mm)
        wide = flatten(small, far_camera, turned, board.size_mm, BOARD_MM, around_mm, SEARCH_SCALE)
        _, score, _, place = cv2.minMaxLoc(cv2.matchTemplate(wide, template, cv2.TM_CCOEFF_NORMED))
        x, y = turned.place(np.array([place]) / SEARCH_SCALE - reach_mm)[0]
        looks.append((score, Pose(float(x), float(y), turned.turn)))
    return max(looks, key=lambda look: look[0])[1]


def _shrunk(gray: Gray, camera: Camera) -> tuple[Gray, Camera]:
    """Return a smaller picture, and the camera that would have taken it."""
    size = (max(gray.shape[1] // SHRINK, 1), max(gray.shape[0] // SHRINK, 1))
    small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = ((centre + 0.5) / SHRINK - 0.5 for centre in camera.centre_px)
    return small, replace(camera, focal_px=camera.focal_px / SHRINK, centre_px=(x, y))


def _template(seen: Gray) -> Gray:
    """Return the board with a little of the table around it.

    On a plain board its outline says more than what lies on it, which is never the same.
    """
    by = SEARCH_SCALE / FLAT_SCALE
    return np.asarray(cv2.resize(seen, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)

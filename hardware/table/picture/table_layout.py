"""Where boards and displays lie, and where the camera hangs, for so many players."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from random import Random

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Points
from companion.vision.geometry.camera import Pose, board_corners
from hardware.table.picture.table_scene import Point
from hardware.table.picture.viewpoint import Eye

GAP_MM = 46.0
"""Between two boards that face each other, their brackets not counted."""

BRACKET_MM = 34.0
AISLE_MM = 330.0
"""Between two boards side by side: the displays lie there."""

VIEW = 0.86
"""Part of the picture's height or width that the boards fill."""

DISPLAY_STEP_MM = 108.0

EDGE = 0.03
"""Part of a picture at its edges that a phone leaves free of boards."""


def poses(board: Board, players: int) -> tuple[Pose, ...]:
    """Return where the boards of 2 to 4 players lie, a little askew, the table's middle at (0, 0).

    Seats go round the table as the family sits: near left, near right, far right, far left.
    """
    width, height = board.size_mm
    down = (height + GAP_MM) / 2 + BRACKET_MM
    aside = 0.0 if players == 2 else (width + AISLE_MM) / 2
    near_left = (-aside, down, 0.03)
    near_right = (aside, down, -0.05)
    far_right = (aside, -down, pi + 0.04)
    far_left = (-aside, -down, pi - 0.02)
    seats = {2: (near_left, far_left)}.get(players, (near_left, near_right, far_right, far_left))
    return tuple(centred(board, (x, y), turn) for x, y, turn in seats[:players])


def centred(board: Board, middle: Point, turn: float) -> Pose:
    """Return the pose of a board whose middle lies at a point of the table."""
    half = np.array([board.size_mm]) / 2
    x, y = np.array(middle) - Pose(0.0, 0.0, turn).place(half)[0]
    return Pose(float(x), float(y), turn)


def eye_over(board: Board, players: int, slant: float = 0.1) -> Eye:
    """Return a camera that sees all boards; ``slant`` radians off the vertical."""
    width, height = board.size_mm
    tall = 2 * (height + 2 * BRACKET_MM) + GAP_MM
    wide = width + 2 * BRACKET_MM if players == 2 else 2 * (width + 2 * BRACKET_MM) + AISLE_MM
    eye = Eye()
    per_mm = VIEW * min(eye.size[0] / wide, eye.size[1] / tall)
    far = eye.focal_px / per_mm
    middle = (60.0, 0.0) if players == 2 else (0.0, 0.0)
    place = (middle[0] - 0.3 * slant * far, slant * far, far * float(np.cos(slant)))
    return Eye(place, middle, focal_px=eye.focal_px, k1=eye.k1, size=eye.size)


def eye_in_hand(board: Board, poses: Sequence[Pose], chance: Random) -> Eye:
    """Return the eye of a phone that has all boards in view, from anywhere about the table.

    It is slanted by 10 to 45 degrees, turned by any angle, as near as the boards let it be but
    half a metre at least, with a hand's breadth of room.
    """
    corners = [pose.place(board_corners(board.size_mm)) for pose in poses]
    low, high = np.min(corners, axis=(0, 1)), np.max(corners, axis=(0, 1))
    middle = (low + high) / 2 + [chance.uniform(-20, 20) for _ in range(2)]
    slant, around = np.radians(chance.uniform(10, 45)), chance.uniform(0, 2 * pi)
    roll = chance.uniform(0, 2 * pi)
    for far in np.arange(500.0, 2500.0, 20.0):
        aside = far * np.sin(slant) * np.array([np.cos(around), np.sin(around)])
        x, y = (float(each) for each in middle + aside)
        place = (x, y, float(far * np.cos(slant)))
        eye = Eye(place, (float(middle[0]), float(middle[1])), roll)
        if _in_view(eye, np.concatenate(corners)):
            break
    return eye


def _in_view(eye: Eye, corners: Points) -> bool:
    """Tell whether points of the table lie in the picture, and not at its very edge."""
    size = np.array(eye.size)
    at = eye.camera.project(corners, 0.0)
    return bool(((at > EDGE * size) & (at < (1 - EDGE) * size)).all())


def displays(board: Board, players: int) -> tuple[Point, ...]:
    """Return the middles of the factory displays; a game with other factories has them there."""
    count = 2 * players + 1
    if players == 2:
        x = board.size_mm[0] / 2 + 2 * BRACKET_MM + 110.0
        ring = [pi * 2 * n / count + 0.3 for n in range(count)]
        return tuple((x + 100.0 * float(np.cos(a)), 105.0 * float(np.sin(a))) for a in ring)
    return tuple(_slot(n, count) for n in range(count))


def centre_of(board: Board, players: int) -> Point:
    """Return where the tiles in the middle of the table lie: within the ring, or after it."""
    if players == 2:
        return board.size_mm[0] / 2 + 2 * BRACKET_MM + 110.0, 0.0
    count = 2 * players + 1
    return _slot(count, count)


def _slot(number: int, count: int) -> Point:
    """Return a place in the two columns between the boards; there is one more than displays."""
    rows = count // 2 + 1
    return DISPLAY_STEP_MM * (number % 2 - 0.5), DISPLAY_STEP_MM * (number // 2 - (rows - 1) / 2)


def on_display(place: Point, number: int, count: int) -> tuple[Point, float]:
    """Return where tile ``number`` of ``count`` lies on a display at ``place``, and its turn."""
    if count == 1:
        return place, 0.4
    angle = 2 * pi * number / count + place[0]
    reach = 20.0 if count < 6 else 32.0
    x, y = place[0] + reach * float(np.cos(angle)), place[1] + reach * float(np.sin(angle))
    return (x, y), angle

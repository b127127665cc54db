"""Where boards and displays lie, and where the camera hangs, for so many players."""

from __future__ import annotations

from math import pi

import numpy as np

from companion.boards import Board
from companion.fields import Point
from companion.geometry.camera import Pose
from hardware.table.picture.viewpoint import Eye

GAP_MM = 46.0
"""Between two boards that face each other, their brackets not counted."""

BRACKET_MM = 34.0
AISLE_MM = 330.0
"""Between two boards side by side: the displays lie there."""

VIEW = 0.86
"""Part of the picture's height or width that the boards fill."""

DISPLAY_STEP_MM = 108.0


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

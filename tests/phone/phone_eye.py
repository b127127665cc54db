"""Where a phone is held when somebody photographs a table."""

from math import pi

import numpy as np

from companion.geometry.camera import board_corners
from hardware.table.picture.viewpoint import Eye

EDGE = 0.03
"""Part of a picture at its edges that a phone leaves free of boards."""


def eye_in_hand(board, poses, chance):
    """The eye of a phone that has all boards in view, from anywhere about the table.

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
        if in_view(eye, np.concatenate(corners)):
            break
    return eye


def in_view(eye, corners):
    """Whether points of the table lie in the picture, and not at its very edge."""
    size = np.array(eye.size)
    at = eye.camera.project(corners, 0.0)
    return bool(((at > EDGE * size) & (at < (1 - EDGE) * size)).all())

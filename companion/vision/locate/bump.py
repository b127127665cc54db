"""A camera that was bumped: every board seems to have moved, and in ways no board can.

A board that is nudged stays as long and as wide as it is.  When what is left of all boards after
they were followed no longer fits the camera, camera and poses are solved again from their
landmarks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.vision.geometry.camera import BOARD_MM, Camera
from companion.vision.geometry.misses import SHARP_PX, Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, solve_table
from companion.vision.locate.follow import Followed

MISFIT_MM = 0.38
"""Root mean square of what landmarks are off from which on the camera cannot be where it was."""

Boards = Mapping[int, Followed | None]


def solve_again(
    size: tuple[int, int], camera: Camera, found: Boards, optics: Optics = USUAL
) -> Table | None:
    """Return camera and poses after a bump, or None when the camera is where it was.

    ``size`` is the picture's width and height.
    All boards must have been found: a board out of sight has no place under a new camera.
    """
    seen = {seat: each for seat, each in found.items() if each is not None}
    if len(seen) < len(found) or min(map(_misfit, seen.values())) < MISFIT_MM:
        return None
    sights = {seat: [_sight(camera, each)] for seat, each in seen.items()}
    poses = {seat: each.pose for seat, each in seen.items()}
    return solve_table(sights, size, (camera, poses), optics)


def _misfit(found: Followed) -> float:
    """Return how far landmarks are off in mm; a board of which none is seen speaks of no bump."""
    if not len(found.off_mm):
        return 0.0
    return float(np.sqrt((found.off_mm**2).sum(axis=1).mean()))


def _sight(camera: Camera, found: Followed) -> Sight:
    places = found.pose.place(found.agreeing + found.off_mm)
    return Sight(found.agreeing, camera.project(places, BOARD_MM), SHARP_PX, BOARD_MM)

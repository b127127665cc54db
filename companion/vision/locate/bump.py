"""A camera that was bumped: every board seems to have moved, and in ways no board can.

A board that is nudged stays as long and as wide as it is.  When what is left of all boards after
they were followed no longer fits the camera, camera and poses are solved again from their
landmarks.  Where boards are lost, a camera that was only turned is tried first.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.arrays import Image, to_gray
from companion.boards import Board
from companion.chosen_numbers import MISFIT_MM, SHARP_PX
from companion.geometry.camera import BOARD_MM, Camera
from companion.geometry.camera_moves import turned_to_see
from companion.geometry.misses import Sight
from companion.geometry.optics import USUAL, Optics
from companion.geometry.solve import Table, solve_table
from companion.vision.locate.finding import find_all
from companion.vision.locate.follow import Followed, Sought, follow
from companion.vision.locate.search import nearby

Boards = Mapping[int, Followed | None]


def turn_back(
    image: Image,
    camera: Camera,
    board: Board,
    sought: Mapping[int, Sought],
    brackets: bool,
    lost: Boards,
) -> tuple[Camera, dict[int, Followed | None]] | None:
    """Return a camera that was turned on its stand, and the boards under it; None: it was not.

    Under a slanting camera that turns, boards seem to stretch, and their print is not followed any
    more.  Where a ``lost`` board seems to lie nearby tells the turn; under the turned camera that
    board must lie where it was, and every other must be found.
    """
    gray = to_gray(image)
    for known in (sought[seat] for seat, found in lost.items() if found is None):
        seems = nearby(gray, camera, known.pose, board, known.reference())
        turned = turned_to_see(camera, known.pose, seems, board.size_mm)
        if follow(image, turned, known.pose, board, known) is None:
            continue
        boards = find_all(image, turned, board, sought, brackets)
        if all(boards.values()):
            return turned, boards
    return None


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

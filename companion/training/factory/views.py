"""Cameras over boards, as people hold and hang them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np

from companion.arrays import Points, Vector
from companion.boards import Board
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners, looking_along

MARGIN_MM = 12.0
"""What a picture shows around the board."""

MOST_PX = 760
"""Width of the largest picture drawn: finer ones would be halved before windows are cut."""


@dataclass(frozen=True)
class View:
    """A camera, where the board lies under it, and the size (width, height) of the picture."""

    camera: Camera
    pose: Pose
    size: tuple[int, int]

    def project(self, board_mm: Points, height_mm: float) -> Points:
        """Return the pixels (N, 2) of board points (N, 2) mm, ``height_mm`` over the table."""
        return self.camera.project(self.pose.place(board_mm), height_mm)

    def see(self, board_mm: Points, height_mm: float | Vector) -> Points:
        """Return what ``project`` does but for the last digits, at once: enough to draw by.

        Each point may have a height of its own, (N, 1).
        """
        across_and_ahead, corner, up = self._onto
        seen = board_mm @ across_and_ahead + (corner - height_mm * up)
        return np.asarray(seen[:, :2] / seen[:, 2:])

    @cached_property
    def _onto(self) -> tuple[Vector, Vector, Vector]:
        """What a millimetre across and ahead (2, 3), the corner (3,) and height (3,) are in pixels.

        Homogeneous: drawn cameras bend nothing.
        """
        camera, (x, y) = self.camera, self.camera.centre_px
        pixels = np.array([[camera.focal_px, 0, x], [0, camera.focal_px, y], [0, 0, 1]])
        corner, right, down = self.pose.place(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        flat = camera.rotation[:, :2] @ np.column_stack((right - corner, down - corner, corner))
        flat[:, 2] += camera.shift
        seen = (pixels @ np.column_stack((flat, camera.rotation[:, 2]))).T
        return seen[:2], seen[2], seen[3]

    @cached_property
    def foot_mm(self) -> Vector:
        """The point (2,) mm on the board that lies right under the camera."""
        return np.asarray(self.pose.back(self.camera.position_mm[None, :2])[0])

    @cached_property
    def px_per_mm(self) -> float:
        """How fine the picture shows the board, on average."""
        at = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]])
        seen = self.see(at, BOARD_MM)
        return float(np.linalg.norm(seen[1:] - seen[0], axis=1).mean() / 100.0)


def view_of(board: Board, chance: Random) -> View:
    """Return some camera over a board: hung over the table, or a phone in a hand."""
    width, height = board.size_mm
    tilt = np.radians(abs(chance.gauss(0, 12)) if chance.random() < 0.5 else chance.uniform(20, 50))
    wide_px = np.exp(chance.uniform(np.log(230), np.log(620)))
    far_mm = max(board.size_mm) * chance.uniform(2.2, 7.0)
    way = chance.uniform(0, 2 * np.pi)
    at = far_mm * np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), -np.cos(tilt)])
    aim = np.array([chance.gauss(0, 0.8) * width, chance.gauss(0, 0.8) * height, 0.0])
    focal_px = wide_px / max(board.size_mm) * far_mm
    rotation = looking_along(aim - at, chance.uniform(-0.2, 0.2))
    camera = Camera(focal_px, (0.0, 0.0), 0.0, rotation, -rotation @ at)
    turn = chance.choice((0, 0, np.pi, np.pi / 2, -np.pi / 2)) + chance.gauss(0, 0.08)
    if chance.random() < 0.2:
        turn = chance.uniform(0, 2 * np.pi)
    middle = Pose(0.0, 0.0, turn).place(np.array([[width / 2, height / 2]]))[0]
    return _framed(View(camera, Pose(-middle[0], -middle[1], float(turn)), (0, 0)), board)


def _framed(view: View, board: Board) -> View:
    """Return the view cut to the board and a little around it."""
    corners = board_corners(board.size_mm)
    rim = corners + MARGIN_MM * np.sign(corners - corners.mean(axis=0))
    seen = view.project(rim, 10.0)
    low, high = seen.min(axis=0), seen.max(axis=0)
    largest = float((high - low).max())
    if largest > MOST_PX:
        shrink = MOST_PX / largest
        smaller = replace(view.camera, focal_px=view.camera.focal_px * shrink)
        return _framed(replace(view, camera=smaller), board)
    camera = replace(view.camera, centre_px=(float(-low[0]), float(-low[1])))
    return View(camera, view.pose, (int(high[0] - low[0]) + 1, int(high[1] - low[1]) + 1))

"""Camera and board poses: millimetres on the table to pixels in the frame.

All boards lie on one table plane under one camera, so a frame has one ``Camera`` and each board has
only three unknowns.  Table coordinates: millimetres, x right, y down in the picture, z up out of
the table; the table's origin is the top-left corner of the first board found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.arrays import Mask, Points, Vector

BOARD_MM = 1.6
"""Thickness of a board: its print lies that much over the table and the brackets beside it."""

UNBENDINGS = 6
"""Rounds of fixed-point iteration that take a lens's bend out of pixels, to 0.01 mm at the rim."""


@dataclass(frozen=True)
class Pose:
    """Where a board lies on the table: its top-left corner, its turn in radians (clockwise)."""

    x_mm: float
    y_mm: float
    turn: float

    def place(self, board_mm: Points) -> Points:
        """Return board points ((N, 2) mm from the board's top-left corner) on the table (N, 2)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        spun = np.asarray(board_mm, float) @ np.array([[c, s], [-s, c]])
        return np.asarray(spun + [self.x_mm, self.y_mm], float)

    def back(self, table_mm: Points) -> Points:
        """Return table points (N, 2) mm as points on the board (N, 2); undoes ``place``."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        turned = (np.asarray(table_mm, float) - [self.x_mm, self.y_mm]) @ np.array(
            [[c, -s], [s, c]]
        )
        return np.asarray(turned, float)

    def compose(self, other: Pose) -> Pose:
        """Return the pose that places points as this one does after the ``other``."""
        x, y = self.place(np.array([[other.x_mm, other.y_mm]]))[0]
        return Pose(float(x), float(y), self.turn + other.turn)

    def turned(self, turn: float, size_mm: tuple[float, float]) -> Pose:
        """Return the pose of a board of that size turned where it lies, by radians clockwise."""
        middle = np.array([size_mm]) / 2
        moved = Pose(self.x_mm, self.y_mm, self.turn + turn)
        x, y = self.place(middle)[0] - moved.place(middle)[0]
        return Pose(self.x_mm + float(x), self.y_mm + float(y), moved.turn)

    def halved(self) -> Pose:
        """Return half of a small motion."""
        return Pose(self.x_mm / 2, self.y_mm / 2, self.turn / 2)

    def reach(self, size_mm: tuple[float, float]) -> float:
        """Return how far (mm) a motion takes a board, plus what its turn adds at the rim."""
        return float(np.hypot(self.x_mm, self.y_mm) + abs(self.turn) * max(size_mm))


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera with one radial distortion term, seen from the table.

    ``rotation`` (3, 3) and ``shift`` (3,) take table mm to camera mm; ``focal_px`` and
    ``centre_px`` are the intrinsics; ``k1`` is OpenCV's first radial coefficient.
    Compared by identity, so that what was worked out for a camera can be kept.
    """

    focal_px: float
    centre_px: tuple[float, float]
    k1: float
    rotation: Vector
    shift: Vector

    def project(self, table_mm: Points, height_mm: float = 0.0) -> Points:
        """Return the pixels (N, 2) of table points (N, 2) ``height_mm`` above the table."""
        eye = self.eye(table_mm, height_mm)
        flat = eye[:, :2] / eye[:, 2:3]
        bent = 1.0 + self.k1 * np.einsum("ij,ij->i", flat, flat)
        pixels: Points = flat * (self.focal_px * bent)[:, None] + np.array(self.centre_px)
        return pixels

    def shows(self, table_mm: Points, height_mm: float, size: tuple[int, int]) -> Mask:
        """Tell which table points (N,) a picture shows that is so wide and high (pixels)."""
        seen = self.project(table_mm, height_mm)
        return np.asarray(((seen >= -0.5) & (seen <= np.array(size) - 0.5)).all(axis=1))

    def eye(self, table_mm: Points, height_mm: float = 0.0) -> Points:
        """Return table points (N, 2) ``height_mm`` above the table in camera mm (N, 3)."""
        rotation = self.rotation
        return np.asarray(
            table_mm @ rotation[:, :2].T + (self.shift - height_mm * rotation[:, 2]), float
        )

    def lower(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """Return the points (N, 2) in mm, ``height_mm`` above the table, seen at ``pixels``."""
        bent = (np.asarray(pixels) - self.centre_px) / self.focal_px
        flat = bent
        for _ in range(UNBENDINGS):
            flat = bent / (1.0 + self.k1 * np.einsum("ij,ij->i", flat, flat))[:, None]
        plane = np.column_stack(
            (self.rotation[:, :2], self.shift - height_mm * self.rotation[:, 2])
        )
        table = np.column_stack((flat, np.ones(len(flat)))) @ np.linalg.inv(plane).T
        points: Points = table[:, :2] / table[:, 2:3]
        return points

    @property
    def position_mm(self) -> Vector:
        """The camera's place (3,): x, y on the table and height above it (positive up), in mm."""
        place = -self.rotation.T @ self.shift
        return np.array([place[0], place[1], -place[2]])


def looking_along(ahead: Vector, roll: float) -> Vector:
    """Return the rotation (3, 3) of a camera that looks along ``ahead``, table x to its right.

    ``roll`` turns it around its own axis, in radians.
    """
    forward = ahead / np.linalg.norm(ahead)
    down = np.array([0.0, 1.0, 0.0]) - forward * forward[1]
    down /= np.linalg.norm(down)
    right = np.cross(down, forward)
    c, s = np.cos(roll), np.sin(roll)
    return np.stack((c * right + s * down, c * down - s * right, forward))


def board_corners(size_mm: tuple[float, float]) -> Points:
    """Return a board's corners (4, 2) in mm: top-left, top-right, bottom-right, bottom-left."""
    width, height = size_mm
    return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])


def corners_around(size_mm: tuple[float, float], room_mm: float) -> Points:
    """Return the corners (4, 2) in mm of something of this size, ``room_mm`` outside of it."""
    width, height = size_mm
    return board_corners((width + 2 * room_mm, height + 2 * room_mm)) - room_mm


def outline_px(camera: Camera, pose: Pose, size_mm: tuple[float, float]) -> Points:
    """Return the pixels (4, 2) in which the corners of a board are seen."""
    return camera.project(pose.place(board_corners(size_mm)), BOARD_MM)

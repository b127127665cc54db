"""What lies around the boards, so that a table that is the same from two sides can be told apart.

Two boards that face each other look the same from both sides; the displays, the bag and the table
around them hardly ever do.  Only how colours change from place to place is compared, as light and
exposure differ from picture to picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.geometry.camera import Camera, Pose, board_corners

STEP_MM = 20.0
AROUND_MM = 240.0
"""How far around the boards the table is looked at."""

BESIDE_MM = 25.0
"""Room left at the boards' edges: they have a height, and a shadow."""

SMALLER = 8
"""By how much the picture is made smaller: single tiles do not matter."""

ENOUGH = 60
"""Places that two pictures must both show to be compared."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Places on the table (N, 2) mm, as one picture's solution has them, and their Lab (N, 3)."""

    places: Points
    colours: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Onto:
    """How the table of one picture lies on that of another: turned, then moved."""

    turn: NDArray[np.float64]
    from_: NDArray[np.float64]
    to: NDArray[np.float64]

    @staticmethod
    def of(here: Points, there: Points) -> Onto:
        """Return how points (N, 2) come to lie as near as can be to others, never mirrored."""
        from_, to = here.mean(axis=0), there.mean(axis=0)
        u, _, vt = np.linalg.svd((here - from_).T @ (there - to))
        upright = np.diag([1.0, np.sign(np.linalg.det(u @ vt))])
        return Onto(u @ upright @ vt, from_, to)

    def moved(self, points: Points) -> Points:
        """Return points of the one table on the other."""
        return np.asarray((points - self.from_) @ self.turn + self.to, float)

    def back(self, points: Points) -> Points:
        """Return points of the other table on the one."""
        return np.asarray((points - self.to) @ self.turn.T + self.from_, float)


def around(
    image: Image, camera: Camera, poses: Mapping[int, Pose], size_mm: tuple[float, float]
) -> Surroundings:
    """Return what a picture (H, W, 3) BGR shows around the boards."""
    corners = np.concatenate([pose.place(board_corners(size_mm)) for pose in poses.values()])
    low, high = corners.min(axis=0) - AROUND_MM, corners.max(axis=0) + AROUND_MM
    axes = [np.arange(a, b, STEP_MM) for a, b in zip(low, high, strict=True)]
    places = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    for pose in poses.values():
        on = pose.back(places)
        beside = (on < -BESIDE_MM) | (on > np.array(size_mm) + BESIDE_MM)
        places = places[beside.any(axis=1)]
    colours, seen = _colours(image, camera, places)
    return Surroundings(places[seen], colours[seen])


def likeness(before: Surroundings, image: Image, camera: Camera, onto: Onto) -> float:
    """Return from -1 to 1 how much a picture shows what lay around; 0 where that cannot be said.

    ``onto`` is how the picture's table would lie on the one of before.
    """
    colours, seen = _colours(image, camera, onto.back(before.places))
    if seen.sum() < ENOUGH:
        return 0.0
    one, other = (each - each.mean(axis=0) for each in (colours[seen], before.colours[seen]))
    scale = np.sqrt(np.square(one).sum() * np.square(other).sum())
    return float((one * other).sum() / scale) if scale else 0.0


def _colours(
    image: Image, camera: Camera, places: Points
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the Lab colours (N, 3) of places on the table, and which of them are in sight."""
    small = cv2.resize(image, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(float)
    at = np.floor((camera.project(places, 0.0) + 0.5) / SMALLER).astype(int)
    height, width = lab.shape[:2]
    inside = np.asarray((at >= 0) & (at < [width, height]))
    seen: NDArray[np.bool_] = np.logical_and(inside[:, 0], inside[:, 1])
    column, row = np.where(seen[:, None], at, 0).T
    return np.asarray(lab[row, column], float), seen

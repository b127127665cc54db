"""The simulated camera's eye: where it hangs, where it looks, what its lens does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.arrays import Points
from companion.geometry.camera import Camera, looking_along

UNBENDING = 8
"""Rounds of fixed-point iteration that take lens distortion out to well under a hundredth pixel."""

TABLES = 2
"""Tables of which is kept what does not change from picture to picture: this one, and the same
after a nudge or in another light.  A picture has 6 MB and its light 24, so an evening of many games
must not keep them all."""

SHEETS = 12
"""Boards, brackets and cards that lie on a table, at most."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera over the table; hashable, so that what does not change is drawn once.

    ``place_mm`` is its place over the table (x, y, height), ``target_mm`` the point on the table
    in the middle of its picture; ``roll`` turns it around its own axis (radians, clockwise);
    ``size`` is width and height of the picture in pixels, ``k1`` the lens's radial distortion.
    """

    place_mm: tuple[float, float, float] = (0.0, 0.0, 1000.0)
    target_mm: tuple[float, float] = (0.0, 0.0)
    roll: float = 0.0
    focal_px: float = 1280.0
    k1: float = -0.03
    size: tuple[int, int] = (1640, 1232)

    @property
    def camera(self) -> Camera:
        """The camera as the eyes of the companion would have to find it."""
        return _camera(self)


@lru_cache(maxsize=32)
def _camera(eye: Eye) -> Camera:
    x, y, height = eye.place_mm
    at = np.array([x, y, -height])
    rotation = looking_along(np.array([*eye.target_mm, 0.0]) - at, eye.roll)
    centre = ((eye.size[0] - 1) / 2, (eye.size[1] - 1) / 2)
    return Camera(eye.focal_px, centre, eye.k1, rotation, -rotation @ at)


def lowered(camera: Camera, pixels: Points, height_mm: float) -> Points:
    """Return the table points (N, 2) mm, ``height_mm`` up, that are seen at ``pixels`` (N, 2)."""
    bent = (np.asarray(pixels, float) - camera.centre_px) / camera.focal_px
    flat = bent.copy()
    for _ in range(UNBENDING):
        flat = bent / (1.0 + camera.k1 * np.einsum("ij,ij->i", flat, flat))[:, None]
    shift = camera.shift - height_mm * camera.rotation[:, 2]
    plane = np.linalg.inv(np.column_stack((camera.rotation[:, :2], shift)))
    table = np.column_stack((flat, np.ones(len(flat)))) @ plane.T
    points: Points = table[:, :2] / table[:, 2:3]
    return points

"""The table around the boards, seen from straight above at any height."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.arrays import Image, Mask, Points
from companion.chosen_numbers import COARSE_SCALE
from companion.geometry.camera import Camera, Pose, board_corners
from companion.geometry.rectify import Grid, between_knots, fixed_point


@dataclass(frozen=True)
class Bounds:
    """A rectangle of the table in millimetres."""

    left: float
    top: float
    width: int
    height: int

    def to_pixels(self, table_mm: Points) -> Points:
        """Return the pixels (N, 2) of table points (N, 2) in a view of this rectangle."""
        return np.asarray((table_mm - [self.left, self.top]) * COARSE_SCALE - 0.5, float)

    def to_mm(self, pixels: Points) -> Points:
        """Return the table points (N, 2) of pixels (N, 2)."""
        return np.asarray((pixels + 0.5) / COARSE_SCALE + [self.left, self.top], float)


def bounds_of(
    camera: Camera,
    poses: Iterable[Pose],
    board_mm: tuple[float, float],
    size: tuple[int, int],
    reach_mm: float,
) -> Bounds:
    """Return the rectangle of the table within ``reach_mm`` of the boards.

    It holds no more than a picture of ``size`` (width, height) shows.
    """
    width, height = size
    corners = np.concatenate([pose.place(board_corners(board_mm)) for pose in poses])
    rim = np.linspace(0.0, 1.0, 5)
    edge = [(t * (width - 1), y) for t in rim for y in (0, height - 1)]
    edge += [(x, t * (height - 1)) for t in rim for x in (0, width - 1)]
    seen = camera.lower(np.array(edge, float))
    low = np.maximum(corners.min(axis=0) - reach_mm, seen.min(axis=0))
    high = np.minimum(corners.max(axis=0) + reach_mm, seen.max(axis=0))
    sides = np.maximum((high - low) * COARSE_SCALE, 1).astype(int)
    return Bounds(float(low[0]), float(low[1]), int(sides[0]), int(sides[1]))


def view(image: Image, camera: Camera, bounds: Bounds, height_mm: float) -> Image:
    """Return the table from above at ``height_mm``; what the picture does not show is black."""
    where, fraction = _grid(camera, bounds, height_mm)
    seen = cv2.remap(image, where, fraction, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.uint8)


@lru_cache(maxsize=1)
def _grid(camera: Camera, bounds: Bounds, height_mm: float) -> Grid:
    """Return where the picture shows each pixel of a view.

    Kept, because the camera stays; only the last, because it is large.
    """

    def seen(pixels: Points) -> Points:
        return camera.project(bounds.to_mm(pixels), height_mm)

    return fixed_point(*between_knots(seen, bounds.width, bounds.height))


def halved(picture: Image) -> Image:
    """Return a view at half its size."""
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def lying(bounds: Bounds, poses: Iterable[Pose], shapes: Sequence[Points]) -> Mask:
    """Return where ``shapes`` (N, 2) mm on boards lie in a halved view (h, w)."""
    mask = np.zeros((bounds.height // 2, bounds.width // 2), np.uint8)
    for pose in poses:
        for shape in shapes:
            corners = bounds.to_pixels(pose.place(shape)) / 2
            cv2.fillPoly(mask, [corners.round().astype(np.int32)], 1)
    return np.asarray(mask > 0)

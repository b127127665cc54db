"""The table around the boards, seen from straight above, and what changed on it.

The table is looked at where the tops of tiles would be: there a tile shows its true outline, and
what is unchanged looks the same at any height.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Mask, Points, to_lab
from companion.boards import Board
from companion.geometry.camera import Camera, Pose, board_corners
from companion.geometry.rectify import Grid, between_knots, fixed_point
from companion.vision.chosen import ARM_MM, COARSE_SCALE, GAIN_SPREAD, LIGHT_BLOCK, NOISY

Gains = NDArray[np.float32]
"""How much brighter a view is than another, by blocks: (h, w, 3)."""


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


def bounds_of(camera: Camera, poses: Iterable[Pose], board: Board, image: Image) -> Bounds:
    """Return the rectangle that holds what the picture shows of the table near the boards."""
    height, width = image.shape[:2]
    corners = np.concatenate([pose.place(board_corners(board.size_mm)) for pose in poses])
    rim = np.linspace(0.0, 1.0, 5)
    edge = [(t * (width - 1), y) for t in rim for y in (0, height - 1)]
    edge += [(x, t * (height - 1)) for t in rim for x in (0, width - 1)]
    seen = camera.lower(np.array(edge, float))
    low = np.maximum(corners.min(axis=0) - ARM_MM, seen.min(axis=0))
    high = np.minimum(corners.max(axis=0) + ARM_MM, seen.max(axis=0))
    size = np.maximum((high - low) * COARSE_SCALE, 1).astype(int)
    return Bounds(float(low[0]), float(low[1]), int(size[0]), int(size[1]))


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


def lying(bounds: Bounds, poses: Iterable[Pose], shapes: Sequence[Points]) -> Mask:
    """Return where ``shapes`` (N, 2) mm on boards lie in a halved view (h, w)."""
    mask = np.zeros((bounds.height // 2, bounds.width // 2), np.uint8)
    for pose in poses:
        for shape in shapes:
            corners = bounds.to_pixels(pose.place(shape)) / 2
            cv2.fillPoly(mask, [corners.round().astype(np.int32)], 1)
    return np.asarray(mask > 0)


def halved(picture: Image) -> Image:
    """Return a view at half its size."""
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def in_blocks(picture: NDArray[Any]) -> NDArray[Any]:
    """Return the means of the blocks of a halved view (h, w, ...), nine blocks at least."""
    height, width = (max(2 * side // LIGHT_BLOCK, 3) for side in picture.shape[:2])
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)


def gain(now: Image, then: Image) -> Gains:
    """Return how much brighter each place is in a halved view than in another, by blocks.

    A smooth surface through all blocks, those that show something new weighed down: a local
    average would take a patch of tiles for a change of light.  ``NOISY`` is added to both sides of
    the ratio, so that black places do not decide.
    """
    small = [in_blocks(each) for each in (now, then)]
    rows, columns = small[0].shape[:2]
    seen = (np.minimum(small[0], small[1]).max(axis=2) > NOISY).reshape(-1)
    ratio = np.log((small[0] + NOISY) / (small[1] + NOISY)).reshape(-1, 3)
    places = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    x, y = (each.ravel() for each in places)
    terms = np.column_stack((np.ones(len(x)), x, y, x * x, x * y, y * y))
    weight = seen.astype(float)
    slopes = np.zeros((terms.shape[1], 3))
    for _ in range(4):
        pull = terms * weight[:, None]
        normal = pull.T @ terms + 1e-3 * np.eye(terms.shape[1])
        slopes = np.linalg.solve(normal, pull.T @ ratio)
        miss = np.abs(ratio - terms @ slopes).max(axis=1)
        weight = seen / (1.0 + (miss / GAIN_SPREAD) ** 2)
    return np.asarray(np.exp(terms @ slopes).reshape(rows, columns, 3), np.float32)


def change(now: Image, then: Image, gains: Gains) -> NDArray[np.float32]:
    """Return the colour distance (h, w) of two halved views (h, w, 3), in the light of ``then``."""
    size = (now.shape[1], now.shape[0])
    lit = cv2.blur(now, (3, 3)) / cv2.resize(gains, size, interpolation=cv2.INTER_LINEAR)
    before = cv2.blur(then, (3, 3)).astype(np.float32)
    away = to_lab(np.asarray(lit, np.float32)) - to_lab(before)
    return np.asarray(np.sqrt(np.einsum("hwc,hwc->hw", away, away)), np.float32)

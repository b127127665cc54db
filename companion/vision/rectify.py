"""Boards seen from straight above: flat pictures of a board, at any height over the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Image, Points, sample
from companion.vision.geometry import Camera, Pose

SCALE = 1.5
"""Pixels per millimetre of a flat picture: as fine as cameras over a table see a board."""

MARGIN_MM = 14.0
"""What a flat picture shows of the table around the board."""

KNOTS = 17
"""The lens bends the grid smoothly, so this many exact points a side are enough to interpolate."""


@dataclass(frozen=True)
class Flat:
    """A board seen from straight above.

    ``image`` (H, W, 3) uint8 BGR; board point (x, y) mm lies at pixel ``at(x, y)``.
    """

    image: Image

    def crop(self, centre_mm: tuple[float, float], half_mm: float) -> Image:
        """Return the square of ``half_mm`` around a board point; smaller at the picture's rim."""
        x, y = to_flat(np.array([centre_mm]))[0]
        half = half_mm * SCALE
        left, top = max(round(x - half), 0), max(round(y - half), 0)
        return self.image[top : round(y + half) + 1, left : round(x + half) + 1]


def to_flat(board_mm: Points) -> Points:
    """Return the pixels (N, 2) of board points (N, 2) mm in a flat picture."""
    pixels: Points = (board_mm + MARGIN_MM) * SCALE - 0.5
    return pixels


def flat_size(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Return width and height in pixels of a flat picture of a board of ``size_mm``."""
    width, height = (round((side + 2 * MARGIN_MM) * SCALE) for side in size_mm)
    return width, height


def rectify(
    image: Image, camera: Camera, pose: Pose, size_mm: tuple[float, float], height_mm: float
) -> Flat:
    """Return the board as seen from above at ``height_mm`` over the table."""
    return Flat(flatten(image, camera, pose, size_mm, height_mm, MARGIN_MM, SCALE))


def flatten(
    image: Image,
    camera: Camera,
    pose: Pose,
    size_mm: tuple[float, float],
    height_mm: float,
    margin_mm: float,
    scale: float,
) -> Image:
    """Return a board and ``margin_mm`` of table around it from above, ``scale`` pixels per mm."""
    width, height = (round((side + 2 * margin_mm) * scale) for side in size_mm)
    xs, ys = np.linspace(0, width - 1, KNOTS), np.linspace(0, height - 1, KNOTS)
    knots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    board = (knots + 0.5) / scale - margin_mm
    pixels = camera.project(pose.place(board), height_mm).astype(np.float32)
    grid = _spread(pixels.reshape(KNOTS, KNOTS, 2), width, height)
    return sample(image, grid)


def _spread(knots: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """Interpolate the knots' pixels to every pixel: corner knots lie on corner pixels."""
    return np.asarray(cv2.remap(knots, *_where(width, height), cv2.INTER_LINEAR), np.float32)


@lru_cache(maxsize=32)
def _where(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    across = np.linspace(0, KNOTS - 1, width, dtype=np.float32)
    down = np.linspace(0, KNOTS - 1, height, dtype=np.float32)
    xs, ys = np.meshgrid(across, down)
    return xs, ys

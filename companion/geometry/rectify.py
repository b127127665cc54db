"""Boards seen from straight above: flat pictures of a board, at any height over the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.chosen_numbers import FLAT_SCALE, MARGIN_MM
from companion.geometry.camera import Camera, Pose

KNOTS = 33
"""The lens bends the grid smoothly, so this many exact points a side are enough to interpolate."""

KEPT = 16
"""Grids kept: four boards at three heights, and some."""


Coordinates: TypeAlias = NDArray[np.float32]
"""(H, W) of x, or of y, in a picture's pixels."""

Grid: TypeAlias = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""(H, W, 2) of the whole pixels at which pixels are seen, and (H, W) of the parts beyond them, as
OpenCV likes them best."""


@dataclass(frozen=True)
class Flat:
    """A board seen from straight above.

    ``image`` (H, W, 3) uint8 BGR, or (H, W) of a grey picture; board point (x, y) mm lies at pixel
    ``to_flat``, less the ``first_row`` rows that were left out above.
    """

    image: Image
    first_row: int = 0


def to_flat(board_mm: Points, scale: float = FLAT_SCALE) -> Points:
    """Return the pixels (N, 2) of board points (N, 2) mm in a flat picture."""
    pixels: Points = (board_mm + MARGIN_MM) * scale - 0.5
    return pixels


def from_flat(pixels: Points, scale: float = FLAT_SCALE, margin_mm: float = MARGIN_MM) -> Points:
    """Return the board points (N, 2) mm at pixels (N, 2) of a flat picture; undoes ``to_flat``."""
    board_mm: Points = (pixels + 0.5) / scale - margin_mm
    return board_mm


def flat_size(size_mm: tuple[float, float], scale: float = FLAT_SCALE) -> tuple[int, int]:
    """Return width and height in pixels of a flat picture of a board of ``size_mm``."""
    width, height = (round((side + 2 * MARGIN_MM) * scale) for side in size_mm)
    return width, height


def rectify(
    image: Image,
    camera: Camera,
    pose: Pose,
    size_mm: tuple[float, float],
    height_mm: float,
    rows_mm: tuple[float, float] | None = None,
    scale: float = FLAT_SCALE,
) -> Flat:
    """Return the board as seen from above at ``height_mm`` over the table.

    With ``rows_mm`` only what lies between those two y is looked at; ``scale`` in pixels per mm.
    """
    rows = _row_range(size_mm, rows_mm, scale)
    where, fraction = _grid(camera, pose, size_mm, height_mm, rows, scale)
    return Flat(np.asarray(cv2.remap(image, where, fraction, cv2.INTER_LINEAR), np.uint8), rows[0])


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
    xs, ys = _pixels(camera, pose, size_mm, height_mm, margin_mm, scale)
    seen = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


@lru_cache(maxsize=KEPT)
def _grid(
    camera: Camera,
    pose: Pose,
    size_mm: tuple[float, float],
    height_mm: float,
    rows: tuple[int, int],
    scale: float,
) -> Grid:
    """Return where the first up to the last of ``rows`` are seen; kept for boards that rest."""
    xs, ys = _pixels(camera, pose, size_mm, height_mm, MARGIN_MM, scale)
    return fixed_point(xs[slice(*rows)], ys[slice(*rows)])


def _pixels(
    camera: Camera,
    pose: Pose,
    size_mm: tuple[float, float],
    height_mm: float,
    margin_mm: float,
    scale: float,
) -> tuple[Coordinates, Coordinates]:
    """Return x and y of the picture's pixels that a board seen from above is made of."""
    size = [round((side + 2 * margin_mm) * scale) for side in size_mm]

    def seen(pixels: Points) -> Points:
        return camera.project(pose.place(from_flat(pixels, scale, margin_mm)), height_mm)

    return between_knots(seen, size[0], size[1])


def fixed_point(xs: Coordinates, ys: Coordinates) -> Grid:
    """Return where pixels are seen in the form that OpenCV is quickest with, to 1/32 pixel."""
    where, fraction = cv2.convertMaps(xs, ys, cv2.CV_16SC2)
    return np.asarray(where, np.int16), np.asarray(fraction, np.uint16)


def patch_grid(corners: Points, side: int) -> Grid:
    """Return where the pixels (N, side * side) of square patches are seen, each patch in a row.

    OpenCV takes its time for each row.  ``corners`` (N, 4, 2) are where theirs are seen, clockwise
    from the top left: across so little perspective and lens bend nothing that matters.
    """
    pixels = _between_corners(side) @ corners.astype(np.float32)
    return fixed_point(*np.moveaxis(pixels, -1, 0).copy())


@lru_cache(maxsize=KEPT)
def _between_corners(side: int) -> NDArray[np.float32]:
    """Return how much of its patch's four corners each pixel has (side * side, 4)."""
    part = (np.arange(side, dtype=np.float32) + 0.5) / side
    y, x = (each.reshape(-1, 1) for each in np.meshgrid(part, part, indexing="ij"))
    return np.hstack(((1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y))


def between_knots(
    seen: Callable[[Points], Points], width: int, height: int
) -> tuple[Coordinates, Coordinates]:
    """Return x and y where each pixel of a view is ``seen``: exactly for a few, then between."""
    xs, ys = np.linspace(0, width - 1, KNOTS), np.linspace(0, height - 1, KNOTS)
    knots = seen(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).astype(np.float32)
    across, down = _between(width), _between(height)
    x, y = (down @ each.reshape(KNOTS, KNOTS) @ across.T for each in knots.T)
    return x, y


@lru_cache(maxsize=KEPT)
def _between(count: int) -> NDArray[np.float32]:
    """Return how much of each knot each of ``count`` pixels has (count, KNOTS).

    The outer knots lie on the outer pixels.
    """
    at = np.linspace(0, KNOTS - 1, count, dtype=np.float32)
    return np.asarray(np.maximum(0, 1 - np.abs(at[:, None] - np.arange(KNOTS, dtype=np.float32))))


def _row_range(
    size_mm: tuple[float, float], rows_mm: tuple[float, float] | None, scale: float
) -> tuple[int, int]:
    height = flat_size(size_mm, scale)[1]
    if rows_mm is None:
        return 0, height
    first, last = ((y + MARGIN_MM) * scale for y in rows_mm)
    return max(int(first), 0), min(int(last) + 1, height)

"""The little pictures of all cells of a board, straight from the camera's picture.

A window shows a tile and two thirds of a space around it, at a chosen height over the table.  It is
laid along the tile's own edges, so that a rhombus fills it as a square does, and all games look
alike: a tile reaches from -1/2 to 1/2 both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Image, Points, Vector
from companion.vision.geometry import Camera, Pose

SIDE = 32
"""Pixels of a window's side."""

REACH = 0.83
"""How far a window reaches from its middle, in tiles: two thirds of a space on every side."""

FINEST = 2.0
"""Pixels of the picture a window's pixel may step over before the picture is halved."""

Windows = NDArray[np.uint8]
"""(N, SIDE, SIDE, 3) uint8, blue, green, red."""


def cut_windows(
    image: Image, camera: Camera, pose: Pose, cells: Sequence[Cell], tile: Tile, height_mm: float
) -> Windows:
    """Return the windows of ``cells`` at ``height_mm`` over the table; beyond the picture black."""
    corners = camera.project(pose.place(corners_of(tuple(cells), tile, REACH)), height_mm)
    image, corners = _as_coarse(image, corners.reshape(-1, 4, 2))
    where = (_BETWEEN @ corners.astype(np.float32)).reshape(len(cells) * SIDE, SIDE, 2)
    xs, ys = cv2.split(where)
    seen = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.uint8).reshape(len(cells), SIDE, SIDE, 3)


def _between() -> NDArray[np.float32]:
    """Return how much of its window's four corners each pixel has (SIDE * SIDE, 4).

    Across one window perspective and lens bend so little that straight lines are exact enough.
    """
    part = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE
    y, x = (each.reshape(-1, 1) for each in np.meshgrid(part, part, indexing="ij"))
    return np.hstack(((1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y))


_BETWEEN = _between()


@lru_cache(maxsize=32)
def corners_of(cells: tuple[Cell, ...], tile: Tile, reach: float) -> Points:
    """Return the corners (N * 4, 2) mm of the squares that reach so many tiles from the middles."""
    ends = reach * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    return np.concatenate([cell.centre_mm + ends @ axes_of(cell, tile) for cell in cells])


def axes_of(cell: Cell, tile: Tile) -> Vector:
    """Return the two sides (2, 2) mm of a tile as it would lie on a cell, one in each row."""
    if tile.shape == "rhombus":
        along = np.radians(cell.angle_deg + np.array([-30.0, 30.0]))
        return tile.size_mm * np.column_stack((np.cos(along), np.sin(along)))
    turn = np.radians(cell.angle_deg)
    c, s = np.cos(turn), np.sin(turn)
    return tile.size_mm * np.array([[c, s], [-s, c]])


def _as_coarse(image: Image, corners: Points) -> tuple[Image, Points]:
    """Return a picture halved until a window's pixels lie close in it, and the corners there."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    step = float(sides.mean()) / SIDE
    while step > FINEST and min(image.shape[:2]) > 1:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        corners, step = (corners + 0.5) / 2 - 0.5, step / 2
    return image, corners


def leans_of(
    camera: Camera, pose: Pose, cells: Sequence[Cell], tile: Tile, heights_mm: tuple[float, float]
) -> Vector:
    """Return how far (N, 2) a tile's top seems displaced against its print, in tiles.

    Along the two sides of each window; ``heights_mm`` are those of print and top.
    """
    low, high = heights_mm
    middles = np.array([cell.centre_mm for cell in cells])
    tops = pose.back(camera.lower(camera.project(pose.place(middles), high), low))
    return in_tiles(tops - middles, tuple(cells), tile)


def in_tiles(shifts_mm: Points, cells: tuple[Cell, ...], tile: Tile) -> Vector:
    """Return shifts (N, 2) mm on the board along the two sides of each cell's window, in tiles."""
    return np.asarray((shifts_mm[:, None] @ _per_mm(cells, tile))[:, 0])


@lru_cache(maxsize=16)
def _per_mm(cells: tuple[Cell, ...], tile: Tile) -> Vector:
    """Return what takes millimetres to tiles (N, 2, 2)."""
    return np.linalg.inv(np.array([axes_of(cell, tile) for cell in cells]))

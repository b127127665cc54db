"""The little pictures of all cells of a board, straight from the camera's picture.

A window shows a tile and a quarter of one around it, at a chosen height over the table.  It is laid
along the tile's own edges, so that a rhombus fills it as a square does, and all games look
alike: a tile reaches from -1/2 to 1/2 both ways.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Vector
from companion.boards import Board
from companion.boards.cell_places import Layout
from companion.geometry.camera import Camera, Pose
from companion.geometry.rectify import patch_grid
from companion.neural_network.encoders import SIDE, Windows
from companion.neural_network.slots import KINDS

REACH = 0.72625
"""How far a window reaches from its middle, in tiles: a face is 20 of its pixels wide."""

FINEST = 2.0
"""Pixels of the picture a window's pixel may step over before the picture is halved."""

FARTHEST = 32000
"""Pixels from the edge of any picture beyond which nothing of it lies."""

KEPT = 24
"""Grids kept: four boards at two heights, with and without their stores, and some."""

Part = tuple[slice, slice]
"""Rows and columns of a picture."""


@lru_cache(maxsize=16)
def layout_of(board: Board, *kinds: str) -> Layout:
    """Return the cells of a board that hold tiles, or those of ``kinds``, in the file's order."""
    return Layout(board.of_kind(*(kinds or KINDS)), board.tile)


def cut_windows(
    image: Image, camera: Camera, pose: Pose, layout: Layout, height_mm: float, *, keep: bool = True
) -> Windows:
    """Return the windows of cells at ``height_mm`` over the table; beyond the picture black.

    Where they are seen is kept for the next picture, unless they will not lie there again.
    """
    grid = _grid if keep else _grid.__wrapped__
    halvings, part, where, fraction = grid(camera, pose, layout, height_mm)
    shown = _halved(image[part], halvings)
    if not shown.size:
        return np.zeros((len(layout), SIDE, SIDE, 3), np.uint8)
    seen = cv2.remap(shown, where, fraction, cv2.INTER_LINEAR)
    return np.asarray(seen, np.uint8).reshape(len(layout), SIDE, SIDE, 3)


@lru_cache(maxsize=KEPT)
def _grid(
    camera: Camera, pose: Pose, layout: Layout, height_mm: float
) -> tuple[int, Part, NDArray[np.int16], NDArray[np.uint16]]:
    """Return how often which part of the picture is halved, and where in it windows' pixels are.

    In OpenCV's fast form, and kept for boards that lie still.
    """
    corners = camera.project(pose.place(layout.corners(REACH)), height_mm)
    corners = corners.reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    halvings = max(0, int(np.ceil(np.log2(max(float(sides.mean()) / SIDE / FINEST, 1e-6)))))
    corners = (corners + 0.5) / 2**halvings - 0.5
    where, fraction = patch_grid(corners, SIDE)
    if not halvings:
        return 0, (slice(None), slice(None)), where, fraction
    around = np.stack((corners.min(axis=(0, 1)) - 1, corners.max(axis=(0, 1)) + 3))
    ends = around.clip(0, FARTHEST).astype(np.int16)
    columns, rows = (slice(*each) for each in (ends.T.astype(int) << halvings).tolist())
    return halvings, (rows, columns), where - ends[0], fraction


def _halved(image: Image, times: int) -> Image:
    """Return a picture halved so often; nothing of what is too small for it."""
    for _ in range(times):
        height, width = image.shape[0] // 2, image.shape[1] // 2
        if not height or not width:
            return image[:0]
        whole = image[: 2 * height, : 2 * width]
        image = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))
    return image


def leans_of(camera: Camera, pose: Pose, layout: Layout, heights_mm: tuple[float, float]) -> Vector:
    """Return how far (N, 2) a tile's top seems displaced against its print, in tiles.

    Along the two sides of each window; ``heights_mm`` are those of print and top.
    """
    low, high = heights_mm
    seen = camera.project(pose.place(layout.middles), high)
    return layout.in_tiles(pose.back(camera.lower(seen, low)) - layout.middles)

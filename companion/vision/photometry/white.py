"""The white of each board in a picture: what all colours on it are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, Vector
from companion.boards import Board
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.rectify import Grid, fixed_point
from companion.vision.chosen import BESIDE_TILES, NOISY, WHITE_RANK, WHITE_STEP_MM


def whites_of(
    image: Image, camera: Camera, poses: Mapping[int, Pose], board: Board
) -> dict[int, Vector]:
    """Return each board's white by seat: levels (3,), blue, green, red.

    As bright as the lightest print where no tile ever lies, for light falls off over a table; but
    all boards lie under light of one colour, and the least coloured of their papers shows it best.
    """
    lightest = {seat: _lightest(image, camera, pose, board) for seat, pose in poses.items()}
    tints = [levels / levels.max() for levels in lightest.values()]
    return {seat: levels.max() * np.max(tints, axis=0) for seat, levels in lightest.items()}


def _lightest(image: Image, camera: Camera, pose: Pose, board: Board) -> Vector:
    """Return the levels (3,) of the lightest print where no tile ever lies."""
    where, fraction = _ground_seen(camera, pose, board)
    border = cv2.BORDER_REPLICATE
    seen = cv2.remap(image, where, fraction, cv2.INTER_LINEAR, borderMode=border)[0]
    rank = WHITE_RANK * (len(seen) - 1) // 100
    lightest = np.partition(seen.T, rank)[:, rank]  # in a tenth of the time of ``percentile``
    return np.asarray(np.maximum(lightest, NOISY), float)


@lru_cache(maxsize=16)
def _ground_seen(camera: Camera, pose: Pose, board: Board) -> Grid:
    """Return the pixels (1, N) at which the ground is seen; kept for boards that lie still."""
    x, y = camera.project(pose.place(ground_of(board)), BOARD_MM).astype(np.float32).T.copy()
    return fixed_point(x[None], y[None])


@lru_cache(maxsize=16)
def ground_of(board: Board) -> Points:
    """Return places (N, 2) mm all over a board where no tile lies and none leans over."""
    width, height = board.size_mm
    xs, ys = np.meshgrid(np.arange(2, width, WHITE_STEP_MM), np.arange(2, height, WHITE_STEP_MM))
    places = np.column_stack((xs.ravel(), ys.ravel()))
    room = BESIDE_TILES * board.tile.size_mm
    held = [cell for cell in board.cells if cell.kind not in ("track", "slider", "bonus", "store")]
    free = [p for p in places if all(_away(cell.polygon_mm, p) < -room for cell in held)]
    return np.array(free, float)


def _away(outline: tuple[tuple[float, float], ...], place: Points) -> float:
    """Return how far (mm) a place lies inside an outline; outside it is negative."""
    at = (float(place[0]), float(place[1]))
    return float(cv2.pointPolygonTest(np.array(outline, np.float32), at, True))


WHITE_LEVEL = 200.0
"""Where the board's white is put: tiles shine more."""


def under_white(pixels: NDArray[np.uint8], white: Vector) -> NDArray[np.uint8]:
    """Return pixels (..., 3) with the board's ``white`` (3,) at ``WHITE_LEVEL``, cut off at 255."""
    steps = np.arange(256)[:, None] * (WHITE_LEVEL / white)
    table = np.clip(steps + 0.5, 0, 255).astype(np.uint8)[None]
    flat = pixels.reshape(1, -1, 3)
    return np.asarray(cv2.LUT(flat, table), np.uint8).reshape(pixels.shape)

"""The white of each board in a picture: what all colours on it are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, Vector
from companion.boards import Board
from companion.geometry.bracket import arm_corners
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.free_ground import free_places
from companion.geometry.rectify import Grid, fixed_point, patch_grid
from companion.vision.chosen import BESIDE_TILES, DARK_PAPER, NOISY, WHITE_RANK

STEP_MM, ARM_PX = 6.0, 5
"""Distance of the places that are looked at of a board, rows and columns of a bracket's arm."""


def whites_of(
    image: Image, camera: Camera, poses: Mapping[int, Pose], board: Board, *, brackets: bool = False
) -> dict[int, Vector]:
    """Return each board's white by seat: levels (3,), blue, green, red.

    As bright as the lightest print where no tile ever lies, for light falls off over a table; but
    all boards lie under light of one colour, and the least coloured of their papers shows it best.
    What light falls on a board whose print is all dark the white of its ``brackets`` tells.
    """
    lightest = {seat: _lightest(image, camera, pose, board) for seat, pose in poses.items()}
    for seat in poses if brackets else ():
        card = _card(image, camera, poses[seat], board)
        if lightest[seat].max() < DARK_PAPER * card.max():
            lightest[seat] = card
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


def _card(image: Image, camera: Camera, pose: Pose, board: Board) -> Vector:
    """Return the white (3,) of the bracket that is seen best: a sleeve may lie on the others."""
    arms = np.array([arm_corners(corner, board.size_mm, white=True) for corner in range(4)])
    grid = patch_grid(camera.project(pose.place(arms.reshape(-1, 2))).reshape(arms.shape), ARM_PX)
    seen = cv2.remap(image, *grid, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    whites = np.median(seen.reshape(len(arms), -1, 3), axis=1)
    return np.asarray(whites[whites.max(axis=1).argmax()], float)


@lru_cache(maxsize=16)
def _ground_seen(camera: Camera, pose: Pose, board: Board) -> Grid:
    """Return the pixels (1, N) at which the ground is seen; kept for boards that lie still."""
    x, y = camera.project(pose.place(ground_of(board)), BOARD_MM).astype(np.float32).T.copy()
    return fixed_point(x[None], y[None])


@lru_cache(maxsize=16)
def ground_of(board: Board) -> Points:
    """Return places (N, 2) mm all over a board where no tile lies and none leans over."""
    moving = ("track", "slider", "bonus", "store")
    held = [cell.polygon_mm for cell in board.cells if cell.kind not in moving]
    return free_places(board.size_mm, held, BESIDE_TILES * board.tile.size_mm, STEP_MM)


WHITE_LEVEL = 200.0
"""Where the board's white is put: tiles shine more."""


def under_white(pixels: NDArray[np.uint8], white: Vector) -> NDArray[np.uint8]:
    """Return pixels (..., 3) with the board's ``white`` (3,) at ``WHITE_LEVEL``, cut off at 255."""
    steps = np.arange(256)[:, None] * (WHITE_LEVEL / white)
    table = np.clip(steps + 0.5, 0, 255).astype(np.uint8)[None]
    flat = pixels.reshape(1, -1, 3)
    return np.asarray(cv2.LUT(flat, table), np.uint8).reshape(pixels.shape)

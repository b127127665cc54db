"""The white of each board in a picture: what all colours on it are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, Vector
from companion.boards import Board
from companion.chosen_numbers import BESIDE_TILES, DARK_PAPER, NOISY, WHITE_RANK
from companion.geometry.bracket import card_white
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.free_ground import free_places
from companion.geometry.rectify import Grid, fixed_point

STEP_MM, NEARLY_ALL, PAPER = 6.0, 95, np.ones(3)
"""Distance of the places that are looked at of a board; percentile of them that must be dark on a
dark board, as the sun falls on print too where it falls on tiles; share of white that paper has."""


def whites_of(
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    board: Board,
    prints: Mapping[int, Vector] | None = None,
) -> dict[int, Vector]:
    """Return each board's white by seat: levels (3,), blue, green, red.

    As bright as the lightest print where no tile ever lies, for light falls off over a table; but
    all boards lie under light of one colour, and the least coloured of their papers shows it best.
    Of boards that are dark all over ``prints`` tell what share of white (3,) even that has.
    """
    each = {seat: _lightest(image, camera, pose, board) for seat, pose in poses.items()}
    whites = {seat: levels / (prints or {}).get(seat, 1.0) for seat, levels in each.items()}
    tints = [levels / levels.max() for levels in whites.values()]
    return {seat: levels.max() * np.max(tints, axis=0) for seat, levels in whites.items()}


def share_on_card(image: Image, camera: Camera, pose: Pose, board: Board) -> Vector:
    """Return what share (3,) of the white of its brackets the lightest print of a board has."""
    lightest = _lightest(image, camera, pose, board)
    card = np.maximum(card_white(image, camera, pose, board.size_mm), NOISY)
    return lightest / card if lightest.max() < DARK_PAPER * card.max() else PAPER


def shares_by_tops(
    image: Image,
    where: tuple[Camera, Mapping[int, Pose], Board],
    tops: Mapping[int, float],
    known: Mapping[int, Vector],
) -> dict[int, Vector]:
    """Return what share (3,) of white the lightest print of each board has, by how bright tops are.

    A board is dark where hardly any of its print could be paper, and so is every other whose
    lightest print is as dark.  What was ``known`` stays for as long as it could be so.
    """
    camera, poses, board = where
    prints = {seat: _print_levels(image, camera, pose, board) for seat, pose in poses.items()}
    usual, most = (
        {seat: _percentile(levels, n) for seat, levels in prints.items()}
        for n in (WHITE_RANK, NEARLY_ALL)
    )
    told = {s for s, top in tops.items() if (most[s] / known[s]).max() < DARK_PAPER * top}
    dark = max((top for s, top in tops.items() if s in told or known[s].max() < 1), default=0.0)
    shares = dict(known)
    for seat, levels in usual.items():
        bright = max(dark, tops[seat])
        if not dark or levels.max() >= DARK_PAPER * bright:
            shares[seat] = PAPER
        elif told or known[seat].max() == 1:
            shares[seat] = levels / bright
    return shares


def _lightest(image: Image, camera: Camera, pose: Pose, board: Board) -> Vector:
    """Return the lightest levels (3,) of the print where no tile ever lies."""
    return _percentile(_print_levels(image, camera, pose, board), WHITE_RANK)


def _print_levels(image: Image, camera: Camera, pose: Pose, board: Board) -> NDArray[np.uint8]:
    """Return the levels (3, N) of the print where no tile ever lies."""
    where, fraction = _ground_seen(camera, pose, board)
    border = cv2.BORDER_REPLICATE
    seen = cv2.remap(image, where, fraction, cv2.INTER_LINEAR, borderMode=border)[0]
    return np.asarray(seen.T, np.uint8)


def _percentile(levels: NDArray[np.uint8], percent: int) -> Vector:
    """Return a percentile (3,) of levels (3, N)."""
    rank = percent * (levels.shape[1] - 1) // 100
    lightest = np.partition(levels, rank)[:, rank]  # in a tenth of the time of ``percentile``
    return np.asarray(np.maximum(lightest, NOISY), float)


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

"""The outlines of boards, measured finely: where cardboard ends and the table begins."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, Vector
from companion.boards import Board
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.geometry.misses import Sight
from companion.geometry.optics import Optics
from companion.geometry.rectify import flatten
from companion.geometry.solve import Table, solve_table

SCALE = 3.0
"""Pixels per millimetre of the boards seen from above."""

MARGIN_MM = 8.0
REACH_MM = 2.5
"""How far from where it should be an outline is looked for."""

END_MM = 12.0
"""The ends of a side are left out: brackets, rounded corners."""

STEP_MM = 3.0
STRAY_MM = 0.5
"""A place whose edge is farther than this from the others' is something else."""

NOISE_PX = 0.6


def along_outlines(image: Image, table: Table, board: Board, optics: Optics) -> Table:
    """Return camera and poses once more, from the outlines of the boards alone.

    ``table`` is right to about two millimetres, and stays where the outline of one board is not
    seen.  ``optics`` is what is known of the lens.
    """
    camera, poses = table
    sights = {seat: _outline(image, camera, pose, board) for seat, pose in poses.items()}
    if not all(sights.values()):
        return table
    return solve_table(sights, (image.shape[1], image.shape[0]), guess=table, optics=optics)


def _outline(image: Image, camera: Camera, pose: Pose, board: Board) -> list[Sight]:
    """Return where the four sides of a board are seen; nothing when one is not seen at all."""
    size = board.size_mm
    flat = flatten(image, camera, pose, size, BOARD_MM, MARGIN_MM, SCALE)
    soft = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.2), np.float32)
    sights = []
    for start, end in _sides(size):
        there, out = _side(soft, start, end)
        if there is None:
            return []
        height = _outline_height(camera, pose, (start + end) / 2, out)
        across = np.tile(out, (len(there), 1))
        # The point on the ideal outline goes with the pixel where its edge was seen.
        ideal = there - ((there - start) @ out)[:, None] * out
        pixels = camera.project(pose.place(there), BOARD_MM)
        normals = camera.project(pose.place(there + across), BOARD_MM) - pixels
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        sights.append(Sight(ideal, pixels, NOISE_PX, height, normals))
    return sights


def _outline_height(camera: Camera, pose: Pose, middle: Vector, out: Vector) -> float:
    """Return how high over the table a side's outline is seen.

    Where the camera sees the cardboard's edge, that may end above or below it: in between.
    """
    here, beyond = pose.place(np.stack((middle, middle + out)))
    faces = (camera.position_mm[:2] - here) @ (beyond - here) > 0
    return BOARD_MM / 2 if faces else BOARD_MM


def _sides(size_mm: tuple[float, float]) -> Iterator[tuple[Vector, Vector]]:
    corners = board_corners(size_mm)
    yield from zip(corners, np.roll(corners, -1, axis=0), strict=True)


def _side(flat: NDArray[np.float32], start: Vector, end: Vector) -> tuple[Points | None, Vector]:
    """Return places (N, 2) mm where one side is seen, and its outward normal (2,)."""
    length = float(np.linalg.norm(end - start))
    ahead = (end - start) / length
    out = np.array([ahead[1], -ahead[0]])
    along = np.arange(END_MM, length - END_MM, STEP_MM)
    steps = np.arange(-REACH_MM, REACH_MM + 0.01, 1.0 / SCALE)
    grid = start + along[:, None, None] * ahead + steps[None, :, None] * out
    where = ((grid + MARGIN_MM) * SCALE - 0.5).astype(np.float32)
    x, y = np.ascontiguousarray(where[..., 0]), np.ascontiguousarray(where[..., 1])
    seen = np.asarray(cv2.remap(flat, x, y, cv2.INTER_LINEAR), float)
    slope = np.abs(np.diff(seen, axis=1)).sum(axis=2)
    off = _peaks(slope) / SCALE - REACH_MM + 0.5 / SCALE
    agree = np.abs(off - np.median(off)) < STRAY_MM
    if agree.sum() < 0.4 * len(off):
        return None, out
    return start + along[agree, None] * ahead + off[agree, None] * out, out


def _peaks(slope: Vector) -> Vector:
    """Return the place of the highest value of each row, to a part of a step."""
    best = np.clip(slope.argmax(axis=1), 1, slope.shape[1] - 2)
    rows = np.arange(len(best))
    before, peak, after = slope[rows, best - 1], slope[rows, best], slope[rows, best + 1]
    bend = np.maximum(2 * peak - before - after, 1e-6)
    return np.asarray(best + np.clip((after - before) / (2 * bend), -0.5, 0.5))

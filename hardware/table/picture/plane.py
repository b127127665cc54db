"""Flat pictures seen by the eye: laid on the table at any height, at any place, in any turn."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.fields import Point
from companion.geometry.camera import Camera, Pose
from hardware.table.picture.viewpoint import SHEETS, TABLES, Eye, lowered

KNOT_PX = 12
"""Exact points are computed this far apart; the lens bends smoothly in between."""

FINER = 1.15
"""How much finer than it is seen a picture may be."""

Grid = NDArray[np.float32]


def lay(
    image: Image,
    eye: Eye,
    picture: Image,
    pose: Pose,
    size_mm: Point,
    height_mm: float,
    margin_mm: float = 0.0,
) -> None:
    """Draw ``picture`` into ``image`` where it lies; both uint8 BGR, ``picture`` maybe with alpha.

    ``picture`` covers ``size_mm`` and ``margin_mm`` more on every side.
    """
    box, board = _seen(eye, pose, size_mm, height_mm, margin_mm)
    left, top, right, bottom = box
    if right <= left or bottom <= top:
        return
    picture = _as_fine(picture, eye, pose, size_mm, height_mm, margin_mm)
    sides = np.array(picture.shape[1::-1]) / (np.array(size_mm) + 2 * margin_mm)
    where = ((board + margin_mm) * sides - 0.5).astype(np.float32)
    x, y = where[:, :, 0], where[:, :, 1]
    seen = cv2.remap(_with_alpha(picture), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    blend(image[top:bottom, left:right], np.asarray(seen, np.uint8))


def _as_fine(
    picture: Image, eye: Eye, pose: Pose, size_mm: Point, height_mm: float, margin_mm: float
) -> Image:
    """Return a picture about as fine as it is seen: finer ones would flicker when sampled."""
    rim = outline(size_mm, margin_mm)
    seen = eye.camera.project(pose.place(rim), height_mm)
    steps = (np.linalg.norm(np.diff(points, axis=0), axis=1) for points in (seen, rim))
    seen_px, rim_mm = (float(each.sum()) for each in steps)
    finer = picture.shape[1] / (size_mm[0] + 2 * margin_mm) * rim_mm / seen_px
    if finer < FINER:
        return picture
    height, width = picture.shape[:2]
    size = (max(2, round(width / finer)), max(2, round(height / finer)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def blend(part: Image, seen: Image) -> None:
    """Draw (H, W, 4) over (H, W, 3) in place; colours are taken as already dimmed by alpha."""
    keep = cv2.merge([255 - seen[:, :, 3]] * 3)
    part[:] = cv2.add(cv2.multiply(part, keep, scale=1 / 255), np.ascontiguousarray(seen[:, :, :3]))


def _with_alpha(picture: Image) -> Image:
    """Return a picture with alpha and its colours dimmed by it, a rim of nothing at the edge."""
    if picture.shape[2] == 4:
        alpha = cv2.merge([picture[:, :, 3]] * 3)
        colours = cv2.multiply(np.ascontiguousarray(picture[:, :, :3]), alpha, scale=1 / 255)
        return np.dstack((colours, picture[:, :, 3]))
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)


@lru_cache(maxsize=TABLES * SHEETS)
def _seen(
    eye: Eye, pose: Pose, size_mm: Point, height_mm: float, margin_mm: float
) -> tuple[tuple[int, int, int, int], Grid]:
    """Return the box of pixels that shows a sheet, and the sheet's mm (H, W, 2) at each of them."""
    rim = outline(size_mm, margin_mm)
    seen = eye.camera.project(pose.place(rim), height_mm)
    low = np.clip(np.floor(seen.min(axis=0)) - 2, 0, eye.size).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)) + 3, 0, eye.size).astype(int)
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return box, board_grid(eye.camera, pose, box, height_mm)


def outline(size_mm: Point, margin_mm: float) -> Points:
    """Return points (N, 2) mm all around a sheet; straight sides are bent by the lens."""
    (width, height), m = size_mm, margin_mm
    along = np.linspace(0, 1, 9)[:, None]
    corners = np.array([[-m, -m], [width + m, -m], [width + m, height + m], [-m, height + m]])
    sides = [a + along * (b - a) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    return np.concatenate(sides)


def board_grid(
    camera: Camera, pose: Pose, box: tuple[int, int, int, int], height_mm: float
) -> Grid:
    """Return the board's mm (H, W, 2) seen at every pixel of a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    width, height = max(right - left, 1), max(bottom - top, 1)
    across, down = (max(2, side // KNOT_PX + 1) for side in (width, height))
    xs, ys = np.linspace(left, right - 1, across), np.linspace(top, bottom - 1, down)
    knots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    table = lowered(camera, knots, height_mm) - [pose.x_mm, pose.y_mm]
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    board = (table @ np.array([[c, -s], [s, c]])).astype(np.float32).reshape(down, across, 2)
    x = np.linspace(0, across - 1, width, dtype=np.float32)
    y = np.linspace(0, down - 1, height, dtype=np.float32)
    grid = cv2.remap(board, *np.meshgrid(x, y), cv2.INTER_LINEAR)
    return np.asarray(grid, np.float32)

"""Boards followed from frame to frame by their print.

Small blocks of the board's picture are compared with the picture in which it was found first.
Blocks that moved together move the pose; blocks that match nothing are covered, by tiles or by a
hand.  Find once, verify cheaply: looking where the board was takes about a millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Gray, Image, Mask, Points, Vector, to_gray
from companion.vision.geometry import BOARD_MM, Camera, Pose
from companion.vision.rectify import SCALE, Flat, rectify, to_flat
from companion.vision.solve import fit_pose

BLOCK_MM = 12.0
STEP_MM = 18.0
MOST = 56
"""Landmarks of a board: more would only take longer."""

TEXTURE = 6.0
"""Grey levels of standard deviation below which a block shows nothing to follow."""

MATCH = 0.75
"""Correlation from which a block is the same piece of print."""

AGREE_MM = 1.2
"""How far a block may be from where the others put it."""

ENOUGH = 0.35
"""Share of blocks that must agree; below, the board is lost."""

REACHES_MM = (1.5, 5.0, 1.5, 1.5, 1.5)
"""How far blocks are looked for, try by try: a board that lies still needs the first one only."""

STRAY_MM = 5.0
SETTLED_MM = 0.3


@dataclass(frozen=True)
class Landmarks:
    """What a board looks like where no tile ever lies: block middles (N, 2) mm, their picture."""

    gray: Gray
    middles: Points


@dataclass(frozen=True)
class Followed:
    """A board found again: its pose, its picture from above, and the landmarks seen in place.

    ``agreeing`` (N, 2) mm are the middles of the landmarks that show the same print as ever;
    ``share`` is their part of all, ``off_mm`` (N, 2) how far from their places they were seen.
    """

    pose: Pose
    flat: Flat
    agreeing: Points
    share: float
    off_mm: Points


def landmarks_of(flat: Flat, board: Board) -> Landmarks:
    """Choose the blocks to follow in a flat picture of a board."""
    gray = to_gray(flat.image)
    half = BLOCK_MM / 2
    xs = np.arange(half, board.size_mm[0] - half + 0.1, STEP_MM)
    ys = np.arange(half, board.size_mm[1] - half + 0.1, STEP_MM)
    middles = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    contrast = np.array([_block(gray, middle, half).std() for middle in middles])
    seen = middles[contrast > TEXTURE]
    every = max(1, round(len(seen) / MOST))
    return Landmarks(gray, seen[::every])


def follow(
    image: Image, camera: Camera, pose: Pose, board: Board, landmarks: Landmarks
) -> Followed | None:
    """Return the board near ``pose``, or None when its print is not there."""
    for reach in REACHES_MM:
        flat = rectify(image, camera, pose, board.size_mm, BOARD_MM)
        off_mm, match = _displacements(to_gray(flat.image), landmarks, reach)
        change = _common_motion(landmarks.middles, off_mm, match > MATCH)
        if change is None:
            continue
        motion, agree = change
        if _size(motion, board) < SETTLED_MM:
            places = landmarks.middles[agree]
            return Followed(pose, flat, places, float(agree.mean()), off_mm[agree])
        pose = _compose(pose, motion)
    return None


def look_there(
    image: Image, camera: Camera, pose: Pose, board: Board, landmarks: Landmarks
) -> Followed:
    """Return the board at a pose known by other means, with what of its print shows there."""
    flat = rectify(image, camera, pose, board.size_mm, BOARD_MM)
    off_mm, match = _displacements(to_gray(flat.image), landmarks, REACHES_MM[0])
    agree = (match > MATCH) & (np.linalg.norm(off_mm, axis=1) < AGREE_MM)
    share = float(agree.mean()) if len(agree) else 0.0
    return Followed(pose, flat, landmarks.middles[agree], share, off_mm[agree])


def _displacements(gray: Gray, landmarks: Landmarks, reach_mm: float) -> tuple[Points, Vector]:
    """Return how far each block moved (N, 2) mm and how well it matches there (N,)."""
    half = BLOCK_MM / 2
    off, match = np.zeros_like(landmarks.middles), np.zeros(len(landmarks.middles))
    for i, middle in enumerate(landmarks.middles):
        block = _block(landmarks.gray, middle, half)
        area = _block(gray, middle, half + reach_mm)
        scores = np.asarray(cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED), np.float32)
        _, match[i], _, (x, y) = cv2.minMaxLoc(scores)
        centre = (np.array(scores.shape[::-1]) - 1) / 2
        off[i] = (np.array([x, y]) + _peak(scores, x, y) - centre) / SCALE
    return off, match


def _peak(scores: NDArray[np.float32], x: int, y: int) -> Vector:
    """Return the sub-pixel place of a peak, from a parabola through its neighbours."""
    offset = np.zeros(2)
    if 0 < x < scores.shape[1] - 1:
        offset[0] = _vertex(scores[y, x - 1], scores[y, x], scores[y, x + 1])
    if 0 < y < scores.shape[0] - 1:
        offset[1] = _vertex(scores[y - 1, x], scores[y, x], scores[y + 1, x])
    return offset


def _vertex(before: float, here: float, after: float) -> float:
    bend = 2 * here - before - after
    return float((after - before) / (2 * bend)) if bend > 1e-6 else 0.0


def _common_motion(middles: Points, off_mm: Points, matched: Mask) -> tuple[Pose, Mask] | None:
    """Return the motion most blocks agree on, and which agree; None when too few do."""
    agree = matched & _near_median(off_mm, matched)
    for _ in range(3):
        if agree.sum() < max(6, ENOUGH * len(middles)):
            return None
        motion = fit_pose(middles[agree], middles[agree] + off_mm[agree])
        miss = np.linalg.norm(motion.place(middles) - middles - off_mm, axis=1)
        agree = matched & (miss < AGREE_MM)
    return motion, agree


def _near_median(off_mm: Points, matched: Mask) -> Mask:
    """Keep out blocks that ran away, before the first fit; turns leave neighbours near."""
    if not matched.any():
        return matched
    far = np.linalg.norm(off_mm - np.median(off_mm[matched], axis=0), axis=1)
    return np.asarray(far < STRAY_MM)


def _compose(pose: Pose, motion: Pose) -> Pose:
    """Return where a board lies that moved by ``motion`` in its own coordinates."""
    at = pose.place(np.array([[motion.x_mm, motion.y_mm]]))[0]
    return Pose(float(at[0]), float(at[1]), pose.turn + motion.turn)


def _size(motion: Pose, board: Board) -> float:
    """Return how far a motion takes the middle of a board, plus what its turn adds at the rim."""
    return float(np.hypot(motion.x_mm, motion.y_mm) + abs(motion.turn) * max(board.size_mm))


def _block(picture: Gray, middle: Points, half_mm: float) -> Gray:
    x, y = to_flat(middle[None])[0]
    half = round(half_mm * SCALE)
    left, top = round(x) - half, round(y) - half
    return picture[max(top, 0) : round(y) + half + 1, max(left, 0) : round(x) + half + 1]

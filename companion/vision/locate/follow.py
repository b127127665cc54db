"""Boards followed from frame to frame by their print.

Small blocks of the board's picture are compared with the picture in which it was found first.
Blocks that moved together move the pose; blocks that match nothing are covered, by tiles or by a
hand.  Find once, verify cheaply: looking where the board was takes about a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from companion.arrays import Gray, Image, Mask, Points, Vector, to_gray
from companion.boards import Board
from companion.chosen_numbers import (
    AGREEING,
    BLOCK_MM,
    BLOCK_STEP_MM,
    FAR_MM,
    FLAT_SCALE,
    IN_PLACE_MM,
    NEAR_MM,
    SAME_BLOCK,
    SHARP_PX,
    TEXTURE,
)
from companion.geometry.block_matching import displacements
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.rectify import KEPT, Grid, from_flat, patch_grid, to_flat
from companion.geometry.solve import fit_pose

MOST = 28
"""Landmarks of a board: more would only take longer."""

GATES_MM = (FAR_MM, FAR_MM / 2, IN_PLACE_MM, IN_PLACE_MM)
"""How far from the common motion blocks may be that tell of it anew, time by time: it lies beside
all true ones as long as those count that match elsewhere by chance."""

FEWEST = 6
"""Landmarks that must agree on where a board lies, however many tiles cover the others."""

REACHES_MM = (NEAR_MM, FAR_MM, NEAR_MM, NEAR_MM, NEAR_MM)
"""How far blocks are looked for, try by try: a board that lies still needs the first one only."""


@dataclass(frozen=True, eq=False)
class Landmarks:
    """What a board looks like: the middles of blocks (N, 2) mm, and the blocks (N, B, B)."""

    middles: Points
    blocks: Gray


@dataclass(frozen=True, eq=False)
class Sought:
    """What must be known of a board to find it again: the ``pose`` it had last, and its print.

    ``shown`` is how many of its ``landmarks`` were seen when it was last seen clearly, as tiles
    cover others; ``reference`` brings what it looked like then from above.
    """

    pose: Pose
    landmarks: Landmarks
    shown: int
    reference: Callable[[], Gray]

    def as_last_seen(self, board: Board) -> Sought:
        """Return the board to be followed by all that the last clear picture showed, tiles too."""
        landmarks = landmarks_of(self.reference(), board)
        return Sought(self.pose, landmarks, len(landmarks.middles), self.reference)


@dataclass(frozen=True)
class Followed:
    """A board found again: its pose, and the landmarks seen in place.

    ``agreeing`` (N, 2) mm are the middles of the landmarks that show the same print as ever;
    ``share`` is how many they are to those that were last shown, ``off_mm`` (N, 2) how far from
    their places they were seen.
    """

    pose: Pose
    agreeing: Points
    share: float
    off_mm: Points


def landmarks_of(gray: Gray, board: Board) -> Landmarks:
    """Choose the blocks to follow in a flat grey picture of a board."""
    half = BLOCK_MM / 2
    xs = np.arange(half, board.size_mm[0] - half + 0.1, BLOCK_STEP_MM)
    ys = np.arange(half, board.size_mm[1] - half + 0.1, BLOCK_STEP_MM)
    middles = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    shown = middles[_texture(gray, middles, half) > TEXTURE]
    kept = shown[:: max(1, round(len(shown) / MOST))]
    return Landmarks(kept, _parts(gray, kept, half))


def _texture(gray: Gray, middles: Points, half_mm: float) -> Vector:
    """Return the standard deviation (N,) of the grey levels of blocks."""
    side = 2 * round(half_mm * FLAT_SCALE) + 1
    mean = cv2.boxFilter(gray, cv2.CV_64F, (side, side))
    squares = cv2.sqrBoxFilter(gray, cv2.CV_64F, (side, side))
    x, y = to_flat(middles).round().astype(int).T
    return np.asarray(np.sqrt(np.maximum(squares - mean * mean, 0.0))[y, x], float)


def follow(
    image: Image, camera: Camera, pose: Pose, board: Board, known: Sought
) -> Followed | None:
    """Return the board near ``pose`` in a picture, or None when its print is not there."""
    missed, landmarks = 0, known.landmarks
    least = max(FEWEST, AGREEING * known.shown)
    for round_, reach in enumerate(REACHES_MM):
        off_mm, match = _displacements(image, camera, pose, landmarks, reach)
        change = _common_motion(landmarks.middles, off_mm, match > SAME_BLOCK, least)
        if change is None:
            missed += 1
            if missed == 2:  # from here, near and far: another look would only be the same
                return None
            continue
        missed, (motion, agree) = 0, change
        # Where tiles leave few blocks, these pull the board to and fro by less than a pixel or two:
        # after the last look it is near enough.
        last = round_ == len(REACHES_MM) - 1
        if motion.reach(board.size_mm) < (IN_PLACE_MM if last else SHARP_PX / FLAT_SCALE):
            places = landmarks.middles[agree]
            return Followed(pose, places, _share(agree, known), off_mm[agree])
        # After the far look only half the way: where blocks are blurred the motion is overrated,
        # and the board would be found on either side of its place in turn.
        far = REACHES_MM.index(FAR_MM)
        pose = pose.compose(motion if round_ <= far else motion.halved())
    return None


def look_there(image: Image, camera: Camera, pose: Pose, known: Sought) -> Followed:
    """Return the board at a pose known by other means, with what of its print shows there."""
    landmarks = known.landmarks
    off_mm, match = _displacements(image, camera, pose, landmarks, REACHES_MM[0])
    agree = (match > SAME_BLOCK) & (np.linalg.norm(off_mm, axis=1) < IN_PLACE_MM)
    return Followed(pose, landmarks.middles[agree], _share(agree, known), off_mm[agree])


def _share(agree: Mask, known: Sought) -> float:
    return float(agree.sum()) / max(known.shown, 1)


def _displacements(
    image: Image, camera: Camera, pose: Pose, landmarks: Landmarks, reach_mm: float
) -> tuple[Points, Vector]:
    """Return how far each block moved (N, 2) mm and how well it matches there (N,)."""
    if not len(landmarks.middles):
        return np.zeros((0, 2)), np.zeros(0)
    where, fraction = _around(camera, pose, landmarks, reach_mm)
    seen = to_gray(np.asarray(cv2.remap(image, where, fraction, cv2.INTER_LINEAR), np.uint8))
    off, match = displacements(seen.reshape(len(seen), isqrt(seen.shape[1]), -1), landmarks.blocks)
    return off / FLAT_SCALE, match


@lru_cache(maxsize=KEPT)
def _around(camera: Camera, pose: Pose, landmarks: Landmarks, reach_mm: float) -> Grid:
    """Return where landmarks and ``reach_mm`` around them are seen; kept for boards that rest.

    Pixel by pixel as on a flat picture of the board, from which their blocks were cut.
    """
    half = round((BLOCK_MM / 2 + reach_mm) * FLAT_SCALE)
    ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half + 0.5)
    corners = from_flat(to_flat(landmarks.middles).round()[:, None] + ends)
    seen = camera.project(pose.place(corners.reshape(-1, 2)), BOARD_MM)
    return patch_grid(seen.reshape(-1, 4, 2), 2 * half + 1)


def _common_motion(
    middles: Points, off_mm: Points, matched: Mask, least: float
) -> tuple[Pose, Mask] | None:
    """Return the motion most blocks agree on, and which agree; None when less than ``least`` do."""
    agree, fitted = matched, None
    for gate in GATES_MM:
        if agree.sum() < least:
            return None
        if fitted is None or (agree != fitted).any():
            motion, fitted = fit_pose(middles[agree], middles[agree] + off_mm[agree]), agree
            miss = np.linalg.norm(motion.place(middles) - middles - off_mm, axis=1)
        agree = matched & (miss < gate)
    return motion, agree


def _parts(flat: Gray, middles: Points, half_mm: float) -> Gray:
    """Return the parts (N, B, B) of a flat picture around places (N, 2) mm."""
    half = round(half_mm * FLAT_SCALE)
    around = sliding_window_view(flat, (2 * half + 1, 2 * half + 1))
    x, y = to_flat(middles).round().astype(int).T - half
    return np.asarray(around[y, x])

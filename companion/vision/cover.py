"""Hands, sleeves and mugs over a board.

Where no tile ever lies and none leans over, the board must look like its reference, shadows aside.
Something large that does not is over the board, and the board is not read: waiting beats a guess.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Image, Points
from companion.vision.light import Light, to_lab
from companion.vision.patches import WHITEST, brightness, distance
from companion.vision.rectify import MARGIN_MM, SCALE, Flat, flat_size, to_flat

SHRINK = 3
"""Every third pixel is compared; hands are large."""

GROUND = 5
"""Every how many pixels of the comparison the ground is looked at for light."""

THIN = 4
"""Pixels of the comparison that shadows beside tiles are thinner than, and fingers are not."""

FOREIGN = 16.0
"""Colour distance, shadow forgiven, from which a place does not show its print."""

BEAM = 1.0
"""How much brighter than its light a place may be: not at all, light skin is bright paper too."""

SHADOW = 0.45
"""The deepest shadow that is still forgiven."""

BRIGHT = 220.0
"""To what the brightest print of a dim picture is raised: in the dark all colours are alike."""

BESIDE = 0.9
"""How far from cells tiles lean, throw shadows and tint the print, in their own height."""

LAST_ROWS = 0.03
"""Share of a board's height that may be missing at its end: no cell reaches there."""


def covered_share(now: Flat, then: Flat, light: Light, board: Board) -> float:
    """Return which part of the board's never-used places (0 to 1) shows something foreign."""
    free, seen, small = _free(board), _small(now), _small(then)
    foreign = np.ones(int(free.sum()), bool)
    for lit in light.unshaded:
        foreign &= _differs(seen[free], _lit(small, lit, board, free))
        if not foreign.any():
            return 0.0
    whole = np.zeros(free.shape, np.uint8)
    whole[free] = foreign
    thick = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
    return float(thick.sum() / free.sum())


def _differs(seen: NDArray[np.float32], print_: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which pixels (N, 3) show no print, however deep the shadow on it."""
    shade = np.clip((brightness(seen) + 6) / (brightness(print_) + 6), SHADOW, BEAM)
    dim = np.float32(max(BRIGHT / max(float(np.percentile(print_, 95)), 16.0), 1.0))
    away = distance(to_lab(seen * dim)[None], to_lab(print_ * (dim * shade)[:, None]))
    return np.asarray(away[0] > FOREIGN)


def cut_off(image: Image, corners: Points) -> bool:
    """Return whether the picture (H, W, 3) ends inside the board with ``corners`` (4, 2) pixels.

    A decoder fills what never arrived with one colour, from edge to edge; no board looks like that.
    """
    top, lowest = corners[:, 1].min(), corners[:, 1].max()
    row = int(np.clip(lowest - LAST_ROWS * (lowest - top), 0, image.shape[0] - 1))
    return bool((image[row] == image[row, 0]).all())


@lru_cache(maxsize=8)
def bare_ground(board: Board) -> Points:
    """Return places (N, 2) mm all over the board where no tile lies and none leans over.

    They show the light where the print is too plain to be followed.
    """
    free = cv2.erode(_free(board).astype(np.uint8), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(free[::GROUND, ::GROUND])
    small = np.column_stack((columns, rows)) * GROUND
    return np.asarray((small + 0.5) * SHRINK / SCALE - MARGIN_MM, float)


def _lit(
    small: NDArray[np.float32], light: Light, board: Board, where: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Return the reference ``where`` it is asked (N, 3) under this frame's light."""
    spread = light.spread(small.shape[:2], board.size_mm)
    return np.asarray(np.minimum(light.tone(small[where]) * spread[where], WHITEST), np.float32)


def _small(flat: Flat) -> NDArray[np.float32]:
    height, width = (side // SHRINK * SHRINK for side in flat.image.shape[:2])
    half = SHRINK // 2
    return flat.image[half:height:SHRINK, half:width:SHRINK].astype(np.float32)


@lru_cache(maxsize=8)
def _free(board: Board) -> NDArray[np.bool_]:
    """Return where nothing ever lies and no tile leans over, at a third of the size."""
    width, height = flat_size(board.size_mm)
    free = np.zeros((height, width), np.uint8)
    rim = round(MARGIN_MM * SCALE)
    free[rim : height - rim, rim : width - rim] = 1
    for cell in board.cells:
        cv2.fillPoly(free, [to_flat(np.array(cell.polygon_mm)).round().astype(np.int32)], 0)
    beside = round(BESIDE * board.tile.height_mm * SCALE)
    kept = cv2.erode(free, np.ones((2 * beside + 1, 2 * beside + 1), np.uint8))
    return np.asarray(kept[SHRINK // 2 :: SHRINK, SHRINK // 2 :: SHRINK] > 0)[
        : height // SHRINK, : width // SHRINK
    ]

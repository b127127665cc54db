"""Corner brackets as they lie on the simulated table: cut out, flat, around a board."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.arrays import Image
from companion.fields import Point
from companion.geometry.bracket import QUADRANT_MM, TAG_MM
from hardware.table.picture.viewpoint import TABLES

ARM_MM = (32.0, 10.0)
"""Length and width of an arm."""

GREY_LEVEL = 119
WHITE_LEVEL = 246
MARGIN_MM = QUADRANT_MM
"""How far the brackets reach beyond the board."""

MODULES = 6
"""A tag of DICT_4X4_50 is four bits and a border on either side wide."""


@lru_cache(maxsize=TABLES * 4)
def brackets(seat: int, size_mm: Point, scale: float) -> Image:
    """Return the four brackets of a seat around a board: (H, W, 4) uint8, BGR and alpha.

    The picture reaches ``MARGIN_MM`` beyond the board, ``scale`` pixels per millimetre.
    """
    width, height = (round((side + 2 * MARGIN_MM) * scale) for side in size_mm)
    out = np.zeros((height, width, 4), np.uint8)
    for corner in range(4):
        card = np.ascontiguousarray(np.rot90(_card(4 * seat + corner, scale), -corner))
        side = card.shape[0]
        top = height - side if corner in (2, 3) else 0
        left = width - side if corner in (1, 2) else 0
        part = out[top : top + side, left : left + side]
        part[card[:, :, 3] > 0] = card[card[:, :, 3] > 0]
    return out


def _card(tag: int, scale: float) -> Image:
    """Return one bracket as it lies at a top-left corner; the board is below and to the right."""
    fine = 4
    side = round((QUADRANT_MM + ARM_MM[0]) * scale) * fine
    per_mm = side / (QUADRANT_MM + ARM_MM[0])
    card = np.zeros((side, side, 4), np.uint8)
    quadrant, arm, inner = (round(mm * per_mm) for mm in (QUADRANT_MM, ARM_MM[1], TAG_MM))
    card[:quadrant, :quadrant] = (WHITE_LEVEL,) * 3 + (255,)
    card[quadrant - arm : quadrant, quadrant:] = (GREY_LEVEL,) * 3 + (255,)
    card[quadrant:, quadrant - arm : quadrant] = (WHITE_LEVEL,) * 3 + (255,)
    start = (quadrant - inner) // 2
    bits = cv2.resize(_tag(tag), (inner, inner), interpolation=cv2.INTER_NEAREST)
    ink = np.where(bits > 127, WHITE_LEVEL, 24).astype(np.uint8)
    card[start : start + inner, start : start + inner, :3] = ink[:, :, None]
    small = cv2.resize(card, (side // fine, side // fine), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _tag(tag: int) -> Image:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, tag, MODULES), np.uint8)

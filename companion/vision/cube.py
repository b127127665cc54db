"""The score cube on its track, and the two sliders of Azul Mini."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.boards import Board, Cell
from companion.vision.rectify import SCALE, Flat, to_flat

CUBE_MM = 5.0
CUBE_HEIGHT_MM = 8.0
"""Height of the cube; it is looked for at half of it."""

STRAY_MM = 2.0
"""How far from the middle of its space a cube may stand and still be looked for there."""

DARK = 0.6
"""Brightness, against the track's, below which a pixel may be of the cube."""

FILLED = 0.8
"""Share of dark pixels that makes a cube rather than printed figures."""


def read_score(flat: Flat, board: Board) -> int | None:
    """Return the number the cube or the two sliders show, or None where they are not seen.

    ``flat`` is the board at half the cube's height.  A cube is the darkest square of its size on
    the track; figures and frames are too thin to be taken for one.
    """
    if board.of_kind("track"):
        return _darkest(flat, board.of_kind("track"))
    tens, units = (
        _darkest(flat, [c for c in board.of_kind("slider") if c.id.startswith(row)])
        for row in ("tens/", "units/")
    )
    return None if tens is None or units is None else 10 * tens + units


def _darkest(flat: Flat, spaces: Sequence[Cell]) -> int | None:
    """Return the value of the space that is filled with something dark, or None."""
    if not spaces:
        return None
    centres = to_flat(np.array([cell.centre_mm for cell in spaces])).round().astype(int)
    rows, columns = centres[:, 1] - flat.first_row, centres[:, 0]
    blue, green, red = cv2.split(flat.image)
    brightness = np.asarray(cv2.max(cv2.max(blue, green), red))
    plain = np.percentile(brightness[rows, columns], 75)
    width = round(CUBE_MM * SCALE)
    dark = cv2.blur((brightness < DARK * plain).astype(np.float32), (width, width))
    near = 2 * round(STRAY_MM * SCALE) + 1
    filled = np.asarray(cv2.dilate(dark, np.ones((near, near), np.uint8)))[rows, columns]
    best = int(filled.argmax())
    return spaces[best].value if filled[best] >= FILLED else None

"""The score cube on its track, and the two sliders of Azul Mini."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Gray, Points
from companion.boards import Board, Cell
from companion.chosen_numbers import COARSE_SCALE, CUBE_DARK, CUBE_FILLED, MOST_CUBE_MM2, STRAY_MM
from companion.geometry.rectify import Flat, to_flat

CUBE_MM = 5.0
"""Side of a square that lies within a cube as it is seen, and in no dark line of a print."""

CUBE_HEIGHT_MM = 8.0
"""Height of the cube; it is looked for at half of it."""

REACH_MM = STRAY_MM + CUBE_MM / 2
"""How far from the middle of a space something of a cube may be seen."""

NEAREST = 20
"""Spaces, itself among them, that tell what a space looks like where nothing stands on it."""

KINDS = ("track", "slider")
"""The kinds of spaces on which a score is shown."""

PART = 128
"""Grey level in which the one dark part is marked that is looked at."""


def read_score(flat: Flat, board: Board, hidden: frozenset[str] = frozenset()) -> int | None:
    """Return the number the cube or the two sliders show, or None where they are not seen.

    ``flat`` is the board at half the cube's height, ``COARSE_SCALE`` pixels to a mm.  A cube is the
    darkest square of its size on the track; figures and frames are too thin to be taken for one.
    ``hidden`` are spaces that the picture does not show whole: where it ends all is black, no cube.
    """
    if _spaces(board, "track").cells:
        return _darkest(flat, _spaces(board, "track", "", hidden))
    rows = ("tens/", "units/")
    tens, units = (_darkest(flat, _spaces(board, "slider", row, hidden)) for row in rows)
    return None if tens is None or units is None else 10 * tens + units


@lru_cache(maxsize=16)
def around_spaces(board: Board) -> Points:
    """Return the corners (N, 4, 2), in mm, of what is looked at around each space of a score."""
    middles = np.array([cell.centre_mm for cell in board.of_kind(*KINDS)]).reshape(-1, 1, 2)
    square = REACH_MM * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    around: Points = middles + square
    return around


class Spaces(NamedTuple):
    """Spaces on which a score is shown, and the pixels (N, 2) of their middles on flat pictures.

    ``around`` (N, K) are the numbers of those that lie nearest to each.
    """

    cells: tuple[Cell, ...]
    middles: Points
    around: NDArray[np.intp]


@lru_cache(maxsize=64)
def _spaces(board: Board, kind: str, row: str = "", hidden: frozenset[str] = frozenset()) -> Spaces:
    """Return the spaces of a kind whose names begin with ``row``, but for those ``hidden``."""
    named = (cell for cell in board.of_kind(kind) if cell.id.startswith(row))
    cells = tuple(cell for cell in named if cell.id not in hidden)
    middles = np.array([cell.centre_mm for cell in cells]).reshape(-1, 2)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    return Spaces(cells, to_flat(middles, COARSE_SCALE), apart.argsort(axis=1)[:, :NEAREST])


def _darkest(flat: Flat, spaces: Spaces) -> int | None:
    """Return the value of the space that is filled with something dark, or None.

    How dark a cube is depends on camera and light, which may fall on one end of the track only:
    halfway between the darkest square, for where it is, and what most spaces around it look like
    its pixels are told from theirs.
    """
    if not spaces.cells:
        return None
    blue, green, red = cv2.split(flat.image)  # far quicker than a maximum over the last axis
    brightness = np.asarray(cv2.max(cv2.max(blue, green), red))
    darkness = np.asarray(cv2.bitwise_not(brightness), np.uint8)
    levels = 255.0 - _near_spaces(_blurred(darkness), flat, spaces)
    around = levels[spaces.around]
    middle = around.shape[1] // 2
    usual = np.partition(around, middle, axis=1)[:, middle]  # far quicker than a median
    best = int((levels / np.maximum(usual, 1)).argmin())
    if levels[best] > CUBE_DARK * usual[best]:
        return None
    between: Any = (levels[best] + usual[best]) / 2
    darker = np.asarray(cv2.subtract(between, brightness), np.uint8)
    dark = np.asarray(cv2.compare(brightness, between, cv2.CMP_LT), np.uint8)
    filled = _near_spaces(_blurred(dark), flat, spaces) / 255.0
    if filled[best] < CUBE_FILLED:
        return None
    return spaces.cells[_standing_on(darker, dark, best, flat, spaces)].value


def _standing_on(darker: Gray, dark: Gray, near: int, flat: Flat, spaces: Spaces) -> int:
    """Return the space in which the cube's middle lies, of which space ``near`` shows a part.

    From the side a cube covers two spaces: its foot in one, its top before the next.  Seen at half
    its height the middle of all that is dark is the cube's own; its shadow is less dark, and counts
    by the square of how much ``darker`` it is.
    """
    width = round(CUBE_MM * COARSE_SCALE)
    solid = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    centres = spaces.middles - [0, flat.first_row]
    reach = round(STRAY_MM * COARSE_SCALE)
    x, y = (max(each - reach, 0) for each in centres[near].round().astype(int).tolist())
    there = np.argwhere(solid[y : y + 2 * reach + 1, x : x + 2 * reach + 1])
    if not len(there):
        return near
    start = there[0] + (y, x)
    area, *_, (left, top, wide, high) = cv2.floodFill(solid, None, start[::-1].tolist(), PART)
    here = slice(top, top + high), slice(left, left + wide)
    mass = np.where(solid[here] == PART, darker[here], 0).astype(float) ** 2
    # With a dark frame beside, or where all is black: no middle to trust.
    if area > MOST_CUBE_MM2 * COARSE_SCALE**2 or not mass.any():
        return near
    middle = np.array([mass.sum(axis=1) @ np.arange(high), mass.sum(axis=0) @ np.arange(wide)])
    return int(np.linalg.norm(centres - (left, top) - middle[::-1] / mass.sum(), axis=1).argmin())


def _blurred(levels: Gray) -> Gray:
    """Return the mean (H, W) over a cube's size."""
    width = round(CUBE_MM * COARSE_SCALE)
    return np.asarray(cv2.blur(levels, (width, width)), np.uint8)


def _near_spaces(levels: Gray, flat: Flat, spaces: Spaces) -> Gray:
    """Return the largest of ``levels`` (H, W) near the middle of each space (N,)."""
    near = 2 * round(STRAY_MM * COARSE_SCALE) + 1
    largest = np.asarray(cv2.dilate(levels, np.ones((near, near), np.uint8)), np.uint8)
    centres = spaces.middles.round().astype(int)
    return np.asarray(largest[centres[:, 1] - flat.first_row, centres[:, 0]], np.uint8)

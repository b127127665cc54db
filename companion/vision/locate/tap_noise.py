"""How far taps are off: boards put between tapped corners, with the cells' word against fingers.

Fingers miss by a few pixels, on a small screen by many.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.chosen_numbers import ASKINGS, SHARP_PX, TAPS_DOUBTED, TAPS_OFF
from companion.geometry.misses import Sight
from companion.geometry.solve import Table, outlines
from companion.vision.locate.settle import Tapped, ask, nearer, tile_px

MOST = 6
"""How often the cells are asked at most."""


def settle_tapped(image: Image, start: Tapped) -> Table:
    """Return where boards in a picture (H, W, 3) lie that were tapped, by taps and cells.

    How far the taps are off is told by where the cells alone have the corners.  What lies far
    beside its place cells put right in part only, so they are asked until nothing moves.
    """
    table, told = start.table, start.told
    for asked in range(1, MOST + 1):
        seen = outlines(nearer(image, start.loosened(), table, told), start.board.size_mm)
        corners = {s: _believed(each, seen[s], start.board) for s, each in start.corners.items()}
        before, table = table, nearer(image, replace(start, corners=corners), table, told)
        doubted = any(corners[s] is not each for s, each in start.corners.items())
        moving = _apart(before, table, start.board) >= SHARP_PX
        if asked >= ASKINGS and not (doubted and moving):
            break
        told = ask(image, start.board, table)
    return table


def _believed(taps: Sight, seen: Points, board: Board) -> Sight:
    """Return the taps of a board, taken for as far off as its cells have ``seen`` the corners."""
    tile = tile_px(taps.pixels, board)
    off = float(np.sqrt(np.mean((seen - taps.pixels) ** 2)))
    if off <= TAPS_DOUBTED * tile:
        return taps
    return replace(taps, noise_px=min(off, TAPS_OFF * tile))


def _apart(one: Table, other: Table, board: Board) -> float:
    """Return by how many pixels corners differ at most between two tables."""
    here, there = outlines(one, board.size_mm), outlines(other, board.size_mm)
    return max(float(np.abs(here[seat] - there[seat]).max()) for seat in here)

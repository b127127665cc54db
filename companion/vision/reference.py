"""The picture of a board without tiles, completed as more of it is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards import Board, Cell
from companion.vision.light import Light
from companion.vision.rectify import SCALE, Flat, to_flat

MIDDLE = np.array([128.0, 128.0, 128.0])

AROUND_MM = 2.0
"""What is taken over around a tile's outline: its border too."""


def copy_cells(
    reference: Flat, now: Flat, light: Light, board: Board, cells: Sequence[Cell]
) -> Flat:
    """Return ``reference`` with ``cells`` as ``now`` shows them, put into the reference's light."""
    image = reference.image.copy()
    reach = round((board.tile.size_mm / 2 + AROUND_MM) * SCALE)
    for cell in cells:
        x, y = to_flat(np.array([cell.centre_mm]))[0].round().astype(int)
        part = (slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1))
        gain = light.gain(np.array([cell.centre_mm]), MIDDLE)[0]
        image[part] = np.clip(now.image[part] / gain, 0, 255).astype(np.uint8)
    return Flat(image)

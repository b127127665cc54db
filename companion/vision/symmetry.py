"""At which height an ornament lies, told from where it is symmetric.

Every ornament of these games looks the same after half a turn.  Seen from the side, what lies on a
tile's top is displaced against the print below; so the centre of symmetry says whether an ornament
is printed on the board or carried by a tile.  No template is needed, whatever the printing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Vector
from companion.vision.patches import square_textures
from companion.vision.rectify import SCALE, Flat

REACH = 0.32
"""Half the width of what is turned, over a tile's size: ornaments reach no farther."""

ASKEW_MM = 2.0
FARTHEST_MM = 2.0
"""Scatter of the centres around their places, and how far they are looked for: tiles are laid by
hand, and corners are tapped by fingers."""

FAINT = 1.0
"""Mean square of a texture, in grey levels, from which on it is believed."""


def printed_symmetry(flats: tuple[Flat, Flat], cells: Sequence[Cell], tile: Tile) -> Vector:
    """Return for each cell (N,) how much more symmetric it is about print than about a tile.

    ``flats`` show the board at its own height and at a tile's top.  From -1 (a tile's) to 1 (the
    print's); near 0 where the camera stands straight above, and where there is no ornament.
    """
    print_, top = (_symmetry(flat, cells, tile) for flat in flats)
    return print_ - top


def _symmetry(flat: Flat, cells: Sequence[Cell], tile: Tile) -> Vector:
    """Return each cell's (N,) correlation with itself, half a turn about the best centre nearby."""
    reach, far = (round(mm * SCALE) for mm in (REACH * tile.size_mm, FARTHEST_MM))
    windows = square_textures(flat, cells, tile, reach + far)
    found = [likely * _turned(part) for likely, part in _around(windows, far)]
    return np.asarray(np.max(found, axis=0), float)


def _around(windows: NDArray[np.float32], far: int) -> Iterator[tuple[float, NDArray[np.float32]]]:
    """Yield parts of windows (N, S, S, 3) around each middle, and how likely it is against 1."""
    side = windows.shape[1] - 2 * far
    for row in range(2 * far + 1):
        for column in range(2 * far + 1):
            away_mm = np.hypot(row - far, column - far) / SCALE
            likely = float(np.exp(-0.5 * (away_mm / ASKEW_MM) ** 2))
            yield likely, windows[:, row : row + side, column : column + side]


def _turned(parts: NDArray[np.float32]) -> Vector:
    """Return the correlation (N,) of parts (N, A, A, 3) with themselves after half a turn."""
    both = np.einsum("nyxc,nyxc->n", parts, parts[:, ::-1, ::-1])
    energy = np.einsum("nyxc,nyxc->n", parts, parts)
    return np.asarray(both / (energy + FAINT * parts[0].size), float)

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

ASKEW_MM = 1.4
"""How far from its place a centre is looked for: tiles are laid by hand."""

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
    reach, askew = (round(mm * SCALE) for mm in (REACH * tile.size_mm, ASKEW_MM))
    windows = square_textures(flat, cells, tile, reach + askew)
    return np.asarray(np.max([_turned(each) for each in _around(windows, askew)], axis=0), float)


def _around(windows: NDArray[np.float32], askew: int) -> Iterator[NDArray[np.float32]]:
    """Yield parts of windows (N, S, S, 3) of one size, whose middles lie a pixel apart."""
    side = windows.shape[1] - 2 * askew
    for row in range(2 * askew + 1):
        for column in range(2 * askew + 1):
            yield windows[:, row : row + side, column : column + side]


def _turned(parts: NDArray[np.float32]) -> Vector:
    """Return the correlation (N,) of parts (N, A, A, 3) with themselves after half a turn."""
    both = np.einsum("nyxc,nyxc->n", parts, parts[:, ::-1, ::-1])
    energy = np.einsum("nyxc,nyxc->n", parts, parts)
    return np.asarray(both / (energy + FAINT * parts[0].size), float)

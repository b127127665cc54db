"""Where the cells of a board lie, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.arrays import Points, Vector
from companion.boards import Cell, Tile

ENDS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Layout:
    """Cells for the tiles of a game, and their places on the board."""

    cells: tuple[Cell, ...]
    tile: Tile

    def __len__(self) -> int:
        """Return how many cells there are."""
        return len(self.cells)

    @cached_property
    def middles(self) -> Points:
        """The middles (N, 2) of the cells in mm on the board."""
        return np.array([cell.centre_mm for cell in self.cells], float).reshape(-1, 2)

    @cached_property
    def axes(self) -> Vector:
        """The two sides (N, 2, 2) in mm of a tile as it would lie on each cell."""
        return np.array([axes_of(cell, self.tile) for cell in self.cells]).reshape(-1, 2, 2)

    @cached_property
    def _per_mm(self) -> Vector:
        return np.asarray(np.linalg.inv(self.axes), float)

    def corners(self, reach: float) -> Points:
        """Return the corners (N * 4, 2) mm of what reaches so many tiles from the middles."""
        return (self.middles[:, None] + reach * ENDS @ self.axes).reshape(-1, 2)

    def in_tiles(self, shifts_mm: Points) -> Vector:
        """Return shifts (N, 2) mm on the board along the two sides of each cell, in tiles."""
        return np.asarray((shifts_mm[:, None] @ self._per_mm)[:, 0])

    def in_mm(self, shifts: Points) -> Points:
        """Return shifts (N, 2) in tiles as mm on the board; undoes ``in_tiles``."""
        return np.asarray((shifts[:, None] @ self.axes)[:, 0])


def axes_of(cell: Cell, tile: Tile) -> Vector:
    """Return the two sides (2, 2) mm of a tile as it would lie on a cell, one in each row."""
    if tile.shape == "rhombus":
        along = np.radians(cell.angle_deg + np.array([-30.0, 30.0]))
        return tile.size_mm * np.column_stack((np.cos(along), np.sin(along)))
    turn = np.radians(cell.angle_deg)
    c, s = np.cos(turn), np.sin(turn)
    return tile.size_mm * np.array([[c, s], [-s, c]])

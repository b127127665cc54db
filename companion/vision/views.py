"""What is needed to read the cells of a board, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Pixels, Points, Vector
from companion.vision.geometry import BOARD_MM, Camera, Pose
from companion.vision.light import Light
from companion.vision.palette import Palette, balanced
from companion.vision.patches import WHITEST, patches
from companion.vision.rectify import Flat


@dataclass(frozen=True)
class TileView:
    """What is needed to read a board in a frame: flat pictures at both heights, light, white.

    ``base`` shows what lies at ``print_mm`` over the table, ``top`` at ``top_mm``; ``reference``
    the board without tiles, at least in the cells named in ``shown``.
    """

    base: Flat
    top: Flat
    light: Light
    white: NDArray[np.float64]
    reference: Flat
    shown: frozenset[str]
    camera: Camera
    pose: Pose
    top_mm: float
    print_mm: float = BOARD_MM

    def colours(self, flat: Flat, cells: Sequence[Cell], tile: Tile) -> Pixels:
        """Return L*a*b* (N, K, 3) of cells in a flat picture, as in the light of the reference."""
        back = self.light.back(patches(flat, cells, tile), _places(cells))
        return balanced(back, np.tile(self.white, (len(cells), 1)))

    def brightest(self, cells: Sequence[Cell]) -> NDArray[np.float32]:
        """Return the levels (N, 3), in the light of the reference, that the camera cuts off."""
        full = np.full((len(cells), 1, 3), WHITEST, np.float32)
        return self.light.back(full, _places(cells))[:, 0]

    def leans_mm(self, cells: Sequence[Cell]) -> Points:
        """Return how far (N, 2) mm a tile's top seems displaced on the board, for each cell."""
        places = self.pose.place(np.array([cell.centre_mm for cell in cells]))
        tops = self.camera.lower(self.camera.project(places, self.top_mm), self.print_mm)
        return self.pose.back(tops) - self.pose.back(places)


def _places(cells: Sequence[Cell]) -> Points:
    """Return the middles (N, 2) mm of cells."""
    return np.array([cell.centre_mm for cell in cells], float)


@dataclass(frozen=True)
class Question:
    """Cells that are asked whether they are bare.

    ``gains`` (N, 3) is the light on each, ``colours`` (N, K, 3) what it shows at the height of a
    tile, ``best`` (N, 3) the colour of the likeliest tile of the ``palette``, ``tiled`` (N,) its
    log-likelihood.
    """

    cells: tuple[Cell, ...]
    gains: NDArray[np.float32]
    colours: Pixels
    best: NDArray[np.float32]
    tiled: Vector
    palette: Palette

    def only(self, keep: NDArray[np.bool_]) -> Question:
        """Return the question for some of the cells."""
        kept = tuple(cell for cell, wanted in zip(self.cells, keep, strict=True) if wanted)
        return Question(
            kept,
            self.gains[keep],
            self.colours[keep],
            self.best[keep],
            self.tiled[keep],
            self.palette,
        )

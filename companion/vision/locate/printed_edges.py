"""The printed edges of a board, looked for beside where they should be, in short pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Image, Points, Vector, sample
from companion.vision.geometry.camera import board_corners

PIECE_MM = 8.0
"""Length of a piece of edge."""

ALONG_MM = tuple((PIECE_MM * np.linspace(-0.35, 0.35, 3)).tolist())
"""Where along a piece its edge is looked at."""

STEP_MM = 0.75
"""Where across a piece its edge is looked for: as finely as cameras over a table see a board."""

NEAR_MM, FAR_MM = 1.5, 5.0
"""How far beside its place print is looked for: where it should be, and where that is not known."""

IN_PLACE_MM = 1.2
"""How far beside its place print may be seen and still be in place."""

MOST = 400
"""Pieces looked for on each board: nearly all there are.  With half of them corners are a fifth of
a pixel worse; with more it would only take longer."""

Where: TypeAlias = Callable[[Points], Points]
"""From points (N, 2) mm on a board to the pixels (N, 2) at which they are seen."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Short pieces of printed edges: middles (N, 2) mm and unit normals (N, 2) on the board."""

    middles: Points
    normals: Points

    @property
    def tangents(self) -> Points:
        """Unit vectors (N, 2) along the pieces."""
        return self.normals[:, ::-1] * [-1.0, 1.0]


@lru_cache(maxsize=16)
def pieces_of(board: Board, most: int = MOST) -> Pieces:
    """Return about ``most`` pieces of a board's outline and of the borders of its spaces."""
    spaces = board.of_kind("wall", "line", "floor", "dome", "space", "corner")
    shapes = [board_corners(board.size_mm), *(np.array(cell.polygon_mm) for cell in spaces)]
    pieces = _cut(shapes)
    every = max(1, round(len(pieces.middles) / most))
    return Pieces(pieces.middles[::every], pieces.normals[::every])


def _cut(shapes: Sequence[Points]) -> Pieces:
    """Cut every side of every shape into pieces of about ``PIECE_MM``."""
    middles, normals = [], []
    for shape in shapes:
        for start, end in zip(shape, np.roll(shape, -1, axis=0), strict=True):
            length = float(np.linalg.norm(end - start))
            count = max(1, int(length // PIECE_MM))
            along = (np.arange(count) + 0.5) / count
            middles.append(start + along[:, None] * (end - start))
            across = np.array([end[1] - start[1], start[0] - end[0]]) / length
            normals.append(np.tile(across, (count, 1)))
    return Pieces(np.concatenate(middles), np.concatenate(normals))


def strongest(image: Image, where: Where, pieces: Pieces, reach_mm: float) -> tuple[Vector, Vector]:
    """Return each piece's offset along its normal in mm (N,) and how strong the edge is there."""
    profiles = _profiles(image, where, pieces, _steps(reach_mm))
    blue, green, red = np.moveaxis(np.abs(profiles[:, 2:] - profiles[:, :-2]), 2, 0)
    slope = blue + green + red  # far quicker than a sum over the last axis
    best = slope.argmax(axis=1)
    return _steps(reach_mm)[1:-1][best], slope[np.arange(len(best)), best].astype(float)


def _steps(reach_mm: float) -> Vector:
    """Return where across a piece (S,) mm it is looked at: one step farther than it is looked for.

    No finer places are worked out between the steps: hundreds of pieces are averaged.
    """
    count = round(reach_mm / STEP_MM) + 1
    return np.asarray(STEP_MM * np.arange(-count, count + 1), float)


def _profiles(image: Image, where: Where, pieces: Pieces, steps_mm: Vector) -> NDArray[np.float32]:
    """Return colours (N, S, 3) across each piece, averaged along it.

    So near to a piece the picture is flat: one step beside its middle and one along it tell where
    all others are seen.
    """
    at = where(pieces.middles)
    beside = where(pieces.middles + pieces.normals) - at
    along = (where(pieces.middles + pieces.tangents) - at).astype(np.float32)
    line = (at[:, None] + steps_mm[:, None] * beside[:, None]).astype(np.float32)
    seen = np.zeros((*line.shape[:2], 3), np.float32)
    for mm in ALONG_MM:
        seen += sample(image, line + mm * along[:, None])
    return np.asarray(seen / np.float32(len(ALONG_MM)), np.float32)

"""Small cut-outs of the camera's picture: what a question is about, with each answer laid on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points
from companion.boards import PLACE, Board
from companion.games.base import Content
from companion.service.pictures.album import Print
from web.views.boards.board_drawing import top
from web.views.boards.overlay import known_outline, mapped, points_text
from web.views.boards.upright import Upright

ROOM = 0.6
"""Room around the cells, in tiles: a neighbour tells much about a colour."""

SEAL = 0.5
"""Size of the glyph of what an answer says, as a part of its cell."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A cell in a cut-out: its outline in upright pixels, and the glyph of what would lie there."""

    points: str
    x: float
    y: float
    size: float
    colour: str


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a picture: its address, how it is turned, the part shown, and its seals."""

    address: str
    width: int
    height: int
    turn: str
    view_box: str
    stroke: float
    seals: tuple[Seal, ...]


def crop(
    number: int,
    picture: Print | None,
    board: Board,
    corners: Points | None,
    around: Sequence[str],
    cells: Mapping[str, Content | None],
) -> Crop | None:
    """Return a square cut-out with all of ``around``, and ``cells`` (id -> content) marked in it.

    ``corners`` (4, 2) are the board's in the picture; None where it or its picture is missing.
    """
    upright = Upright.of(board, corners)
    if picture is None or upright is None or not around:
        return None
    shapes = [mapped(upright.to_picture, known_outline(board, cell)) for cell in around]
    tile = float(np.ptp(shapes[0], axis=0).max())
    low, side = square(np.concatenate(shapes), ROOM * tile)
    return Crop(
        address=f"/frame.jpg?v={number}",
        width=picture.width,
        height=picture.height,
        turn=upright.turn,
        view_box=f"{low[0]:.1f} {low[1]:.1f} {side:.1f} {side:.1f}",
        stroke=round(side / 60, 2),
        seals=tuple(seal(upright, board, cell, content) for cell, content in cells.items()),
    )


def whole_board(
    number: int, picture: Print | None, corners: Sequence[tuple[float, float]]
) -> Crop | None:
    """Return a cut-out with a whole board, given by its corners in the picture."""
    if picture is None:
        return None
    points = np.asarray(corners, float)
    low, side = square(points, ROOM * 0.1 * float(np.ptp(points, axis=0).max()))
    return Crop(
        address=f"/frame.jpg?v={number}",
        width=picture.width,
        height=picture.height,
        turn="",
        view_box=f"{low[0]:.1f} {low[1]:.1f} {side:.1f} {side:.1f}",
        stroke=round(side / 60, 2),
        seals=(Seal(points_text(points), 0.0, 0.0, 0.0, ""),),
    )


def square(points: NDArray[np.float64], room: float) -> tuple[NDArray[np.float64], float]:
    """Return the upper left corner and the side of a square around (N, 2) points."""
    low, high = points.min(0), points.max(0)
    side = float((high - low).max()) + 2 * room
    return (low + high - side) / 2, side


def seal(upright: Upright, board: Board, cell: str, content: Content | None) -> Seal:
    """Return a cell as marked in a cut-out: its glyph lies on the lower right of it.

    A dome tile has no single glyph.
    """
    shape = mapped(upright.to_picture, known_outline(board, cell))
    low, high = shape.min(0), shape.max(0)
    size = float((high - low).min()) * SEAL
    x, y = (round(float(value), 1) for value in high - 0.8 * size)
    glyph = "" if cell.startswith(PLACE) else top(content)
    return Seal(points_text(shape), x, y, round(size, 1), glyph)

"""The pieces that lie on a drawn board, as prisms: tiles in stacks, and dome tiles."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from companion.arrays import Points, Vector
from companion.boards import Board, Cell
from companion.boards.cell_places import ENDS, axes_of
from companion.fields import Point
from companion.geometry.camera import BOARD_MM
from companion.printings.dome_tiles import dome_face
from companion.printings.edition import Edition
from companion.printings.tiles import RHOMBUS_REACH, shaped_face
from companion.training.factory.contents import Lying
from companion.training.factory.drawing import Prism
from companion.training.factory.making import Making
from companion.training.factory.views import View

FACE_SIDES = (20, 32, 48, 72, 104)
"""Pixels of a drawn face: the next larger than it is seen is taken."""

SQUARE = ENDS / 2
"""The corners of a square of side 1, clockwise."""


def prisms_of(
    board: Board, edition: Edition, lying: Lying, making: Making, view: View, chance: Random
) -> list[Prism]:
    """Return all tiles on a board, those farthest from under the camera first."""
    found: list[Prism] = []
    for cell in board.cells:
        if cell.id in lying.tops:
            found += _stack(board, edition, lying, making, view, cell, chance)
    foot = view.foot_mm
    return sorted(
        found,
        key=lambda prism: (prism.bottom_mm, -np.linalg.norm(prism.outline.mean(axis=0) - foot)),
    )


def domes_of(
    board: Board, edition: Edition, lying: Lying, view: View, chance: Random
) -> list[Prism]:
    """Return the dome tiles on a board."""
    kind = board.dome_tile
    if kind is None:
        return []
    places = {place.id: place.centre_mm for place in kind.places}
    return [
        _dome(edition, kind.size_mm, kind.height_mm, places[id], spaces, view, chance)
        for id, spaces in lying.domes.items()
    ]


def _dome(
    edition: Edition,
    size_mm: float,
    height_mm: float,
    centre: Point,
    spaces: tuple[str, ...],
    view: View,
    chance: Random,
) -> Prism:
    at = np.array(centre) + [chance.gauss(0, 0.4), chance.gauss(0, 0.4)]
    outline = SQUARE * size_mm @ _turn(chance.gauss(0, 0.01)) + at
    scale = min(max(view.px_per_mm * 1.2, 1.0), 3.5)
    face = dome_face(edition, size_mm, spaces, round(scale * 2) / 2)
    return Prism(
        outline, BOARD_MM, BOARD_MM + height_mm, face, outline, edition.paper, edition.paper, 0.0
    )


def _stack(
    board: Board,
    edition: Edition,
    lying: Lying,
    making: Making,
    view: View,
    cell: Cell,
    chance: Random,
) -> list[Prism]:
    """Return the tile on a cell, or those of its stack, bottom first."""
    high, bottom = board.tile.height_mm * making.high, BOARD_MM + _under(board, lying, cell)
    count = lying.stacks.get(cell.id, 1)
    colours = [chance.choice(board.colours) for _ in range(count - 1)] + [lying.tops[cell.id]]
    found = []
    for colour in colours:
        found.append(
            _tile(board, edition, making, view, cell, colour, bottom, bottom + high, chance)
        )
        bottom += high
    return found


def _under(board: Board, lying: Lying, cell: Cell) -> float:
    """Return how high what lies under a tile is: a dome tile, or nothing."""
    if board.dome_tile is None or cell.kind != "dome":
        return 0.0
    place = f"{(cell.row or 0) // 2}/{(cell.col or 0) // 2}"
    return board.dome_tile.height_mm if place in lying.domes else 0.0


def _tile(
    board: Board,
    edition: Edition,
    making: Making,
    view: View,
    cell: Cell,
    colour: str,
    bottom: float,
    top: float,
    chance: Random,
) -> Prism:
    tile, piece = board.tile, edition.pieces[colour]
    axes = axes_of(cell, tile) * making.wide @ _turn(chance.gauss(0, making.turn))
    at = np.array(cell.centre_mm) + [
        chance.gauss(0, making.slop_mm),
        chance.gauss(0, making.slop_mm),
    ]
    side = _side_for(tile.size_mm * view.px_per_mm)
    face = shaped_face(edition, colour, tile.shape, side)
    if tile.shape == "rhombus":
        outline = _cut_corners(making.cut / 2) @ axes + at
        frame = SQUARE @ (_upright(axes) * RHOMBUS_REACH) + at
    elif tile.shape == "round":
        turns = np.arange(20) * np.pi / 10
        outline = 0.5 * np.column_stack((np.cos(turns), np.sin(turns))) @ axes + at
        frame = SQUARE @ axes @ _turn(chance.uniform(0, 6.28)) + at
    else:
        outline = _cut_corners(making.cut) @ axes + at
        frame = np.roll(SQUARE @ axes + at, chance.randrange(4), axis=0)
    return Prism(outline, bottom, top, face, frame, piece.side, piece.body, making.bevel)


def _upright(axes: Vector) -> Vector:
    """Return axes (2, 2) of equal length along and across a rhombus's long diagonal."""
    along = axes.sum(axis=0)
    along = along / np.linalg.norm(along) * np.linalg.norm(axes[0])
    return np.array([along, [-along[1], along[0]]])


@lru_cache(maxsize=8)
def _cut_corners(cut: float) -> Points:
    """Return the outline (8, 2) of a square of side 1 without its corners, clockwise."""
    ends = []
    for n in range(4):
        here, before, after = SQUARE[n], SQUARE[n - 1], SQUARE[(n + 1) % 4]
        ends += [here + cut * (before - here), here + cut * (after - here)]
    return np.array(ends)


def _side_for(seen_px: float) -> int:
    return next((side for side in FACE_SIDES if side >= seen_px), FACE_SIDES[-1])


def _turn(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])

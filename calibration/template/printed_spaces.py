"""Where groups of spaces are printed: what the cells themselves say, in a picture of empty boards.

The trained eyes say of every cell how far its space lies beside the middle of its window, and how
far that may be wrong.  A group's move is what explains its cells best, by weighted least squares.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.template.adjustment import Adjustment, Move, adjusted, groups, middle
from companion.arrays import Image, Points, Vector
from companion.boards import Board, Cell
from companion.geometry.solve import Table
from companion.neural_network.slots import tile_cells
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.recognition import glance
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.cells.windows import layout_of

ROUNDS = 3
"""Times that cells are asked: nearer to their places they know them better."""

LEAST = 0.02
"""No cell knows its place better, in tiles."""

LONG_MM = 25.0
"""A group that is shorter than this cannot be told to be stretched."""

FINE = 3
"""Decimals of a move: thousandths of a millimetre, and of a size."""


def moves_of_spaces(image: Image, table: Table, board: Board) -> dict[str, Move]:
    """Return how every group of cells for tiles lies beside the template, by its name."""
    moves: dict[str, Move] = {}
    ids = [cell.id for cell in tile_cells(board)]
    for _ in range(ROUNDS):
        tried = adjusted(board, Adjustment("tried", board.game, board.variant, moves))
        off_mm, weights = _places(image, table, tried)
        there = {
            id: (tried.cell(id).centre_mm + off, float(weight))
            for id, off, weight in zip(ids, off_mm, weights, strict=True)
        }
        moves = {
            name: _move(cells, there)
            for name, cells in groups(board).items()
            if all(cell.id in there for cell in cells)
        }
    return moves


def _places(image: Image, table: Table, board: Board) -> tuple[Points, Vector]:
    """Return how far (N, 2) mm spaces lie beside their cells, on average of all boards; weights."""
    camera, poses = table
    seen = list(see_cells(image, camera, poses, board).values())
    cells = cells_of(seen, [nothing_bare(board)] * len(seen))
    said = glance(board, cells, NOTHING_KNOWN)
    layout = layout_of(board)
    off = np.array([layout.in_mm(each.off.astype(float)) for each in said])
    weights = np.array([1 / np.maximum(each.scatter, LEAST) ** 2 for each in said], float)
    total = weights.sum(axis=0)
    return (off * weights[:, :, None]).sum(axis=0) / total[:, None], total


def _move(cells: tuple[Cell, ...], there: Mapping[str, tuple[Vector, float]]) -> Move:
    """Return the move of a group that brings its cells where they are seen."""
    places = np.array([cell.centre_mm for cell in cells])
    off = np.array([there[cell.id][0] for cell in cells]) - places
    weights = np.sqrt([there[cell.id][1] for cell in cells])
    from_middle = places - middle(cells)
    right, wider = _line(from_middle[:, 0], off[:, 0], weights)
    down, taller = _line(from_middle[:, 1], off[:, 1], weights)
    return Move(
        round(right, FINE), round(down, FINE), round(1 + wider, FINE), round(1 + taller, FINE)
    )


def _line(along: Vector, off: Vector, weights: Vector) -> tuple[float, float]:
    """Return shift and stretch along one axis: a weighted line through what is off."""
    rows = np.column_stack((np.ones(len(along)), along))
    if np.ptp(along) <= LONG_MM:
        rows = rows[:, :1]
    found = np.linalg.lstsq(rows * weights[:, None], off * weights, rcond=None)[0]
    return float(found[0]), float(found[1]) if len(found) > 1 else 0.0

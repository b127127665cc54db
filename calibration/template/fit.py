"""Where the groups of a board really are: a suggestion from a picture of the empty boards.

Spaces for tiles say themselves where they are.  The outlines of all others are laid over the board
seen from above, and moved until they lie on the edges of the print.  A person looks at the result
and corrects it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.template.adjustment import UNMOVED, Adjustment, Move, groups, middle
from calibration.template.printed_spaces import LONG_MM, moves_of_spaces
from companion.arrays import Image, Points, Vector
from companion.boards import Board, Cell
from companion.boards.outlines import rectangle
from companion.fields import Point
from companion.geometry.camera import BOARD_MM
from companion.geometry.rectify import flatten
from companion.geometry.solve import Table

SCALE = 2.0
"""Pixels per millimetre of the boards seen from above."""

MARGIN_MM = 12.0
STEP_MM = 1.5
"""An outline is a point every so many millimetres."""

REACH_MM = 7.0
"""How far a group is looked for; farther, its neighbours would be taken for it."""

NEARER = 0.4
"""Part of the way to the next space that a group may lie off: evenly spaced ones repeat."""

STRETCH = 0.03
"""How much larger or smaller a group may be."""

SURE = 1.2
"""How much better a move must fit than none."""

INSET_MM = 2.6
"""So far inside its outline a space is plain."""

NEAR_PX = 3
FAINT, CLEAR = 8.0, 24.0
"""Difference of grey levels nearby that is noise, and one that is surely a printed edge."""

ONE = np.ones(1)
ZERO = np.zeros(1)

MOST_CORNERS = 6
"""A space with more corners than this is a circle."""

Edges = NDArray[np.float32]


def suggested(image: Image, table: Table, board: Board, set_name: str) -> Adjustment:
    """Return the moves that lay every group on its print in a picture (H, W, 3) BGR.

    ``table`` is the camera and the poses of the (empty) boards; all boards of the set are printed
    alike, so they are looked at together.
    """
    edges = [_edges(image, table, board, seat) for seat in sorted(table[1])]
    moves = moves_of_spaces(image, table, board)
    moves |= {
        name: _fit(edges, cells) for name, cells in groups(board).items() if name not in moves
    }
    return Adjustment(
        set_name,
        board.game,
        board.variant,
        {name: move for name, move in moves.items() if move != UNMOVED},
    )


def _edges(image: Image, table: Table, board: Board, seat: int) -> Edges:
    """Return where the picture of a board has edges (H, W), 0 to 1, a little softened."""
    camera, poses = table
    flat = flatten(image, camera, poses[seat], board.size_mm, BOARD_MM, MARGIN_MM, SCALE)
    soft = cv2.GaussianBlur(flat, (0, 0), 0.7)
    # The range of levels nearby, not the slope: on a thin line the slope is zero.
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (NEAR_PX, NEAR_PX))
    rough = cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, disc).max(axis=2).astype(np.float32)
    # Strong edges must not outvote the faint ones: every space has the same say.
    clear = np.clip((rough - FAINT) / (CLEAR - FAINT), 0.0, 1.0)
    return np.asarray(cv2.GaussianBlur(clear, (0, 0), 1.0), np.float32)


def _fit(edges: Sequence[Edges], cells: tuple[Cell, ...]) -> Move:
    """Return the best move of a group: its place, then its size with its place, then fine."""
    about = np.array(middle(cells))
    points = _outlines(cells)
    sizes = _sizes(cells)

    def best(shifts: Vector, near: Move, stretches: Sequence[Vector]) -> Move:
        tried = _moves(shifts, near, stretches)
        # The nearest of equals: what no edge speaks against stays as it is.
        return max(
            tried, key=lambda move: (round(_value(edges, points, about, move), 3), -_size(move))
        )

    found = best(_steps(_reach(cells), 0.5), UNMOVED, (ONE, ONE))
    found = best(_steps(1.5, 0.5), found, [_steps(STRETCH, STRETCH / 3) * s + 1 for s in sizes])
    near = [_steps(0.01, 0.0025) * s + now for s, now in zip(sizes, _factors(found), strict=True)]
    found = best(ZERO, found, (near[0], ONE * found.taller))
    found = best(ZERO, found, (ONE * found.wider, near[1]))
    found = best(_steps(0.6, 0.1), found, (ONE * found.wider, ONE * found.taller))
    start = _value(edges, points, about, UNMOVED)
    return found if _value(edges, points, about, found) > SURE * start else UNMOVED


def _reach(cells: tuple[Cell, ...]) -> float:
    """Return how far in mm a group may be looked for without meeting itself a space farther on."""
    pairs = combinations([cell.centre_mm for cell in cells], 2)
    apart = [NEARER * math.dist(*pair) for pair in pairs]
    return min(REACH_MM, *apart)


def _sizes(cells: tuple[Cell, ...]) -> tuple[float, float]:
    """Return 1 for each axis along which a group has several spaces, else 0: nothing to stretch."""
    spans = [np.ptp([cell.centre_mm[axis] for cell in cells]) for axis in (0, 1)]
    return float(spans[0] > LONG_MM), float(spans[1] > LONG_MM)


def _moves(shifts: Vector, near: Move, stretches: Sequence[Vector]) -> list[Move]:
    return [
        Move(near.right_mm + float(dx), near.down_mm + float(dy), float(wider), float(taller))
        for wider in np.unique(stretches[0])
        for taller in np.unique(stretches[1])
        for dx in shifts
        for dy in shifts
    ]


def _factors(move: Move) -> tuple[float, float]:
    return move.wider, move.taller


def _steps(reach: float, step: float) -> Vector:
    """Return the numbers from ``-reach`` to ``reach``, zero among them."""
    count = round(reach / step)
    return np.asarray(np.arange(-count, count + 1) * step, float)


def _size(move: Move) -> float:
    """Return how far a move is from none, a hundredth of a size as a millimetre."""
    shift = float(np.hypot(move.right_mm, move.down_mm))
    return shift + 100.0 * (abs(move.wider - 1.0) + abs(move.taller - 1.0))


def _value(edges: Sequence[Edges], points: Points, about: Vector, move: Move) -> float:
    """Return how well outlines lie on edges after a move, and what is just inside on none.

    ``points`` (N, 5): a point of an outline, the middle of its space, which alone is spread, and
    on which side of the space it is.  Every side must fit (hence the product), or a long strong
    line such as the board's rim would draw a whole group to itself.
    """
    factor = np.array([move.wider, move.taller])
    spread = (points[:, 2:4] - about) * (factor - 1.0)
    shift = spread + [move.right_mm, move.down_mm]
    inwards = points[:, 2:4] - points[:, :2]
    inner = points[:, :2] + INSET_MM * inwards / np.linalg.norm(inwards, axis=1, keepdims=True)
    clear = _mean(edges, points[:, :2] + shift) - 0.5 * _mean(edges, inner + shift)
    side = points[:, 4].astype(int)
    means = np.bincount(side, clear) / np.bincount(side)
    return float(np.exp(np.log(np.maximum(means, 0.01)).mean()))


def _mean(edges: Sequence[Edges], board_mm: Points) -> Vector:
    """Return how edgy the boards are at points (N, 2) mm, on average over the boards (N,)."""
    x, y = np.round((board_mm + MARGIN_MM) * SCALE - 0.5).astype(int).T
    height, width = edges[0].shape
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    return np.asarray(np.mean([edge[y, x] for edge in edges], axis=0), float)


def _outlines(cells: tuple[Cell, ...]) -> Points:
    """Return points (N, 5) along the outlines of cells; see ``_value``."""
    parts = []
    for cell in cells:
        corners = np.array(_printed(cell))
        ends = np.roll(corners, -1, axis=0)
        for side, (start, end) in enumerate(zip(corners, ends, strict=True)):
            count = max(2, round(float(np.linalg.norm(end - start)) / STEP_MM))
            along = ((np.arange(count) + 0.5) / count)[:, None]
            line = start + along * (end - start)
            rest = np.tile([*cell.centre_mm, float(side)], (count, 1))
            parts.append(np.hstack((line, rest)))
    return np.concatenate(parts)


def _printed(cell: Cell) -> tuple[Point, ...]:
    """Return the outline of a space as it is printed: round tiles lie on square spaces."""
    if len(cell.polygon_mm) <= MOST_CORNERS:
        return cell.polygon_mm
    xs, ys = zip(*cell.polygon_mm, strict=True)
    return rectangle(cell.centre_mm, max(xs) - min(xs), max(ys) - min(ys))

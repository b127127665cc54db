"""Does a board lie between these four corners?  Its printed edges and colours tell.

Every board has a plane of its own here, so a guess needs no camera: short pieces of the printed
edges are looked for beside where the corners put them, and the corners are moved accordingly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Image, Points, Vector, sample
from companion.vision.cells.inks import LAB_WHITE
from companion.vision.geometry.camera import board_corners
from companion.vision.locate.pattern import GRID_MM, Pattern, places_of
from companion.vision.locate.printed_edges import NEAR_MM, Pieces, share_in_place, strongest
from companion.vision.photometry.colour import to_lab
from companion.vision.photometry.white import DARK, LIGHT

REACHES = (0.3, 0.2, 0.15, 0.1, 0.1)
"""How far beside its place an edge is looked for, pass by pass, as a part of a tile's width: from
farther off an edge of the next space would be taken for it."""

ABOUT_MM = GRID_MM / 4 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]])
"""Where colours are averaged about a place at which a board is remembered: its middle and those of
its quarters, because ornaments of tiles move as the camera does."""

CLIMB_MM = (9.0, 5.0, 2.5)
"""How far a side is moved, pass by pass, when only colours tell where it might be."""


@dataclass(frozen=True)
class PrintFit:
    """Corners (4, 2) of a board in pixels, the share of its edges in place, its colours' fit.

    ``trust`` is what colours count beside edges.
    """

    corners: Points
    edges: float
    colours: float
    trust: float

    @property
    def score(self) -> float:
        """How well edges and colours fit together."""
        return self.edges + self.trust * self.colours


def fit_print(image: Image, corners: Points, pattern: Pattern) -> PrintFit:
    """Return a board fitted to its printed edges, from corners (4, 2) px nearly in place."""
    board = pattern.board
    plane = _plane(corners, board)
    for reach in REACHES:
        reach_mm = max(reach * board.tile.size_mm, NEAR_MM)
        off, strength = strongest(image, partial(_project, plane), pattern.pieces, reach_mm)
        plane = plane @ _adjustment(pattern.pieces, off, strength, board)
    return rate(image, _project(plane, board_corners(board.size_mm)), pattern)


def rate(image: Image, corners: Points, pattern: Pattern) -> PrintFit:
    """Return how well the print fits between corners (4, 2) px as they are."""
    plane = _plane(corners, pattern.board)
    share = share_in_place(image, partial(_project, plane), pattern.pieces)
    return PrintFit(corners, share, colour_fit(image, corners, pattern), pattern.trust)


def colour_fit(image: Image, corners: Points, pattern: Pattern) -> float:
    """Return how much the colours between four corners look like the pattern's, from -1 to 1."""
    about = ABOUT_MM if pattern.seen else ABOUT_MM[:1]
    seen = _colours(image, corners, pattern.board, pattern.points, about)
    return max(_correlation(seen, colours) for colours in pattern.colours)


def look_of(image: Image, corners: Points, board: Board) -> Vector:
    """Return the colours (N, 3) L*a*b* that a board between four corners has at its places."""
    return _colours(image, corners, board, places_of(board), ABOUT_MM)


def _colours(image: Image, corners: Points, board: Board, points: Points, about: Points) -> Vector:
    """Return colours (N, 3) L*a*b* at board points (N, 2) mm, under the board's own white.

    Each is the mean of those at ``about`` (K, 2) mm from its point.
    """
    places = (points[:, None] + about).reshape(-1, 2)
    each = _seen(image, _plane(corners, board), places).astype(np.float32)
    seen = each.reshape(len(points), -1, 3).mean(axis=1)
    white = np.maximum(np.percentile(seen, LIGHT, axis=0), DARK)
    return np.asarray(to_lab(np.asarray(seen / white * LAB_WHITE, np.float32)), float)


def climb(image: Image, corners: Points, pattern: Pattern) -> Points:
    """Return corners (4, 2) px moved, side by side, to where the print's colours fit best."""
    size = min(pattern.board.size_mm)
    best, found = colour_fit(image, corners, pattern), corners
    for step in CLIMB_MM:
        for side in (*range(4), *range(4)):
            for push in (step, -step):
                moved = _pushed(found, side, push / size)
                fit = colour_fit(image, moved, pattern)
                if fit > best:
                    best, found = fit, moved
    return found


def _pushed(corners: Points, side: int, share: float) -> Points:
    """Return corners with one side moved out by a ``share`` of the board's size."""
    moved = corners.copy()
    a, b, c, d = ((side + n) % 4 for n in range(4))
    moved[a] += share * (corners[a] - corners[d])
    moved[b] += share * (corners[b] - corners[c])
    return moved


def _correlation(seen: Vector, expected: Vector) -> float:
    """Return the correlation of colours (N, 3), all channels together."""
    a, b = seen - seen.mean(axis=0), expected - expected.mean(axis=0)
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-6))


def _plane(corners: Points, board: Board) -> Vector:
    """Return the homography (3, 3) from board mm to pixels."""
    start = board_corners(board.size_mm).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(start, corners.astype(np.float32)), float)


def _project(plane: Vector, points: Points) -> Points:
    ahead = np.column_stack((points, np.ones(len(points)))) @ plane.T
    return np.asarray(ahead[:, :2] / ahead[:, 2:3], float)


def _seen(image: Image, plane: Vector, points: Points) -> NDArray[np.uint8]:
    """Return the colours (N, 3) at board points (N, 2) mm."""
    where = np.clip(_project(plane, points), -1e4, 1e4).astype(np.float32)
    return np.asarray(sample(image, where[None])[0], np.uint8)


def _adjustment(pieces: Pieces, off: Vector, strength: Vector, board: Board) -> Vector:
    """Return the homography (3, 3) of the board that moves its edges by ``off``, most of them."""
    half = np.array(board.size_mm) / 2
    x, y = ((pieces.middles - half) / half).T
    nx, ny = pieces.normals.T
    along = nx * x + ny * y
    terms = np.column_stack((nx, nx * x, nx * y, ny, ny * x, ny * y, along * x, along * y))
    weight = (strength > 0.5 * np.median(strength)).astype(float)
    change = np.zeros(8)
    for _ in range(5):
        pull = terms * weight[:, None]
        change = np.linalg.solve(pull.T @ terms + 1e-6 * np.eye(8), pull.T @ off)
        miss = np.abs(off - terms @ change)
        weight = (strength > 0.5 * np.median(strength)) / (1.0 + (miss / 1.0) ** 2)
    return _moved(change, half)


def _moved(change: Vector, half: Vector) -> Vector:
    """Return the homography that moves board points by the eight terms of ``_adjustment``."""
    ends = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    x, y = ends.T
    bend = change[6] * x + change[7] * y
    move = np.column_stack(
        (
            change[0] + change[1] * x + change[2] * y + bend * x,
            change[3] + change[4] * x + change[5] * y + bend * y,
        )
    )
    start = half + ends * half
    goal = (start + move).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(start.astype(np.float32), goal), float)

"""Does a board lie between these four corners?  Its printed edges and colours tell.

Every board has a plane of its own here, so a guess needs no camera: short pieces of the printed
edges are looked for beside where the corners put them, and the corners are moved accordingly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Image, Points, Vector, sample
from companion.vision.cells.inks import LAB_WHITE
from companion.vision.geometry.camera import board_corners
from companion.vision.locate.edges import PIECE_MM, Pieces, pieces_of
from companion.vision.photometry.colour import to_lab

STEP_MM = 0.75
ALONG = 3
"""Samples across an edge, and along each piece of it."""

REACHES = (0.3, 0.2, 0.15, 0.1, 0.1)
"""How far beside its place an edge is looked for, pass by pass, as a part of a tile's width: from
farther off an edge of the next space would be taken for it."""

PIECES = 180
"""Pieces of edge looked for: many candidates are tried, and the best is refined with all."""

CLIMB_MM = (9.0, 5.0, 2.5)
"""How far a side is moved, pass by pass, when only colours tell where it might be."""

CHECK_MM = 5.0
IN_PLACE_MM = 1.2
"""An edge is in place when within ``CHECK_MM`` none is stronger than the one so near."""

FRAME_MM = 4.0
FACE_MM = 14.0
"""Every board has a dark frame; here lies its middle, and here the light face begins."""

DARK, LIGHT = (45.0, 0.0, -5.0), (88.0, 1.0, 8.0)
BRIGHT = 85

PRINTED: Mapping[tuple[str, str | None], tuple[float, float, float]] = {
    ("line", None): (92, 0, 3),
    ("floor", None): (74, 8, 11),
    ("wall", None): (74, 1, -4),
    ("wall", "blue"): (58, 5, -40),
    ("wall", "yellow"): (76, 13, 51),
    ("wall", "red"): (60, 50, 21),
    ("wall", "black"): (48, -3, -8),
    ("wall", "white"): (93, -3, -8),
    ("wall", "brown"): (57, 10, 13),
    ("wall", "cream"): (91, -1, 11),
    ("space", "any"): (89, -1, -4),
    ("space", "blue"): (61, 5, -48),
    ("space", "green"): (70, -32, 15),
    ("space", "orange"): (72, 22, 42),
    ("space", "purple"): (57, 28, -38),
    ("space", "red"): (61, 42, 19),
    ("space", "yellow"): (84, 3, 57),
    ("space", None): (89, -1, -4),
    ("corner", None): (94, -3, -3),
    ("dome", None): (87, 5, 1),
    ("dome", "any"): (72, 0, -8),
    ("dome", "special"): (99, -6, -2),
    ("mark", None): (77, 9, 6),
    ("broken", None): (77, 9, 6),
}
"""Main colours of bare spaces by kind and printed colour, L*a*b*: measured on photographed sets."""


@dataclass(frozen=True)
class Pattern:
    """What is printed: pieces of edges, and points (N, 2) mm with their colours (N, 3) L*a*b*."""

    pieces: Pieces
    points: Points
    colours: Vector


@dataclass(frozen=True)
class PrintFit:
    """Corners (4, 2) of a board in pixels, the share of its edges in place, its colours' fit."""

    corners: Points
    edges: float
    colours: float

    @property
    def score(self) -> float:
        """How well edges and colours fit together."""
        return self.edges + 0.5 * self.colours


@lru_cache(maxsize=8)
def pattern_of(board: Board) -> Pattern:
    """Return what is printed on a board, as far as its file and the usual sets tell."""
    points, colours = [], []
    for cell in board.cells:
        colour = PRINTED.get((cell.kind, cell.colour), PRINTED.get((cell.kind, None)))
        if colour is None:
            continue
        middle = np.array(cell.centre_mm)
        corners = np.array(cell.polygon_mm)
        spots = np.concatenate((middle[None], middle + 0.5 * (corners[::2] - middle)))
        points.append(spots)
        colours.append(np.tile(colour, (len(spots), 1)))
    for inset, level in ((FRAME_MM, DARK), (FACE_MM, LIGHT)):
        around = _around(board.size_mm, inset)
        points.append(around)
        colours.append(np.tile(level, (len(around), 1)))
    return Pattern(pieces_of(board, PIECES), np.concatenate(points), np.concatenate(colours))


def fit_print(image: Image, corners: Points, board: Board) -> PrintFit:
    """Return a board fitted to its printed edges, from corners (4, 2) px nearly in place."""
    pattern = pattern_of(board)
    plane = _plane(corners, board)
    for reach in REACHES:
        reach_mm = max(reach * board.tile.size_mm, 1.5)
        off, strength = _strongest(image, plane, pattern.pieces, reach_mm)
        plane = plane @ _adjustment(pattern.pieces, off, strength, board)
    return rate(image, _project(plane, board_corners(board.size_mm)), board)


def rate(image: Image, corners: Points, board: Board) -> PrintFit:
    """Return how well the print fits between corners (4, 2) px as they are."""
    pieces = pattern_of(board).pieces
    off, _ = _strongest(image, _plane(corners, board), pieces, CHECK_MM)
    share = float((np.abs(off) < IN_PLACE_MM).mean())
    return PrintFit(corners, share, colour_fit(image, corners, board))


def colour_fit(image: Image, corners: Points, board: Board) -> float:
    """Return how much the colours between four corners look like the print's, from -1 to 1."""
    pattern = pattern_of(board)
    seen = _seen(image, _plane(corners, board), pattern.points).astype(np.float32)
    white = np.maximum(np.percentile(seen, BRIGHT, axis=0), 16.0)
    lab = to_lab(np.asarray(seen / white * LAB_WHITE, np.float32))
    return _correlation(np.asarray(lab, float), pattern.colours)


def climb(image: Image, corners: Points, board: Board) -> Points:
    """Return corners (4, 2) px moved, side by side, to where the print's colours fit best."""
    size = min(board.size_mm)
    best, found = colour_fit(image, corners, board), corners
    for step in CLIMB_MM:
        for side in (*range(4), *range(4)):
            for push in (step, -step):
                moved = _pushed(found, side, push / size)
                fit = colour_fit(image, moved, board)
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


def _around(size_mm: tuple[float, float], inset: float) -> Points:
    """Return points (N, 2) all around a board, ``inset`` mm within its outline."""
    corners = board_corners(size_mm)
    inner = corners - np.sign(corners - corners.mean(axis=0)) * inset
    along = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    sides = zip(inner, np.roll(inner, -1, axis=0), strict=True)
    return np.concatenate([start + along * (end - start) for start, end in sides])


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


def _strongest(
    image: Image, plane: Vector, pieces: Pieces, reach_mm: float
) -> tuple[Vector, Vector]:
    """Return each piece's offset along its normal in mm (N,) and how strong the edge is there."""
    count = round(reach_mm / STEP_MM) + 1
    across = np.arange(-count, count + 1) * STEP_MM
    along = np.linspace(-0.35, 0.35, ALONG) * PIECE_MM
    tangents = pieces.normals[:, ::-1] * [-1.0, 1.0]
    points = (
        pieces.middles[:, None, None]
        + across[None, :, None, None] * pieces.normals[:, None, None]
        + along[None, None, :, None] * tangents[:, None, None]
    )
    seen = _seen(image, plane, points.reshape(-1, 2)).astype(np.float32)
    profile = seen.reshape(*points.shape[:3], 3).mean(axis=2)
    slope = np.abs(profile[:, 2:] - profile[:, :-2]).sum(axis=2)
    best = slope.argmax(axis=1)
    return across[1:-1][best], slope[np.arange(len(best)), best].astype(float)


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

"""Boards without brackets: from tapped corners to the printed edges.

Fingers miss by a few pixels.  The board's outline and the borders of its printed spaces are known
in millimetres, so short pieces of them are looked for beside where the taps put them, and camera
and poses are solved again from what was found (the RAPiD tracker of Harris and Stennett, for all
boards on one plane).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.boards import Board
from companion.errors import BoardNotFound
from companion.sentence import Sentence
from companion.vision.arrays import Image, Points, Vector, sample
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.vision.geometry.misses import Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, solve_table

PIECE_MM = 8.0
"""Length of a piece of edge."""

ALONG_MM = tuple((PIECE_MM * np.linspace(-0.4, 0.4, 7)).tolist())
"""Where along a piece its edge is looked at."""

STEP_MM = 2 / 3
"""Where across a piece its edge is looked for: as finely as cameras over a table see a board."""

REACHES_MM = (5.0, 2.5, 1.5)
"""How far beside its place an edge is looked for, pass by pass."""

IN_PLACE_MM = 1.2
"""How far beside its place the strongest edge may be that counts as the printed one."""

PRINT_SHARE = 0.22
"""Share of edges in place below which this is no such board: boards have 0.4 to 0.9 even in dim
light, mirrored boards, other things or nothing at all at most 0.2."""

CLEARLY = 0.07
"""By how much more must be in place in a turned board to say that it was tapped wrongly."""

TAP_NOISE_PX = 3.0
MOST = 400
"""Pieces looked for on each board: nearly all there are.  With half of them corners are a fifth of
a pixel worse; with more it would only take longer."""

EDGE_NOISE_PX = 5.0
"""Far more than one edge is off: hundreds of them err together where a printing differs."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Short pieces of printed edges: middles (N, 2) mm and unit normals (N, 2) on the board."""

    middles: Points
    normals: Points

    @property
    def tangents(self) -> Points:
        """Unit vectors (N, 2) along the pieces."""
        return self.normals[:, ::-1] * [-1.0, 1.0]

    def turned(self, quarters: int, middle_mm: float) -> Pieces:
        """Return the same on a square board turned by quarters about its middle."""
        spin = np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), quarters)
        return Pieces((self.middles - middle_mm) @ spin + middle_mm, self.normals @ spin)


@dataclass(frozen=True, eq=False)
class View:
    """A picture (H, W, 3) uint8 BGR, and where in it a board lies."""

    image: Image
    camera: Camera
    pose: Pose

    def pixels(self, board_mm: Points) -> Points:
        """Return where points (N, 2) mm of the board are seen (N, 2)."""
        return self.camera.project(self.pose.place(board_mm), BOARD_MM)


def refine(image: Image, board: Board, taps: Mapping[int, Points], optics: Optics = USUAL) -> Table:
    """Return camera and poses from tapped corners: seat -> (4, 2) pixels, a few pixels off."""
    size, sights = (image.shape[1], image.shape[0]), sights_of(taps, board)
    table = tapped(image, board, taps, optics)
    for reach in REACHES_MM:
        camera, poses = table
        seen = {
            seat: [sights[seat], measure(image, camera, poses[seat], board, reach)] for seat in taps
        }
        table = solve_table(seen, size, table, optics)
    return table


def tapped(image: Image, board: Board, taps: Mapping[int, Points], optics: Optics = USUAL) -> Table:
    """Return camera and poses from corners alone: seat -> (4, 2) pixels."""
    size, sights = (image.shape[1], image.shape[0]), sights_of(taps, board)
    return solve_table({seat: [one] for seat, one in sights.items()}, size, optics=optics)


def sights_of(
    taps: Mapping[int, Points], board: Board, noise_px: float = TAP_NOISE_PX
) -> dict[int, Sight]:
    """Return what tapped corners say, by seat: little each, but nothing else knows the outline."""
    return {
        seat: Sight(board_corners(board.size_mm), points, noise_px, BOARD_MM)
        for seat, points in taps.items()
    }


def check_print(image: Image, board: Board, table: Table) -> None:
    """Raise ``BoardNotFound`` where there is no such board between the tapped corners."""
    camera, poses = table
    for seat, pose in poses.items():
        view, pieces = View(image, camera, pose), pieces_of(board)
        upright = _share_in_place(view, pieces)
        if upright < PRINT_SHARE:
            raise BoardNotFound(
                Sentence(
                    "no board can be made out between the corners tapped for seat {seat}; tap them "
                    "again, clockwise from the board's own top left, or give more light",
                    seat=seat,
                ),
                seats=(seat,),
            )
        if _share_turned(view, pieces, board) > upright + CLEARLY:
            raise BoardNotFound(
                Sentence(
                    "the corners of seat {seat} seem to have been tapped from another corner on; "
                    "tap them again, clockwise from the board's own top left",
                    seat=seat,
                ),
                seats=(seat,),
            )


def _share_in_place(view: View, pieces: Pieces) -> float:
    """Return which share of the printed edges (0 to 1) is seen where it should be."""
    off_mm, _ = _strongest(view, pieces, REACHES_MM[0])
    return float((np.abs(off_mm) < IN_PLACE_MM).mean())


def _share_turned(view: View, pieces: Pieces, board: Board) -> float:
    """Return the same for the best of the other ways a square board may lie in its corners."""
    if board.size_mm[0] != board.size_mm[1]:
        return 0.0
    quarters = (pieces.turned(quarters, board.size_mm[0] / 2) for quarters in (1, 2, 3))
    return max(_share_in_place(view, each) for each in quarters)


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


def measure(image: Image, camera: Camera, pose: Pose, board: Board, reach_mm: float) -> Sight:
    """Find each piece beside its place, as far as ``reach_mm``."""
    pieces = pieces_of(board)
    off_mm, strength = _strongest(View(image, camera, pose), pieces, reach_mm)
    clear = strength > 0.5 * np.median(strength)
    here = pieces.middles[clear]
    there = here + off_mm[clear, None] * pieces.normals[clear]
    goal = camera.project(pose.place(there), BOARD_MM)
    beyond = camera.project(pose.place(there + pieces.normals[clear]), BOARD_MM)
    normals = beyond - goal
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Sight(here, goal, EDGE_NOISE_PX, BOARD_MM, normals)


def _strongest(view: View, pieces: Pieces, reach_mm: float) -> tuple[Vector, Vector]:
    """Return each piece's offset along its normal in mm (N,) and how strong the edge is there."""
    profiles = _profiles(view, pieces, reach_mm)
    slope = np.abs(profiles[:, 2:] - profiles[:, :-2]).sum(axis=2)
    steps = slope.shape[1]
    best = slope[:, 1:-1].argmax(axis=1) + 1
    rows = np.arange(len(best))
    left, peak, right = slope[rows, best - 1], slope[rows, best], slope[rows, best + 1]
    bend = np.maximum(2 * peak - left - right, 1e-6)
    place = best + np.clip((right - left) / (2 * bend), -0.5, 0.5)
    return (place - (steps - 1) / 2) * STEP_MM, peak.astype(float)


def _profiles(view: View, pieces: Pieces, reach_mm: float) -> Vector:
    """Return colours (N, steps, 3) across each piece, averaged along it.

    So near to a piece the picture is flat: one step beside its middle and one along it tell where
    all others are seen.
    """
    at = view.pixels(pieces.middles)
    beside = view.pixels(pieces.middles + pieces.normals) - at
    along = (view.pixels(pieces.middles + pieces.tangents) - at).astype(np.float32)
    count = round(reach_mm / STEP_MM) + 2
    across = STEP_MM * np.arange(-count, count + 1)[:, None] * beside[:, None]
    line = (at[:, None] + across).astype(np.float32)
    seen = np.zeros((*line.shape[:2], 3), np.float32)
    for mm in ALONG_MM:
        seen += sample(view.image, line + mm * along[:, None])
    return np.asarray(seen / np.float32(len(ALONG_MM)), float)

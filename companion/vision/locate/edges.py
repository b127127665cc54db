"""What tapped corners and printed edges say of where a board lies.

Fingers miss by a few pixels.  The board's outline and the borders of its printed spaces are known
in millimetres, so short pieces of them are looked for beside their places (as the RAPiD tracker of
Harris and Stennett does, here for all boards on one plane).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image, Points
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.vision.geometry.misses import Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, solve_table
from companion.vision.locate.printed_edges import NEAR_MM, pieces_of, strongest

TAP_NOISE_PX = 3.0
"""How far off a tapped corner may be: fingers miss by a few pixels."""

EDGE_NOISE_PX = 5.0
"""Far more than one edge is off: hundreds of them err together where a printing differs."""


def tapped(image: Image, board: Board, taps: Mapping[int, Points], optics: Optics = USUAL) -> Table:
    """Return camera and poses from corners alone: seat -> (4, 2) pixels."""
    size, sights = (image.shape[1], image.shape[0]), sights_of(taps, board, TAP_NOISE_PX)
    return solve_table({seat: [one] for seat, one in sights.items()}, size, optics=optics)


def sights_of(taps: Mapping[int, Points], board: Board, off_px: float) -> dict[int, Sight]:
    """Return what corners ``off_px`` off say, by seat: little, but nothing else has the outline."""
    return {
        seat: Sight(board_corners(board.size_mm), points, off_px, BOARD_MM)
        for seat, points in taps.items()
    }


def measure(image: Image, camera: Camera, pose: Pose, board: Board) -> Sight:
    """Return where pieces of printed edges are seen that lie near their places."""

    def where(board_mm: Points) -> Points:
        return camera.project(pose.place(board_mm), BOARD_MM)

    pieces = pieces_of(board)
    off_mm, strength = strongest(image, where, pieces, NEAR_MM)
    clear = strength > 0.5 * np.median(strength)
    here = pieces.middles[clear]
    there = here + off_mm[clear, None] * pieces.normals[clear]
    goal = where(there)
    normals = where(there + pieces.normals[clear]) - goal
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Sight(here, goal, EDGE_NOISE_PX, BOARD_MM, normals)

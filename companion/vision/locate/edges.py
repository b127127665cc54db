"""Boards without brackets: from tapped corners to the printed edges.

Fingers miss by a few pixels.  The board's outline and the borders of its printed spaces are known
in millimetres, so short pieces of them are looked for beside where the taps put them, and camera
and poses are solved again from what was found (the RAPiD tracker of Harris and Stennett, for all
boards on one plane).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards import Board
from companion.errors import BoardNotFound
from companion.sentence import Sentence
from companion.vision.arrays import Image, Points
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.vision.geometry.misses import Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, solve_table
from companion.vision.locate.printed_edges import (
    FAR_MM,
    NEAR_MM,
    Where,
    pieces_of,
    share_in_place,
    strongest,
)

REACHES_MM = (FAR_MM, FAR_MM / 2, NEAR_MM)
"""How far beside its place an edge is looked for, pass by pass."""

PRINT_SHARE = 0.22
"""Share of edges in place below which this is no such board: boards have 0.4 to 0.9 even in dim
light, mirrored boards, other things or nothing at all at most 0.2."""

CLEARLY = 0.07
"""By how much more must be in place in a turned board to say that it was tapped wrongly."""

TAP_NOISE_PX = 3.0

EDGE_NOISE_PX = 5.0
"""Far more than one edge is off: hundreds of them err together where a printing differs."""


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
        where, pieces = _where(camera, pose), pieces_of(board)
        upright = share_in_place(image, where, pieces)
        if upright < PRINT_SHARE:
            raise BoardNotFound(
                Sentence(
                    "no board can be made out between the corners tapped for seat {seat}; tap them "
                    "again, clockwise from the board's own top left, or give more light",
                    seat=seat,
                ),
                seats=(seat,),
            )
        if _share_turned(image, where, board) > upright + CLEARLY:
            raise BoardNotFound(
                Sentence(
                    "the corners of seat {seat} seem to have been tapped from another corner on; "
                    "tap them again, clockwise from the board's own top left",
                    seat=seat,
                ),
                seats=(seat,),
            )


def _share_turned(image: Image, where: Where, board: Board) -> float:
    """Return the same for the best of the other ways a square board may lie in its corners."""
    if board.size_mm[0] != board.size_mm[1]:
        return 0.0
    pieces, middle_mm = pieces_of(board), board.size_mm[0] / 2
    turned = (pieces.turned(quarters, middle_mm) for quarters in (1, 2, 3))
    return max(share_in_place(image, where, each) for each in turned)


def _where(camera: Camera, pose: Pose) -> Where:
    return lambda board_mm: camera.project(pose.place(board_mm), BOARD_MM)


def measure(image: Image, camera: Camera, pose: Pose, board: Board, reach_mm: float) -> Sight:
    """Find each piece beside its place, as far as ``reach_mm``."""
    pieces, where = pieces_of(board), _where(camera, pose)
    off_mm, strength = strongest(image, where, pieces, reach_mm)
    clear = strength > 0.5 * np.median(strength)
    here = pieces.middles[clear]
    there = here + off_mm[clear, None] * pieces.normals[clear]
    goal = where(there)
    normals = where(there + pieces.normals[clear]) - goal
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Sight(here, goal, EDGE_NOISE_PX, BOARD_MM, normals)

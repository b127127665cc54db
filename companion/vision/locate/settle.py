"""Boards put where their spaces are seen: what the cells say of their own places, for all at once.

The outline and the borders of a print may lie elsewhere than the board's file has them, or be
outdone by its ornaments.  The trained eyes say of every window how far its space lies beside the
middle, whatever the printing; camera and poses are solved again from all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Image, Points
from companion.vision.cells.layout import layout_of
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.reading import glance
from companion.vision.cells.said import Answers
from companion.vision.cells.seen import nothing_bare, see_cells
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose
from companion.vision.geometry.misses import SHARP_PX, Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, solve_table
from companion.vision.locate.edges import TAP_NOISE_PX, measure, sights_of
from companion.vision.locate.printed_edges import NEAR_MM

TOGETHER = 8.0
"""How many times worse than each cell says it is they all are together: they err alike where a
printing has its spaces elsewhere."""

ROUGH_NOISE_PX, ROUGH_ROUNDS = 12.0, 3
"""How far off corners may be that nobody tapped, and how often the cells are asked then: corners
8 mm off come to lie within 1 mm."""


def settle(
    image: Image,
    board: Board,
    taps: Mapping[int, Points],
    table: Table,
    optics: Optics = USUAL,
    *,
    rough: bool = False,
) -> Table:
    """Return camera and poses as taps and cells of the boards in a picture (H, W, 3) have them.

    First without the edges of the print, because they may lie; then with those that are near, which
    are sharper.  ``rough`` taps are no people's: they lie farther off, so the cells are asked again
    and again, from ever nearer.
    """
    size = (image.shape[1], image.shape[0])
    tapped = sights_of(taps, board, ROUGH_NOISE_PX if rough else TAP_NOISE_PX)
    for _ in range(ROUGH_ROUNDS if rough else 1):
        cells = _asked(image, board, table)
        seen = {seat: [tapped[seat], each] for seat, each in cells.items()}
        table = solve_table(seen, size, table, optics)
    camera, poses = table
    for seat, pose in poses.items():
        seen[seat].append(measure(image, camera, pose, board, NEAR_MM))
    return solve_table(seen, size, table, optics)


def _asked(image: Image, board: Board, table: Table) -> dict[int, Sight]:
    """Return where the cells of each board say that their spaces are seen."""
    camera, poses = table
    cells = [see_cells(image, camera, pose, board) for pose in poses.values()]
    said = glance(board, cells, [nothing_bare(board)] * len(poses), NOTHING_KNOWN)
    pairs = zip(poses.items(), said, strict=True)
    return {seat: _sight(camera, pose, board, answers) for (seat, pose), answers in pairs}


def _sight(camera: Camera, pose: Pose, board: Board, said: Answers) -> Sight:
    """Return where the spaces of a board are seen, and how surely."""
    layout = layout_of(board)
    there = layout.middles + layout.in_mm(said.off.astype(float))
    pixels = camera.project(pose.place(there), BOARD_MM)
    beside = camera.project(pose.place(there + [1.0, 0.0]), BOARD_MM)
    per_mm = np.linalg.norm(beside - pixels, axis=1)
    noise = np.maximum(said.scatter * board.tile.size_mm * per_mm, SHARP_PX) * TOGETHER
    return Sight(layout.middles, pixels, noise[:, None], BOARD_MM)

"""Boards put where their spaces are seen: what the cells say of their own places, for all at once.

The outline and the borders of a print may lie elsewhere than the board's file has them, or be
outdone by its ornaments.  The trained eyes say of every window how far its space lies beside the
middle, whatever the printing; camera and poses are solved again from all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards import Board
from companion.errors import BoardNotFound
from companion.sentence import Sentence
from companion.vision.arrays import Image, Points
from companion.vision.cells.layout import layout_of
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.reading import glance
from companion.vision.cells.said import Answers
from companion.vision.cells.seen import SeenCells, nothing_bare, see_cells
from companion.vision.chosen import ASKINGS, SHARP_PX, TAP_NOISE_PX, TOGETHER
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.vision.geometry.misses import Sight
from companion.vision.geometry.optics import USUAL, Optics
from companion.vision.geometry.solve import Table, outlines, solve_table


@dataclass(frozen=True)
class Told:
    """The cells of a board as they are seen where it may lie, and what they say."""

    seen: SeenCells
    said: Answers

    @property
    def fits(self) -> float:
        """The mean logit of a cell that it is a space of the game: below 0 rather not."""
        return float(self.said.fits[self.seen.inside].mean()) if self.seen.inside.any() else -np.inf

    @property
    def astray(self) -> float:
        """How far spaces lie beside their places on average, in tiles."""
        return float(np.linalg.norm(self.said.off, axis=1).mean())


def settle(
    image: Image,
    board: Board,
    taps: Mapping[int, Points],
    optics: Optics = USUAL,
    off_px: float = TAP_NOISE_PX,
) -> Table:
    """Return where the boards in a picture (H, W, 3) lie by taps and cells.

    Taps may be ``off_px`` off.
    """
    size, corners = (image.shape[1], image.shape[0]), sights_of(taps, board, off_px)
    table = solve_table({seat: [one] for seat, one in corners.items()}, size, optics=optics)
    for _ in range(ASKINGS):
        camera, poses = table
        told = ask(image, board, table)
        seen = {s: [corners[s], _sight(camera, poses[s], board, told[s].said)] for s in poses}
        table = solve_table(seen, size, table, optics)
    return table


def ask(image: Image, board: Board, table: Table) -> dict[int, Told]:
    """Return what the cells of each board say of themselves, by seat."""
    camera, poses = table
    cells = see_cells(image, camera, poses, board)
    seen = cells_of(list(cells.values()), [nothing_bare(board)] * len(poses))
    said = glance(board, [seen], NOTHING_KNOWN)
    pairs = zip(cells.items(), said, strict=True)
    return {seat: Told(seen, answers) for (seat, seen), answers in pairs}


def ask_between(image: Image, board: Board, corners: Points) -> Told:
    """Return what the cells of a board say that lies between these corners (4, 2)."""
    size, sights = (image.shape[1], image.shape[0]), sights_of({0: corners}, board, TAP_NOISE_PX)
    return ask(image, board, solve_table({0: [sights[0]]}, size))[0]


def sights_of(taps: Mapping[int, Points], board: Board, off_px: float) -> dict[int, Sight]:
    """Return what corners ``off_px`` off say, by seat: little, but nothing else has the outline."""
    return {
        seat: Sight(board_corners(board.size_mm), points, off_px, BOARD_MM)
        for seat, points in taps.items()
    }


def check_cells(image: Image, board: Board, table: Table, *, any_print: bool = False) -> None:
    """Raise ``BoardNotFound`` where there is no such board between the tapped corners.

    With ``any_print`` one is let through that shows none of the game's spaces whichever way round:
    what is seen of it is said to be unknown.
    """
    camera, poses = table
    for seat, corners in outlines(table, board.size_mm).items():
        alone = camera, {seat: poses[seat]}  # beside a true board even none seems to be one
        if ask(image, board, alone)[seat].fits > 0:
            continue
        ways = (np.roll(corners, turn, axis=0) for turn in (1, 2, 3))
        if any(ask_between(image, board, way).fits > 0 for way in ways):
            said = Sentence(
                "the corners of seat {seat} seem to have been tapped from another corner on; "
                "tap them again, clockwise from the board's own top left",
                seat=seat,
            )
        elif any_print:
            continue
        else:
            said = Sentence(
                "no board of this game can be made out between the corners tapped for seat {seat}; "
                "check the game and the board's side, tap them again, clockwise from the board's "
                "own top left, or give more light",
                seat=seat,
            )
        raise BoardNotFound(said, seats=(seat,))


def _sight(camera: Camera, pose: Pose, board: Board, said: Answers) -> Sight:
    """Return where the spaces of a board are seen, and how surely."""
    layout = layout_of(board)
    there = layout.middles + layout.in_mm(said.off.astype(float))
    pixels = camera.project(pose.place(there), BOARD_MM)
    beside = camera.project(pose.place(there + [1.0, 0.0]), BOARD_MM)
    per_mm = np.linalg.norm(beside - pixels, axis=1)
    noise = np.maximum(said.scatter * board.tile.size_mm * per_mm, SHARP_PX) * TOGETHER
    return Sight(layout.middles, pixels, noise[:, None], BOARD_MM)

"""Boards put where their spaces are seen: what the cells say of their own places, for all at once.

The outline and the borders of a print may lie elsewhere than the board's file has them, or be
outdone by its ornaments.  The trained eyes say of every window how far its space lies beside the
middle, whatever the printing; camera and poses are solved again from all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.chosen_numbers import ASKINGS, NEAR_MM, SHARP_PX, TAP_NOISE_PX, TOGETHER
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.geometry.misses import Sight
from companion.geometry.optics import PERHAPS_CUT, Optics
from companion.geometry.solve import Table, solve_table
from companion.neural_network.attention import Answers
from companion.neural_network.slots import tile_cells
from companion.vision.cells.looks import NOTHING_KNOWN
from companion.vision.cells.picture_cells import PictureCells, cells_of
from companion.vision.cells.recognition import glance
from companion.vision.cells.seen import SeenCells, nothing_bare, see_cells
from companion.vision.cells.windows import layout_of

SAMPLE = 10
"""Cells of which a patch is asked whether it is a board, and which way round."""


@dataclass(frozen=True)
class Told:
    """The cells of a board as they are seen where it may lie, and what they say.

    They are compared with those of all boards that were asked with it.
    """

    board: Board
    seen: SeenCells
    described: PictureCells
    said: Answers

    @property
    def fits(self) -> float:
        """The mean logit of a cell that it is a space of the game: below 0 rather not."""
        return float(self.said.fits[self.seen.inside].mean()) if self.seen.inside.any() else -np.inf

    @property
    def astray(self) -> float:
        """How far spaces lie beside their places on average, in tiles."""
        return float(np.linalg.norm(self.said.off, axis=1).mean())

    @property
    def is_sharp(self) -> bool:
        """Whether the cells can say where their spaces lie: to half of ``NEAR_MM``, on average.

        A mug may seem to be a board of one colour, but nobody can say where its spaces lie.
        """
        scatter = float(np.exp(np.log(self.said.scatter).mean()))
        return 2 * scatter * self.board.tile.size_mm < NEAR_MM

    @property
    def spaces_mm(self) -> Points:
        """Where on the board the middles (N, 2) of its spaces seem to be, in mm."""
        layout = layout_of(self.board)
        return np.asarray(layout.middles + layout.in_mm(self.said.off.astype(float)), float)

    def alone(self) -> Told:
        """Return the same compared with no other board.

        Beside a true board even a piece of table seems to be one.
        """
        return replace(self, said=glance(self.board, self.described, NOTHING_KNOWN)[0])


@dataclass(frozen=True)
class Tapped:
    """Boards as they lie by tapped corners alone: the ``corners`` and what cells say, by seat."""

    board: Board
    corners: Mapping[int, Sight]
    optics: Optics
    table: Table
    told: Mapping[int, Told]

    def loosened(self) -> Tapped:
        """Return the same corners, which tell nothing against the cells."""
        corners = {s: replace(each, noise_px=np.inf) for s, each in self.corners.items()}
        return replace(self, corners=corners)


def as_tapped(
    image: Image,
    board: Board,
    taps: Mapping[int, Points],
    optics: Optics = PERHAPS_CUT,
    off_px: float = TAP_NOISE_PX,
) -> Tapped:
    """Return the boards in a picture (H, W, 3) as they lie by ``taps``, which may be so far off.

    Corners alone leave the lens's bend as it is expected to be.
    """
    size = (image.shape[1], image.shape[0])
    at = board_corners(board.size_mm)
    corners = {seat: Sight(at, points, off_px, BOARD_MM) for seat, points in taps.items()}
    table = by_corners(corners, size, optics)
    return Tapped(board, corners, optics, table, ask(image, board, table))


def by_corners(corners: Mapping[int, Sight], size: tuple[int, int], optics: Optics) -> Table:
    """Return where boards lie by their ``corners`` alone, by seat, in a picture of ``size``."""
    sights = {seat: [each] for seat, each in corners.items()}
    return solve_table(sights, size, optics=optics.fitting(size).held_bend())


def settle(image: Image, start: Tapped) -> Table:
    """Return where the boards in a picture (H, W, 3) lie by corners and cells."""
    table = nearer(image, start, start.table, start.told)
    for _ in range(ASKINGS - 1):
        table = nearer(image, start, table, ask(image, start.board, table))
    return table


def nearer(image: Image, start: Tapped, table: Table, told: Mapping[int, Told]) -> Table:
    """Return where boards lie by corners and what cells ``told`` where the ``table`` has them."""
    camera, poses = table
    sights = {
        seat: [corners, _sight(camera, poses[seat], told[seat])]
        for seat, corners in start.corners.items()
    }
    return solve_table(sights, (image.shape[1], image.shape[0]), table, start.optics)


def ask(image: Image, board: Board, table: Table, *, apart: bool = False) -> dict[int, Told]:
    """Return what the cells of each board say of themselves, by seat.

    All are compared with each other, or each board ``apart`` from the others.
    """
    camera, poses = table
    seen = see_cells(image, camera, poses, board)
    cells = cells_of(list(seen.values()), [nothing_bare(board)] * len(poses))
    described = cells.board_by_board(board)
    compared = described if apart else [cells]
    said = [each for some in compared for each in glance(board, some, NOTHING_KNOWN)]
    each = zip(seen.items(), described, said, strict=True)
    return {seat: Told(board, mine, own, answers) for (seat, mine), own, answers in each}


def tile_px(corners: Points, board: Board) -> float:
    """Return how long a tile's side is seen on a board with these corners (4, 2)."""
    across = float(np.linalg.norm(corners[0] - corners[1]))
    return board.tile.size_mm / board.size_mm[0] * across


@lru_cache(maxsize=16)
def few_cells(board: Board) -> Board:
    """Return the board with only a few of its cells, from all over it: quick to ask."""
    cells = tile_cells(board)
    few = np.linspace(0, len(cells) - 1, SAMPLE).round().astype(int)
    return replace(board, cells=tuple(cells[n] for n in few))


def _sight(camera: Camera, pose: Pose, told: Told) -> Sight:
    """Return where the spaces of a board are seen, and how surely."""
    there, tile_mm = told.spaces_mm, told.board.tile.size_mm
    pixels = camera.project(pose.place(there), BOARD_MM)
    beside = camera.project(pose.place(there + [1.0, 0.0]), BOARD_MM)
    per_mm = np.linalg.norm(beside - pixels, axis=1)
    noise = np.maximum(told.said.scatter * tile_mm * per_mm, SHARP_PX) * TOGETHER
    return Sight(layout_of(told.board).middles, pixels, noise[:, None], BOARD_MM)

"""The cells of a board as a picture shows them, and as they were when they lay bare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Mask, Vector
from companion.boards import Board
from companion.chosen_numbers import CUT_OFF, MOSTLY
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.neural_network.encoders import FACE_SIDE, SIDE, Windows, describe_faces, face_of
from companion.neural_network.slots import KINDS, ROUND, SHAPES, SLOTS, STACK, slot_of, tile_cells
from companion.neural_network.weights import Array, weights
from companion.vision.cells.windows import KEPT, cut_windows, layout_of, leans_of
from companion.vision.photometry.white import WHITE_LEVEL, under_white, whites_of


@dataclass(frozen=True, eq=False)
class SeenCells:
    """The cells of one board in a picture: windows at both heights, under the board's white.

    ``paper`` (3,) is that white; ``kinds`` (N,) are numbers; ``leans`` (N, 2) in tiles; ``inside``
    (N,) tells which cells the picture shows whole; ``white`` (N,) is what share of a tile's top
    there would be as white as the camera can tell; ``raw`` are the tops'
    faces as the camera shows them.
    """

    paper: Vector
    base: Windows
    top: Windows
    kinds: NDArray[np.int64]
    leans: Vector
    inside: Mask
    white: Vector
    raw: Windows

    @property
    def lit(self) -> Mask:
        """Which cells (N,) are mostly burnt white, by a lamp that a top there or print mirrors."""
        return np.asarray(self.white > MOSTLY)

    @cached_property
    def brightest(self) -> float:
        """The level of the fourth brightest top that no lamp burns: few are so by chance."""
        middle = slice(FACE_SIDE // 4, -FACE_SIDE // 4, 3)  # a median of all pixels takes long
        pixels = self.raw[:, middle, middle].reshape(len(self.raw), -1, 3)
        levels = np.median(pixels, axis=1).max(axis=1)
        return float(np.sort(np.where(levels < CUT_OFF, levels, 0))[-4])


@dataclass(frozen=True, eq=False)
class BareCells:
    """What is known of one board's cells without tiles.

    ``windows`` (N, SIDE, SIDE, 3) of those that are ``given`` (N,), black for the others;
    ``printed`` are the slots (N,) of what is known to be printed there, ``SLOTS`` for unknown;
    ``print_share`` (3,) is what of white the board's lightest print has: ones where it is paper.
    """

    windows: Windows
    given: Mask
    printed: NDArray[np.int64]
    print_share: Vector

    @cached_property
    def described(self) -> Array:
        """What is to be said (N, F) of the bare faces; of no use where none is given."""
        return describe_faces(face_of(self.windows), weights())

    def with_cells(self, which: Mask, windows: Windows) -> BareCells:
        """Return the same with the cells ``which`` (N,) as ``windows`` show them bare."""
        fresh = np.where(which[:, None, None, None], windows, self.windows)
        return replace(self, windows=fresh, given=self.given | which)

    def with_print_share(self, share: Vector) -> BareCells:
        """Return the same with the lightest print a ``share`` (3,) of white, the white with it."""
        windows = under_white(self.windows, WHITE_LEVEL * self.print_share / share)
        return replace(self, windows=windows, print_share=share)

    def without(self, which: Mask) -> BareCells:
        """Return the same with the cells ``which`` (N,) not known any more: covered anew."""
        black = np.where(which[:, None, None, None], np.uint8(0), self.windows)
        return replace(self, windows=black, given=self.given & ~which)

    def with_prints(self, prints: Mapping[int, int]) -> BareCells:
        """Return the same with the slots of some cells' prints, by the cells' numbers."""
        printed = self.printed.copy()
        for cell, slot in prints.items():
            printed[cell] = slot
        return replace(self, printed=printed)


def nothing_bare(board: Board) -> BareCells:
    """Return what is known before a board was ever seen without tiles: what its file tells."""
    cells = tile_cells(board)
    printed = [SLOTS if cell.kind == "dome" else slot_of(cell.colour, board) for cell in cells]
    black = np.zeros((len(cells), SIDE, SIDE, 3), np.uint8)
    return BareCells(black, np.zeros(len(cells), bool), np.array(printed), np.ones(3))


def see_cells(
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    board: Board,
    stacked: float = 1.0,
    prints: Mapping[int, Vector] | None = None,
) -> dict[int, SeenCells]:
    """Return the cells of the boards at ``poses``, by seat, in a picture (H, W, 3) uint8 BGR.

    Where tiles are stacked, their top is looked for so many tiles (``stacked``) above the print;
    ``prints`` tell of boards that are dark all over what share of white (3,) their print has.
    """
    whites = whites_of(image, camera, poses, board, prints)
    return {s: _see_board(image, camera, p, board, whites[s], stacked) for s, p in poses.items()}


def _see_board(
    image: Image, camera: Camera, pose: Pose, board: Board, white: Vector, stacked: float
) -> SeenCells:
    """Return the cells of the board at ``pose``, under its ``white`` (3,)."""
    layout, heights = layout_of(board), (BOARD_MM, BOARD_MM + board.tile.height_mm)
    base, top = (cut_windows(image, camera, pose, layout, mm) for mm in heights)
    kinds = np.array([KINDS.index(cell.kind) for cell in layout.cells])
    if stacks := layout_of(board, STACK):
        above_mm = BOARD_MM + stacked * board.tile.height_mm
        top[kinds == KINDS.index(STACK)] = cut_windows(image, camera, pose, stacks, above_mm)
    top_under_white = under_white(top, white)
    leans, inside = _stand((image.shape[1], image.shape[0]), camera, pose, board)
    cut = _cut_off(face_of(top), face_of(top_under_white))
    whites = cut.reshape(len(cut), -1) @ _filled(board.tile.shape)
    base, raw = under_white(base, white), face_of(top)
    return SeenCells(white, base, top_under_white, kinds, leans, inside, whites, raw)


def _cut_off(faces: Windows, under: Windows) -> Mask:
    """Tell which pixels (N, H, W) of faces are cut off in each channel, or brighter than paper.

    Under a warm lamp red is cut off long before blue; the rest of a mirrored lamp then looks green.
    """
    cut = (faces >= CUT_OFF) | (under >= CUT_OFF)
    return np.asarray(cut[..., 0] & cut[..., 1] & cut[..., 2])  # far quicker than ``all``


@lru_cache(maxsize=len(SHAPES))
def _filled(shape: str) -> Vector:
    """Return which part (H * W,) of a top each pixel of its face is: a round one has no corners."""
    x, y = (2 * np.indices((FACE_SIDE, FACE_SIDE)) + 1) / FACE_SIDE - 1
    within = (np.hypot(x, y) < 1) | (shape != ROUND)
    return np.asarray(within / within.sum()).reshape(-1)


@lru_cache(maxsize=KEPT)
def _stand(size: tuple[int, int], camera: Camera, pose: Pose, board: Board) -> tuple[Vector, Mask]:
    """Return how tiles on the cells lean (N, 2), and which cells (N,) lie wholly in the picture.

    Kept for boards that lie still.  ``size`` is the picture's width and height.
    """
    layout, heights = layout_of(board), (BOARD_MM, BOARD_MM + board.tile.height_mm)
    places = pose.place(layout.corners(0.5))
    within = camera.shows(places, heights[0], size) & camera.shows(places, heights[1], size)
    inside = within.reshape(-1, 4).all(axis=1)
    return leans_of(camera, pose, layout, heights), np.asarray(inside)

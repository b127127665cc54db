"""From the pictures of all boards to what lies on their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Image, Mask, Vector
from companion.vision.cells.comparing import (
    Answers,
    compare,
    enter_cells,
    enter_colours,
    enter_examples,
)
from companion.vision.cells.encoders import describe_cells, describe_faces, face_of
from companion.vision.cells.layout import layout_of
from companion.vision.cells.looks import Looks
from companion.vision.cells.slots import (
    KINDS,
    SHAPES,
    SLOTS,
    names_of,
    slot_of,
    tile_cells,
)
from companion.vision.cells.weights import Array, weights
from companion.vision.cells.windows import SIDE, Windows, cut_windows, leans_of
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose
from companion.vision.photometry.white import under_white, white_of

BURNT = 242
"""Level of every channel from which on a camera shows white, whatever is there; with its noise."""

MOSTLY = 0.6
"""Share of a top that must be burnt before its colour cannot be told."""


@dataclass(frozen=True, eq=False)
class SeenCells:
    """The cells of one board in a picture: windows at both heights, under the board's white.

    ``leans`` (N, 2) in tiles; ``inside`` (N,) tells which cells the picture shows whole, ``burnt``
    (N,) at which of them a tile's top would be as white as the camera can tell.
    """

    base: Windows
    top: Windows
    leans: Vector
    inside: Mask
    burnt: Mask


@dataclass(frozen=True, eq=False)
class BareCells:
    """What is known of one board's cells without tiles.

    ``windows`` (N, SIDE, SIDE, 3) of those that are ``given`` (N,), black for the others;
    ``printed`` are the slots (N,) of what is known to be printed there, ``SLOTS`` for unknown.
    """

    windows: Windows
    given: Mask
    printed: NDArray[np.int64]

    @cached_property
    def described(self) -> Array:
        """What is to be said (N, F) of the bare faces; of no use where none is given."""
        return describe_faces(face_of(self.windows), weights())

    def with_cells(self, which: Mask, windows: Windows) -> BareCells:
        """Return the same with the cells ``which`` (N,) as ``windows`` show them bare."""
        fresh = np.where(which[:, None, None, None], windows, self.windows)
        return replace(self, windows=fresh, given=self.given | which)

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
    return BareCells(black, np.zeros(len(cells), bool), np.array(printed))


def see_cells(image: Image, camera: Camera, pose: Pose, board: Board) -> SeenCells:
    """Return the cells of the board at ``pose`` in a picture (H, W, 3) uint8 BGR."""
    layout, heights = layout_of(board), (BOARD_MM, BOARD_MM + board.tile.height_mm)
    white = white_of(image, camera, pose, board)
    base, top = (cut_windows(image, camera, pose, layout, mm) for mm in heights)
    burnt = (face_of(top).min(axis=-1) >= BURNT).mean(axis=(1, 2)) > MOSTLY
    leans = leans_of(camera, pose, layout, heights)
    inside = _inside(image, camera, pose, board)
    return SeenCells(under_white(base, white), under_white(top, white), leans, inside, burnt)


def read_cells(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return what is said of the cells of each board in a picture, all compared with each other."""
    if not seen:
        return []
    w, count = weights(), len(tile_cells(board))
    told = np.concatenate([_told(*each) for each in zip(seen, bare, strict=True)])
    given = np.concatenate([each.given for each in bare]).astype(np.float32)
    kinds = np.array([KINDS.index(cell.kind) for cell in tile_cells(board)] * len(seen))
    printed = np.concatenate([each.printed for each in bare])
    leans = np.concatenate([each.leans for each in seen]).astype(np.float32)
    cells = enter_cells(told, given, leans, kinds, SHAPES.index(board.tile.shape), printed, w)
    slots = np.array([slot_of(colour, board) for colour in looks.colours], np.int64)
    known = enter_examples(looks.described, slots, w)
    answers = compare(cells, enter_colours(names_of(board), w), known, w)
    return [_part(answers, n * count, (n + 1) * count) for n in range(len(seen))]


def name_loose(tops: Windows, board: Board, boards: Sequence[Array], looks: Looks) -> Answers:
    """Return what is said of tiles beside the boards, from their windows (N, ...) alone.

    They are compared with the cells of the boards in the same picture, by their tokens.
    """
    w, count = weights(), len(tops)
    black = np.zeros_like(tops)
    told = np.hstack(
        (
            describe_cells(black, tops, black, w),
            describe_faces(face_of(tops), w),
            describe_faces(face_of(black), w),
        )
    )
    kinds, unknown = np.full(count, KINDS.index("loose")), np.full(count, SLOTS)
    shape, nothing = SHAPES.index(board.tile.shape), np.zeros(count, np.float32)
    loose = enter_cells(told, nothing, np.zeros((count, 2), np.float32), kinds, shape, unknown, w)
    slots = np.array([slot_of(colour, board) for colour in looks.colours], np.int64)
    known = enter_examples(looks.described, slots, w)
    answers = compare(np.concatenate((loose, *boards)), enter_colours(names_of(board), w), known, w)
    return _part(answers, 0, count)


def _told(seen: SeenCells, bare: BareCells) -> Array:
    """Return what the windows of one board's cells say (N, E + 2F)."""
    w = weights()
    cells = describe_cells(seen.base, seen.top, bare.windows, w)
    tops = describe_faces(face_of(seen.top), w)
    if bare.given.all():
        return np.hstack((cells, tops, bare.described))
    prints = np.where(bare.given[:, None, None, None], bare.windows, seen.base)
    return np.hstack((cells, tops, describe_faces(face_of(prints), w)))


def _part(answers: Answers, start: int, end: int) -> Answers:
    return Answers(*(getattr(answers, each.name)[start:end] for each in fields(Answers)))


def _inside(image: Image, camera: Camera, pose: Pose, board: Board) -> Mask:
    """Return which cells (N,) lie wholly in the picture, print and top of a tile."""
    places = pose.place(layout_of(board).corners(0.5))
    size = np.array(image.shape[1::-1])
    seen = [camera.project(places, mm) for mm in (BOARD_MM, BOARD_MM + board.tile.height_mm)]
    within = [((each >= -0.5) & (each <= size - 0.5)).all(axis=1) for each in seen]
    return np.asarray((within[0] & within[1]).reshape(-1, 4).all(axis=1))

"""The cells of boards in one picture, and what is to be said of each of them alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Mask, Vector
from companion.vision.cells.comparing import Slots, enter_cells, with_rows
from companion.vision.cells.encoders import describe_cells, describe_faces, face_of
from companion.vision.cells.layout import layout_of
from companion.vision.cells.seen import BareCells, SeenCells
from companion.vision.cells.slots import SHAPES, tile_cells
from companion.vision.cells.weights import Array, weights
from companion.vision.cells.windows import MIRRORINGS, Windows, mirrored
from companion.vision.chosen import ALIKE

LIKELIER = 0.5
"""Chance from which on a cell lies bare likelier than not."""


@dataclass(frozen=True, eq=False)
class PictureCells:
    """The cells of one board or several: their windows, and what is to be said of these.

    Windows (N, ...) are at the print's height (``base``), at a tile's ``top``, and as the cells
    look ``bare``.  ``told`` (N, E) is what is to be said of all three, ``faces`` (N, F) of the top,
    ``prints`` (N, F) of the bare one, ``spaces`` (N, F) of what these boards themselves show bare.
    ``given``, ``leans``, ``kinds``, ``printed`` and ``inside`` are as in ``SeenCells`` and
    ``BareCells``.
    """

    base: Windows
    top: Windows
    bare: Windows
    told: Array
    faces: Array
    prints: Array
    spaces: Array
    given: Mask
    leans: Vector
    kinds: Slots
    printed: Slots
    inside: Mask

    def looked_at_again(self, which: Mask) -> PictureCells:
        """Return the cells ``which`` (N,), with means of all looks at their windows and faces."""
        few = self._part(which)
        others = [mirrored(each) for each in (few.base, few.top, few.bare)]
        return replace(
            few,
            told=_mean(few.told, describe_cells(others, weights())),
            faces=_mean(few.faces, describe_faces(face_of(others[1]), weights())),
        )

    def board_by_board(self, board: Board) -> list[PictureCells]:
        """Return the cells of each board."""
        count = len(tile_cells(board))
        return [self._part(slice(n, n + count)) for n in range(0, len(self.kinds), count)]

    def _part(self, which: Mask | slice) -> PictureCells:
        return PictureCells(*(getattr(self, f.name)[which] for f in fields(self)))

    def not_seen_bare(self, which: Mask) -> PictureCells:
        """Return the same as if the cells ``which`` (N,) had never been seen bare."""
        black = np.zeros_like(self.bare[which])
        return self._with_bare(which, black, face_of(self.base[which]), given=False)

    def seen_elsewhere(self, chances: Array, board: Board) -> PictureCells:
        """Return the same with cells never seen bare as the board shows them that does surest.

        ``chances`` (B, N / B) are those that cells lie bare in this picture, board by board.  All
        boards of a set have one print; those that have another show nothing of each other.
        """
        given, inside = (each.reshape(chances.shape) for each in (self.given, self.inside))
        chances = np.where(inside, chances, 0.0)
        clear = np.where(self._leant_over(chances < LIKELIER, board), 0.0, chances)
        shown, count = np.where(given, 1.0, clear), chances.shape[1]
        alike = self._alike(given | (chances > LIKELIER))
        others = np.where(alike[:, :, None], shown, 0.0)
        which = (others.max(axis=1) > LIKELIER).reshape(-1) & ~self.given
        place = (others.argmax(axis=1) * count + np.arange(count)).reshape(-1)[which]
        bare = np.where(self.given[place, None, None, None], self.bare[place], self.base[place])
        return self._with_bare(which, bare, face_of(bare), given=True)

    def _leant_over(self, tiles: Mask, board: Board) -> Mask:
        """Tell before which cells (B, N / B) another one's tile seems to lean; ``tiles`` likewise.

        What a tile hides is no part of a bare space.
        """
        layout, over = layout_of(board), np.zeros(tiles.shape, bool)
        numbers = np.arange(len(layout))
        for seat, leans in enumerate(self.leans.reshape(*tiles.shape, 2)):
            for tile in np.flatnonzero(tiles[seat]):
                top = layout.middles[tile] + layout.in_mm(leans)[tile]
                near = (np.abs(layout.in_tiles(top - layout.middles)) < 1).all(axis=1)
                over[seat] |= near & (numbers != tile)
        return over

    def _alike(self, bare: Mask) -> Mask:
        """Tell which boards (B, B) have one print, by the cells ``bare`` (B, N / B) on both.

        What is between all of them alike is between their lights, not between their prints.
        """
        spaces = self.spaces.reshape(*bare.shape, -1)
        alike = np.zeros((len(bare), len(bare)), bool)
        for one, other in combinations(range(len(bare)), 2):
            both = bare[one] & bare[other]
            alike[one, other] = alike[other, one] = (
                both.sum() > 1 and _scatter(spaces[one, both] - spaces[other, both]) < ALIKE
            )
        return alike

    def _with_bare(
        self, which: Mask, bare: Windows, faces: Windows, *, given: bool
    ) -> PictureCells:
        """Return the same with other ``bare`` windows of cells ``which`` (N,), seen so or not."""
        if not which.any():
            return self
        told = describe_cells((self.base[which], self.top[which], bare), weights())
        return replace(
            self,
            bare=with_rows(self.bare, which, bare),
            told=with_rows(self.told, which, told),
            prints=with_rows(self.prints, which, describe_faces(faces, weights())),
            given=(self.given | which) if given else (self.given & ~which),
        )

    def tokens(self, board: Board) -> Array:
        """Return the cells' tokens (N, D), as they go into the comparison."""
        told = np.hstack((self.told, self.faces, self.prints))
        floats = (self.given.astype(np.float32), self.leans.astype(np.float32))
        shape = SHAPES.index(board.tile.shape)
        return enter_cells(told, *floats, self.kinds, shape, self.printed, weights())


def cells_of(seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> PictureCells:
    """Return the cells of all boards after one look at each."""
    w = weights()
    windows = _joined(seen, "base"), _joined(seen, "top"), _joined(bare, "windows")
    prints = np.concatenate([_prints_told(*each) for each in zip(seen, bare, strict=True)])
    return PictureCells(
        *windows,
        describe_cells(windows, w),
        describe_faces(face_of(windows[1]), w),
        prints,
        prints,
        _joined(bare, "given"),
        _joined(seen, "leans"),
        _joined(seen, "kinds"),
        _joined(bare, "printed"),
        _joined(seen, "inside"),
    )


def joined(boards: Sequence[PictureCells]) -> PictureCells:
    """Return the cells of all ``boards``."""
    names = (field.name for field in fields(PictureCells))
    return PictureCells(*(_joined(boards, name) for name in names))


def _prints_told(seen: SeenCells, bare: BareCells) -> Array:
    """Return what the bare faces (N, F) of one board say; of cells never seen bare, those now."""
    if bare.given.all():
        return bare.described
    prints = np.where(bare.given[:, None, None, None], bare.windows, seen.base)
    return describe_faces(face_of(prints), weights())


def _scatter(away: Array) -> float:
    """Return how far two boards' spaces (N > 1, F) are ``away`` from each other but for light."""
    count = len(away)
    apart = np.linalg.norm(away - np.median(away, axis=0), axis=1)
    return float(np.median(apart) * (count / (count - 1)) ** 0.5)


def _mean(first: Array, more: Array) -> Array:
    """Return the mean (N, F) of a ``first`` look and ``more`` (MIRRORINGS * N, F) at each cell."""
    others = more.reshape(MIRRORINGS, *first.shape)
    return np.asarray((first + others.sum(axis=0)) / (1 + MIRRORINGS))


def _joined(boards: Sequence[Any], name: str) -> NDArray[Any]:
    return np.concatenate([getattr(each, name) for each in boards])

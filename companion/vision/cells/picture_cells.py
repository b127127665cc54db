"""The cells of boards in one picture, and what is to be said of each of them alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask, Vector
from companion.boards import Board
from companion.neural_network.attention import Slots, enter_cells, with_rows
from companion.neural_network.encoders import Windows, describe_cells, describe_faces, face_of
from companion.neural_network.mirrorings import MIRRORINGS, mirrored
from companion.neural_network.slots import SHAPES, tile_cells
from companion.neural_network.weights import Array, weights
from companion.vision.cells.seen import BareCells, SeenCells


@dataclass(frozen=True, eq=False)
class PictureCells:
    """The cells of one board or several: their windows, and what is to be said of these.

    Windows (N, ...) are at the print's height (``base``), at a tile's ``top``, and as the cells
    look ``bare``.  ``told`` (N, E) is what is to be said of all three, ``faces`` (N, F) of the top,
    ``prints`` (N, F) of the bare one, ``spaces`` (N, F) of what these boards themselves show bare.
    ``given``, ``leans``, ``kinds``, ``printed`` and ``inside`` are as in ``SeenCells`` and
    ``BareCells``; of what is ``given``, ``own`` (N,) was seen bare on the very board.
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
    own: Mask

    @property
    def faces_of_spaces(self) -> Windows:
        """The faces (N, FACE_SIDE, FACE_SIDE, 3) of the spaces, bare where they were seen so."""
        return _faces_of_spaces(self.base, self.bare, self.given)

    def looked_at_again(self, which: Mask) -> PictureCells:
        """Return the cells ``which`` (N,), with means of all looks at their windows and faces."""
        few = self._part(which)
        others = [mirrored(each) for each in (few.base, few.top, few.bare)]
        return replace(
            few,
            told=_mean(few.told, _told(*others, given=few.given)),
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

    def seen_bare(self, which: Mask, windows: Windows) -> PictureCells:
        """Return the same as if the cells ``which`` (N,) were known bare from elsewhere."""
        return self._with_bare(which, windows, face_of(windows), given=True)

    def _with_bare(
        self, which: Mask, bare: Windows, faces: Windows, *, given: bool
    ) -> PictureCells:
        """Return the same with other ``bare`` windows of cells ``which`` (N,), seen so or not."""
        if not which.any():
            return self
        told = _told(self.base[which], self.top[which], bare, given=np.array(given))
        return replace(
            self,
            bare=with_rows(self.bare, which, bare),
            told=with_rows(self.told, which, told),
            prints=with_rows(self.prints, which, describe_faces(faces, weights())),
            given=(self.given | which) if given else (self.given & ~which),
            own=self.own if given else self.own & ~which,
        )

    def tokens(self, board: Board) -> Array:
        """Return the cells' tokens (N, D), as they go into the comparison."""
        told = np.hstack((self.told, self.faces, self.prints))
        floats = (self.given.astype(np.float32), self.leans.astype(np.float32))
        shape = SHAPES.index(board.tile.shape)
        return enter_cells(told, *floats, self.kinds, shape, self.printed, weights())


def cells_of(seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> PictureCells:
    """Return the cells of all boards after one look at each."""
    windows = _joined(seen, "base"), _joined(seen, "top"), _joined(bare, "windows")
    given = _joined(bare, "given")
    if given.all():
        prints = _joined(bare, "described")
    else:
        prints = describe_faces(_faces_of_spaces(windows[0], windows[2], given), weights())
    return PictureCells(
        *windows,
        _told(*windows, given=given),
        describe_faces(face_of(windows[1]), weights()),
        prints,
        prints,
        given,
        _joined(seen, "leans"),
        _joined(seen, "kinds"),
        _joined(bare, "printed"),
        _joined(seen, "inside"),
        given,
    )


def joined(boards: Sequence[PictureCells]) -> PictureCells:
    """Return the cells of all ``boards``."""
    names = (field.name for field in fields(PictureCells))
    return PictureCells(*(_joined(boards, name) for name in names))


def _told(base: Windows, top: Windows, bare: Windows, *, given: Mask) -> Array:
    """Return what is to be said (N, E) of windows; of bare ones only where some are ``given``."""
    return describe_cells((base, top, bare if given.any() else None), weights())


def _faces_of_spaces(base: Windows, bare: Windows, given: Mask) -> Windows:
    """Return the faces (N, ...) of spaces, bare where that is ``given`` (N,), else as seen now."""
    return np.where(given[:, None, None, None], face_of(bare), face_of(base))


def _mean(first: Array, more: Array) -> Array:
    """Return the mean (N, F) of a ``first`` look and ``more`` (MIRRORINGS * N, F) at each cell."""
    others = more.reshape(MIRRORINGS, *first.shape)
    return np.asarray((first + others.sum(axis=0)) / (1 + MIRRORINGS))


def _joined(boards: Sequence[Any], name: str) -> NDArray[Any]:
    return np.concatenate([getattr(each, name) for each in boards])

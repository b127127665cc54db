"""Tiles as the pictures before showed them: what did not change is seen more than once.

Whoever looks twice at a tile is surer of it.  A cell that looks as it did with its tile has it
still, though it is printed like the tile; and what colour a tile has, all looks at it tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import ALIKE, SAME_PLACE, SURE
from companion.neural_network.attention import Answers, with_rows
from companion.neural_network.encoders import FACE_SIDE, Windows, describe_faces, face_of
from companion.neural_network.slots import EMPTY, tile_cells
from companion.neural_network.weights import Array, weights
from companion.vision.cells.contents import chances_on_board

STAYING = ("wall", "space", "dome")
"""Kinds of cells whose tiles stay: lines are emptied, and filled with others."""


@dataclass(frozen=True, eq=False)
class TilesBefore:
    """What was seen of those cells of one board whose tiles stay, when one surely ``lay`` there.

    ``lay`` (N,) tells on which; ``faces`` (N, FACE_SIDE, FACE_SIDE, 3) are these cells at the
    print's height; ``told`` (N, EMPTY) what ``looks`` (N,) pictures told of the tile's colour,
    their mean log-likelihood.
    """

    lay: Mask
    faces: Windows
    told: Array
    looks: NDArray[np.int64]

    @classmethod
    def none(cls, count: int) -> Self:
        """Return what is known of so many cells before anything was seen."""
        faces = np.zeros((count, FACE_SIDE, FACE_SIDE, 3), np.uint8)
        told, looks = np.zeros((count, EMPTY), np.float32), np.zeros(count, np.int64)
        return cls(np.zeros(count, bool), faces, told, looks)

    def seen_again(
        self, said: Answers, windows: Windows, clear: Mask, board: Board
    ) -> tuple[Answers, TilesBefore]:
        """Return what is ``said`` of cells with what was seen before, and what is known after it.

        ``windows`` (N, SIDE, SIDE, 3) show the cells at the print's height.  Of cells that are not
        ``clear`` (N,), or of which nothing is sure, what is known stays.
        """
        if not self.lay.any() and (said.lies[_staying(board)].argmax(axis=1) == EMPTY).all():
            return said, self  # sooner, as long as walls are empty
        said, nats = self._lying_still(said, face_of(windows), board)
        own = nats[:, :EMPTY] - np.logaddexp.reduce(nats[:, :EMPTY], axis=1, keepdims=True)
        same = clear & self._same(face_of(windows), own)
        mean = self.told + (own - self.told) / (self.looks + 1)[:, None]
        told = np.where(same[:, None], mean, own)
        likeness = said.likeness.copy()
        likeness[:, :EMPTY] += told - own
        bare = np.exp(nats[:, EMPTY])
        fresh = clear & (bare < 1 - SURE)
        known = self.without(clear & (bare > SURE)).lying(fresh, windows, board)
        looks = np.where(fresh, 1 + same * self.looks, known.looks)
        told = np.where(fresh[:, None], told, self.told)
        return replace(said, likeness=likeness), replace(known, told=told, looks=looks)

    def lying(self, tiles: Mask, windows: Windows, board: Board) -> TilesBefore:
        """Return what is known when ``tiles`` (N,) lie on cells, as ``windows`` (N, ...) show."""
        fresh = tiles & _staying(board)
        faces = with_rows(self.faces, fresh, face_of(windows[fresh]))
        return replace(self, lay=self.lay | fresh, faces=faces)

    def without(self, bare: Mask) -> TilesBefore:
        """Return what is known when cells (N,) are ``bare``."""
        return replace(self, lay=self.lay & ~bare, looks=np.where(bare, 0, self.looks))

    def _lying_still(self, said: Answers, faces: Windows, board: Board) -> tuple[Answers, Array]:
        """Return what is said, and its log-likelihoods (N, SLOTS), with tiles that lie there still.

        Where a tile lay on a cell that seems bare, nothing lies there the less likely the liker the
        cell is to what it was then, not to its bare space.
        """
        nats = chances_on_board(said, board)
        which = self.lay & (nats[:, EMPTY] >= nats.max(axis=1))
        if not which.any():
            return said, nats
        now, then = _described(faces[which], self.faces[which])
        liker = _squares(now - said.bare[which]) - _squares(now - then)
        lies = said.lies[which]
        lies[:, EMPTY] -= weights()["temperature"] * np.maximum(liker, 0) / (2 * SAME_PLACE**2)
        still = replace(said, lies=with_rows(said.lies, which, lies))
        return still, chances_on_board(still, board)

    def _same(self, faces: Windows, own: Array) -> Mask:
        """Tell on which cells (N,) the tile lies that was seen before.

        One of another colour is only where it looks otherwise too.
        """
        before = self.lay & (self.looks > 0)
        other = before & (own.argmax(axis=1) != self.told.argmax(axis=1))
        if not other.any():
            return before
        now, then = _described(faces[other], self.faces[other])
        return with_rows(before, other, _squares(now - then) < ALIKE**2)


@lru_cache(maxsize=16)
def _staying(board: Board) -> Mask:
    """Tell on which cells (N,) of a board tiles stay."""
    return np.array([cell.kind in STAYING for cell in tile_cells(board)])


def _described(now: Windows, then: Windows) -> list[Array]:
    """Return what is to be said (M, F) of faces (M, ...) now and then; both at once is quicker."""
    return np.split(describe_faces(np.concatenate((now, then)), weights()), 2)


def _squares(away: Array) -> Array:
    return np.asarray((away * away).sum(axis=1))

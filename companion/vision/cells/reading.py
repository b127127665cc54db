"""From the pictures of all boards to what lies on their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Mask, Vector
from companion.vision.cells.comparing import (
    Comparison,
    Logits,
    Slots,
    compare,
    enter_cells,
    enter_colours,
    enter_examples,
    with_rows,
)
from companion.vision.cells.contents import hidden_cells, sureness, with_one_marker
from companion.vision.cells.encoders import describe_cells, describe_faces, face_of
from companion.vision.cells.looks import Looks
from companion.vision.cells.said import Answers
from companion.vision.cells.seen import BareCells, SeenCells
from companion.vision.cells.slots import EMPTY, KINDS, SHAPES, SLOTS, names_of, slot_of
from companion.vision.cells.weights import Array, weights
from companion.vision.cells.windows import MIRRORINGS, Windows, mirrored
from companion.vision.chosen import SURE, UNCHANGED

Covered = Callable[[Sequence[Answers]], Sequence[Mask]]
"""From answers, board by board, which cells (N,) something was laid on since they were seen."""


def read_cells(
    board: Board,
    seen: Sequence[SeenCells],
    bare: Sequence[BareCells],
    looks: Looks,
    covered: Covered | None = None,
) -> list[Answers]:
    """Return what is said of the cells of each board in a picture, all compared with each other.

    A tile has no up: cells that are not sure are looked at again mirrored, and what goes into the
    comparison is then the mean of all these looks.  Where the answers show that something lies on
    cells since they were seen bare (``covered``), all is compared once more without that.
    """
    if not seen:
        return []
    return _read(_cells_of(seen, bare), board, looks, covered)


def _read(cells: _Cells, board: Board, looks: Looks, covered: Covered | None) -> list[Answers]:
    """Return what is said of the cells of each board, after a second look where it is needed."""
    likeness = _likeness(cells.faces, board, looks)
    compared = _among_known(cells.tokens(board), board, looks)
    answers = _said(compared.logits, cells, likeness, board)
    stale = cells.given & np.concatenate(covered(answers)) if covered else np.zeros(0, bool)
    if stale.any():
        return _read(cells.not_seen_bare(stale), board, looks, None)
    unsure = np.concatenate([sureness(each, board) < SURE for each in answers])
    if not unsure.any():
        return answers
    tokens = cells.looked_at_again(unsure).tokens(board)
    return _said(compared.again(unsure, tokens, weights()), cells, likeness, board)


def glance(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return the same from a single look: where the spaces lie needs no more."""
    cells = _cells_of(seen, bare)
    logits = _among_known(cells.tokens(board), board, looks).logits
    return _said(logits, cells, _likeness(cells.faces, board, looks), board)


def name_loose(tops: Windows, board: Board, boards: Sequence[Array], looks: Looks) -> Answers:
    """Return what is said of tiles beside the boards, from their windows (N, ...) alone.

    They are compared with the cells of the boards in the same picture, by their tokens.
    """
    w, count = weights(), len(tops)
    black = np.zeros_like(tops)
    faces = describe_faces(face_of(tops), w)
    bare = describe_faces(face_of(black), w)
    told = np.hstack((describe_cells((black, tops, black), w), faces, bare))
    kinds, unknown = np.full(count, KINDS.index("loose")), np.full(count, SLOTS)
    shape, nothing = SHAPES.index(board.tile.shape), np.zeros(count, np.float32)
    loose = enter_cells(told, nothing, np.zeros((count, 2), np.float32), kinds, shape, unknown, w)
    compared = _among_known(np.concatenate((loose, *boards)), board, looks)
    logits = compared.logits.of_cells(slice(count))
    return Answers.of(logits, _likeness(faces, board, looks), bare)


@dataclass(frozen=True, eq=False)
class _Cells:
    """The cells of all boards: their windows (3, N, ...), and what is to be said of these.

    Windows are at the print's height, at a tile's top and bare.  ``told`` (N, E) is what is to be
    said of all three, ``faces`` (N, F) of the top, ``prints`` (N, F) of the bare one.  ``given``,
    ``leans``, ``kinds``, ``printed`` and ``inside`` are as in ``SeenCells`` and ``BareCells``;
    ``still`` (N,) look as they did bare, ``counts`` is how many cells each board has.
    """

    windows: Sequence[Windows]
    told: Array
    faces: Array
    prints: Array
    given: Mask
    still: Mask
    leans: Vector
    kinds: Slots
    printed: Slots
    inside: Mask
    counts: tuple[int, ...]

    def looked_at_again(self, which: Mask) -> _Cells:
        """Return the cells ``which`` (N,), with means of all looks at their windows and faces."""
        windows = [each[which] for each in self.windows]
        others = [mirrored(each) for each in windows]
        return _Cells(
            windows,
            _mean(self.told[which], describe_cells(others, weights())),
            _mean(self.faces[which], describe_faces(face_of(others[1]), weights())),
            self.prints[which],
            self.given[which],
            self.still[which],
            self.leans[which],
            self.kinds[which],
            self.printed[which],
            self.inside[which],
            (len(windows[0]),),
        )

    def not_seen_bare(self, which: Mask) -> _Cells:
        """Return the same as if the cells ``which`` (N,) had never been seen bare."""
        base, top, bare = (each[which] for each in self.windows)
        black = np.zeros_like(bare)
        pictures = (*self.windows[:2], with_rows(self.windows[2], which, black))
        told = describe_cells((base, top, black), weights())
        prints = describe_faces(face_of(base), weights())
        return replace(
            self,
            windows=pictures,
            told=with_rows(self.told, which, told),
            prints=with_rows(self.prints, which, prints),
            given=self.given & ~which,
            still=self.still & ~which,
        )

    def ruled_out(self) -> Mask:
        """Return the slots (N, SLOTS) of tiles unlike the print of cells that look as when bare."""
        known, slots = self.printed != SLOTS, np.arange(SLOTS)
        unlike = (slots != EMPTY) & (slots != self.printed[:, None])
        return np.asarray((self.still & known)[:, None] & unlike)

    def tokens(self, board: Board) -> Array:
        """Return the cells' tokens (N, D), as they go into the comparison."""
        told = np.hstack((self.told, self.faces, self.prints))
        floats = (self.given.astype(np.float32), self.leans.astype(np.float32))
        shape = SHAPES.index(board.tile.shape)
        return enter_cells(told, *floats, self.kinds, shape, self.printed, weights())


def _cells_of(seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> _Cells:
    """Return the cells of all boards after one look at each."""
    w = weights()
    windows = _joined(seen, "base"), _joined(seen, "top"), _joined(bare, "windows")
    return _Cells(
        windows,
        describe_cells(windows, w),
        describe_faces(face_of(windows[1]), w),
        np.concatenate([_prints_told(*each) for each in zip(seen, bare, strict=True)]),
        _joined(bare, "given"),
        np.concatenate([one.is_still(each.base) for one, each in zip(bare, seen, strict=True)]),
        _joined(seen, "leans"),
        _joined(seen, "kinds"),
        _joined(bare, "printed"),
        _joined(seen, "inside"),
        tuple(len(each.kinds) for each in seen),
    )


def _said(logits: Logits, cells: _Cells, likeness: Array, board: Board) -> list[Answers]:
    """Return answers board by board, with what known faces and seen bare cells count."""
    lies = logits.lies - UNCHANGED * cells.ruled_out()
    lies = with_one_marker(lies, cells.inside & ~hidden_cells(logits), board)
    whole = Answers.of(replace(logits, lies=lies), likeness, cells.prints)
    ends = np.cumsum(cells.counts)
    parts = [slice(end - count, end) for end, count in zip(ends, cells.counts, strict=True)]
    return [whole.of_cells(part) for part in parts]


def _among_known(cells: Array, board: Board, looks: Looks) -> Comparison:
    """Compare cells (N, D) with each other, with the set's colours and with known tiles."""
    w = weights()
    known = enter_examples(looks.described, _slots(board, looks), w)
    return compare(cells, enter_colours(names_of(board), w), known, w)


def _likeness(faces: Array, board: Board, looks: Looks) -> Array:
    """Return what known faces count for the colours of faces (N, F): (N, SLOTS) nats."""
    return looks.likeness(faces, _slots(board, looks), SLOTS)


def _slots(board: Board, looks: Looks) -> Slots:
    """Return the slots (M,) of the known faces' colours."""
    return np.array([slot_of(colour, board) for colour in looks.colours], np.int64)


def _prints_told(seen: SeenCells, bare: BareCells) -> Array:
    """Return what the bare faces (N, F) of one board say; of cells never seen bare, those now."""
    if bare.given.all():
        return bare.described
    prints = np.where(bare.given[:, None, None, None], bare.windows, seen.base)
    return describe_faces(face_of(prints), weights())


def _mean(first: Array, more: Array) -> Array:
    """Return the mean (N, F) of a ``first`` look and ``more`` (MIRRORINGS * N, F) at each cell."""
    others = more.reshape(MIRRORINGS, *first.shape)
    return np.asarray((first + others.sum(axis=0)) / (1 + MIRRORINGS))


def _joined(boards: Sequence[SeenCells] | Sequence[BareCells], name: str) -> NDArray[Any]:
    return np.concatenate([getattr(each, name) for each in boards])

"""From the pictures of all boards to what lies on their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import (
    Answers,
    Slots,
    compare,
    enter_cells,
    enter_colours,
    enter_examples,
)
from companion.vision.cells.contents import sureness
from companion.vision.cells.encoders import describe_cells, describe_faces, face_of
from companion.vision.cells.looks import Looks
from companion.vision.cells.seen import BareCells, SeenCells
from companion.vision.cells.slots import EMPTY, KINDS, SHAPES, SLOTS, names_of, slot_of
from companion.vision.cells.weights import Array, weights
from companion.vision.cells.windows import MIRRORINGS, Windows

SURE = 0.999
"""Chance of its likeliest content from which on a cell is not looked at again."""


SEEN_BARE = 1.5
"""Nats by which the model overrates that a cell which it knows bare is bare still.

The cameras it was taught with move and change more between two pictures.  On 32 seen sittings with
a picture of the empty boards it missed 11 tiles and saw one too many, with this 4 and 4."""


def read_cells(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return what is said of the cells of each board in a picture, all compared with each other.

    A tile has no up: cells that are not sure are looked at again mirrored, and what goes into the
    comparison is then the mean of all these looks.
    """
    if not seen:
        return []
    first = _entered(board, seen, bare)
    answers = _compared(first, board, looks)
    unsure = [sureness(said, board) < SURE for said in answers]
    if not any(which.any() for which in unsure):
        return answers
    seen_again = [each.mirrored(which) for each, which in zip(seen, unsure, strict=True)]
    bare_again = [each.mirrored(which) for each, which in zip(bare, unsure, strict=True)]
    again = _entered(board, seen_again, bare_again)
    looked = zip(first, unsure, again, strict=True)
    means = [each.with_means(which, more) for each, which, more in looked]
    return _compared(means, board, looks)


def glance(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return the same from a single look: where the spaces lie needs no more."""
    return _compared(_entered(board, seen, bare), board, looks)


def name_loose(tops: Windows, board: Board, boards: Sequence[Array], looks: Looks) -> Answers:
    """Return what is said of tiles beside the boards, from their windows (N, ...) alone.

    They are compared with the cells of the boards in the same picture, by their tokens.
    """
    w, count = weights(), len(tops)
    black = np.zeros_like(tops)
    faces = describe_faces(face_of(tops), w)
    cells = describe_cells(black, tops, black, w)
    told = np.hstack((cells, faces, describe_faces(face_of(black), w)))
    kinds, unknown = np.full(count, KINDS.index("loose")), np.full(count, SLOTS)
    shape, nothing = SHAPES.index(board.tile.shape), np.zeros(count, np.float32)
    loose = enter_cells(told, nothing, np.zeros((count, 2), np.float32), kinds, shape, unknown, w)
    answers = _part(_among_known(np.concatenate((loose, *boards)), board, looks), 0, count)
    return replace(answers, likeness=_likeness(faces, board, looks))


@dataclass(frozen=True, eq=False)
class _Entered:
    """The cells of a board as they go into the comparison: tokens (N, D), and faces (N, F).

    ``given`` (N,) are those that were seen bare.
    """

    tokens: Array
    faces: Array
    given: Mask

    def with_means(self, unsure: Mask, again: _Entered) -> _Entered:
        """Return the same with the cells that are ``unsure`` (N,) as means of all looks at them.

        ``again`` are they, in each way that they were mirrored.
        """
        first = self.tokens[None, unsure]
        mirrored = again.tokens.reshape(MIRRORINGS, *first.shape[1:])
        tokens = self.tokens.copy()
        tokens[unsure] = np.concatenate((first, mirrored)).mean(axis=0)
        return _Entered(tokens, self.faces, self.given)


def _entered(board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> list[_Entered]:
    """Return the cells of each board as they go into the comparison."""
    w, tops = weights(), _joined(seen, "top")
    cells = describe_cells(_joined(seen, "base"), tops, _joined(bare, "windows"), w)
    faces = describe_faces(face_of(tops), w)
    prints = np.concatenate([_prints_told(*each) for each in zip(seen, bare, strict=True)])
    given, leans = (_joined(bare, "given"), _joined(seen, "leans"))
    kinds, shape = _joined(seen, "kinds"), SHAPES.index(board.tile.shape)
    told = np.hstack((cells, faces, prints))
    floats = (given.astype(np.float32), leans.astype(np.float32))
    tokens = enter_cells(told, *floats, kinds, shape, _joined(bare, "printed"), w)
    ends = np.cumsum([len(each.kinds) for each in seen])[:-1]
    parts = zip(*(np.split(each, ends) for each in (tokens, faces, given)), strict=True)
    return [_Entered(*each) for each in parts]


def _compared(boards: Sequence[_Entered], board: Board, looks: Looks) -> list[Answers]:
    """Return what is said of the cells of boards, all compared with each other."""
    answers = _among_known(np.concatenate([each.tokens for each in boards]), board, looks)
    faces = np.concatenate([each.faces for each in boards])
    given = np.concatenate([each.given for each in boards])
    lies = answers.lies.copy()
    lies[given, EMPTY] -= SEEN_BARE
    answers = replace(answers, lies=lies, likeness=_likeness(faces, board, looks))
    ends = np.cumsum([len(each.tokens) for each in boards])
    starts = (0, *ends[:-1])
    return [_part(answers, start, end) for start, end in zip(starts, ends, strict=True)]


def _among_known(cells: Array, board: Board, looks: Looks) -> Answers:
    """Return what is said of cells (N, D) beside the set's colours and the tiles that are known."""
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


def _joined(boards: Sequence[SeenCells] | Sequence[BareCells], name: str) -> NDArray[Any]:
    return np.concatenate([getattr(each, name) for each in boards])


def _part(answers: Answers, start: int, end: int) -> Answers:
    return Answers(*(getattr(answers, each.name)[start:end] for each in fields(Answers)))

"""From the pictures of all boards to what lies on their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import (
    Answers,
    compare,
    enter_cells,
    enter_colours,
    enter_examples,
)
from companion.vision.cells.contents import sureness
from companion.vision.cells.encoders import describe_cells, describe_faces, face_of
from companion.vision.cells.looks import Looks
from companion.vision.cells.seen import BareCells, SeenCells
from companion.vision.cells.slots import KINDS, SHAPES, SLOTS, names_of, slot_of
from companion.vision.cells.weights import Array, weights
from companion.vision.cells.windows import MIRRORINGS, Windows

SURE = 0.999
"""Chance of its likeliest content from which on a cell is not looked at again."""


def read_cells(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return what is said of the cells of each board in a picture, all compared with each other.

    A tile has no up: cells that are not sure are looked at again mirrored, and what goes into the
    comparison is then the mean of all these looks.
    """
    if not seen:
        return []
    answers = glance(board, seen, bare, looks)
    unsure = [sureness(said, board) < SURE for said in answers]
    if not any(which.any() for which in unsure):
        return answers
    seen_again = [each.mirrored(which) for each, which in zip(seen, unsure, strict=True)]
    bare_again = [each.mirrored(which) for each, which in zip(bare, unsure, strict=True)]
    again = _entered(board, seen_again, bare_again)
    firsts = [said.tokens for said in answers]
    means = [_mean_looks(*each) for each in zip(firsts, unsure, again, strict=True)]
    return _compared(means, board, looks)


def glance(
    board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells], looks: Looks
) -> list[Answers]:
    """Return the same from a single look: where the spaces lie needs no more."""
    return _compared(_entered(board, seen, bare), board, looks)


def _mean_looks(tokens: Array, unsure: Mask, again: Array) -> Array:
    """Return tokens (N, D) of a board's cells, those that are ``unsure`` (N,) as means of looks.

    ``again`` (MIRRORINGS M, D) are the tokens of the M unsure ones mirrored.
    """
    first = tokens[None, unsure]
    means = tokens.copy()
    means[unsure] = np.concatenate((first, again.reshape(MIRRORINGS, *first.shape[1:]))).mean(0)
    return means


def _entered(board: Board, seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> list[Array]:
    """Return the tokens (N, D) of the cells of each board as they go into the comparison."""
    told, given = _told(seen, bare), _joined(bare, "given").astype(np.float32)
    leans, shape = _joined(seen, "leans").astype(np.float32), SHAPES.index(board.tile.shape)
    kinds, printed = _joined(seen, "kinds"), _joined(bare, "printed")
    tokens = enter_cells(told, given, leans, kinds, shape, printed, weights())
    return np.split(tokens, np.cumsum([len(each.kinds) for each in seen])[:-1])


def _compared(boards: Sequence[Array], board: Board, looks: Looks) -> list[Answers]:
    """Return what is said of the cells of boards, by their tokens (N, D)."""
    answers = _among_known(np.concatenate(boards), board, looks)
    ends = np.cumsum([len(each) for each in boards])
    return [_part(answers, end - len(each), end) for each, end in zip(boards, ends, strict=True)]


def _among_known(cells: Array, board: Board, looks: Looks) -> Answers:
    """Return what is said of cells (N, D) beside the set's colours and the tiles that are known."""
    w = weights()
    slots = np.array([slot_of(colour, board) for colour in looks.colours], np.int64)
    known = enter_examples(looks.described, slots, w)
    return compare(cells, enter_colours(names_of(board), w), known, w)


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
    return _part(_among_known(np.concatenate((loose, *boards)), board, looks), 0, count)


def _told(seen: Sequence[SeenCells], bare: Sequence[BareCells]) -> Array:
    """Return what the windows of the cells of all boards say (N, E + 2F)."""
    w, tops = weights(), _joined(seen, "top")
    cells = describe_cells(_joined(seen, "base"), tops, _joined(bare, "windows"), w)
    prints = [_prints_told(*each) for each in zip(seen, bare, strict=True)]
    return np.hstack((cells, describe_faces(face_of(tops), w), np.concatenate(prints)))


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

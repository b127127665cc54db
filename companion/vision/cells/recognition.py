"""From the pictures of all boards to what lies on their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import SURE
from companion.neural_network.attention import (
    Answers,
    Comparison,
    Logits,
    compare,
    enter_cells,
    enter_colours,
    enter_examples,
)
from companion.neural_network.encoders import Windows, describe_cells, describe_faces, face_of
from companion.neural_network.slots import DOME, KINDS, SHAPES, SLOTS, names_of, tile_cells
from companion.neural_network.weights import Array, weights
from companion.vision.cells.contents import (
    as_on_tables,
    bareness,
    hidden_cells,
    sureness,
    sureness_of_prints,
    with_one_marker,
)
from companion.vision.cells.dome_spaces import told_together
from companion.vision.cells.looks import Looks
from companion.vision.cells.picture_cells import PictureCells
from companion.vision.cells.shared_print import Sharing

Covered = Callable[[Sequence[Answers]], Sequence[Mask]]
"""From answers, board by board, which cells (N,) something was laid on since they were seen."""


def read_cells(
    board: Board, cells: PictureCells, looks: Looks, covered: Covered | None = None
) -> list[Answers]:
    """Return what is said of the ``cells`` of each board, all compared with each other.

    Once the answers show more of how cells look bare (``_known_better``) all is compared once more.
    A tile has no up: cells that are not sure, of what lies there or of what a dome tile prints, are
    looked at again mirrored, and what goes into the comparison is then the mean of all these looks.
    """
    compared, answers = _compared(cells, board, looks)
    better = _known_better(cells, answers, board, looks, covered)
    if better is not cells:
        cells = better
        compared, answers = _compared(cells, board, looks)
    unsure = np.concatenate([sureness(each, board) < SURE for each in answers])
    if board.dome_tile:
        prints = np.concatenate([sureness_of_prints(each, board) < SURE for each in answers])
        unsure |= prints & (cells.kinds == DOME)
    if not unsure.any():
        return answers
    tokens = cells.looked_at_again(unsure).tokens(board)
    return _said(compared.again(unsure, tokens, weights()), cells, board, looks)


def _known_better(
    cells: PictureCells,
    answers: Sequence[Answers],
    board: Board,
    looks: Looks,
    covered: Covered | None,
) -> PictureCells:
    """Return the cells with what the answers tell of how they look bare.

    Where something lies on cells since they were seen bare (``covered``), that is of no use.  Where
    nothing can be laid on them, all boards of a set have one print, and what was never seen bare
    may lie bare on another board; where all was, the others tell nothing new.
    """
    if covered:
        return cells.not_seen_bare(cells.given & np.concatenate(covered(answers)))
    if cells.given.all():
        return cells
    sharing = Sharing.of(cells, answers, board)
    return _with_twins(sharing, sharing.seen_elsewhere(), board, looks)


def _with_twins(sharing: Sharing, cells: PictureCells, board: Board, looks: Looks) -> PictureCells:
    """Return cells with those seen bare that seem to be tiles, and look the same on two boards.

    No two tiles lie as one print does.  Each is asked about as if the other showed it bare: where
    it is likelier that both are bare than that neither is, they are.
    """
    seeming, twin = sharing.twins(cells)
    if not seeming.any():
        return cells
    asked = sharing.shown_by(cells, seeming, twin)
    said = _compared(asked, board, looks)[1]
    chances = np.concatenate([bareness(each, board) for each in said])
    return sharing.shown_by(cells, seeming & (chances + chances[twin] > 1), twin)


def glance(board: Board, cells: PictureCells, looks: Looks) -> list[Answers]:
    """Return the same from a single look: where the spaces lie needs no more."""
    return _compared(cells, board, looks)[1]


def name_loose(tops: Windows, board: Board, boards: Sequence[Array], looks: Looks) -> Answers:
    """Return what is said of tiles beside the boards, from their windows (N, ...) alone.

    They are compared with the cells of the boards in the same picture, by their tokens.
    """
    w, count = weights(), len(tops)
    faces = describe_faces(face_of(tops), w)
    bare = np.repeat(describe_faces(face_of(np.zeros_like(tops[:1])), w), count, axis=0)
    told = np.hstack((describe_cells((None, tops, None), w), faces, bare))
    kinds, unknown = np.full(count, KINDS.index("loose")), np.full(count, SLOTS)
    shape, nothing = SHAPES.index(board.tile.shape), np.zeros(count, np.float32)
    loose = enter_cells(told, nothing, np.zeros((count, 2), np.float32), kinds, shape, unknown, w)
    compared = _among_known(np.concatenate((loose, *boards)), board, looks)
    logits = compared.logits.of_cells(slice(count))
    return Answers.of(logits, looks.likeness(faces, board), bare)


def _compared(cells: PictureCells, board: Board, looks: Looks) -> tuple[Comparison, list[Answers]]:
    """Return cells compared with each other and with what is known, and what that says of them."""
    compared = _among_known(cells.tokens(board), board, looks)
    return compared, _said(compared.logits, cells, board, looks)


def _said(logits: Logits, cells: PictureCells, board: Board, looks: Looks) -> list[Answers]:
    """Return answers board by board, with what known faces count."""
    told = as_on_tables(logits.lies, cells.own)
    lies = with_one_marker(told, cells.inside & ~hidden_cells(logits), board)
    likeness = looks.likeness(cells.faces, board)
    whole = Answers.of(replace(logits, lies=lies), likeness, cells.spaces)
    if board.dome_tile:
        whole = told_together(whole, (cells.kinds == DOME) & cells.inside, board)
    count = len(tile_cells(board))
    return [whole.of_cells(slice(n, n + count)) for n in range(0, len(lies), count)]


def _among_known(cells: Array, board: Board, looks: Looks) -> Comparison:
    """Compare cells (N, D) with each other, with the set's colours and with known tiles.

    What a colour is called tells something of its tiles until tiles of all colours are known: in an
    unusual set turquoise is as blue as blue is elsewhere.
    """
    w = weights()
    known = enter_examples(looks.described, looks.slots(board), w)
    names = names_of(board, named=not looks.faces.keys() >= set(board.colours))
    return compare(cells, enter_colours(names, w), known, w)

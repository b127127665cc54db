"""From logits to likelihoods: how likely each content is, never more surely than is honest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards import Board, Cell
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import Answers
from companion.vision.cells.slots import (
    ANY,
    ANY_SLOT,
    EMPTY,
    SPECIAL,
    SPECIAL_SLOT,
    content_of,
    may_lie,
    tile_cells,
)
from companion.vision.cells.weights import Array, weights
from companion.vision.sighting import Content, Likelihoods, Tops

SLIPS = 1e-5
"""Chance that something nobody taught the eyes is seen: no content is less likely than this."""

SHOWN = 0.0
"""Logit from which on a cell counts as hidden."""


def likelihoods_of(answers: Answers, board: Board, inside: Mask) -> dict[str, Likelihoods]:
    """Return the log-likelihood of each content of each cell; of hidden ones nothing is known."""
    hidden = hidden_cells(answers) | ~inside
    told: dict[str, Likelihoods] = {}
    for n, cell in enumerate(tile_cells(board)):
        slots = may_lie(cell.kind, len(board.colours))
        nats = np.zeros(len(slots)) if hidden[n] else log_chances(answers.lies[n, list(slots)])
        told[cell.id] = _as_contents(cell, board, dict(zip(slots, nats, strict=True)))
    return told


def prints_of(answers: Answers, cell: int, board: Board) -> Mapping[str | None, float]:
    """Return the log-likelihoods of what is printed on a cell; None is no print at all."""
    slots = (*range(len(board.colours)), ANY_SLOT, SPECIAL_SLOT, EMPTY)
    names = (*board.colours, ANY, SPECIAL, None)
    nats = log_chances(answers.prints[cell, list(slots)])
    return dict(zip(names, (float(each) for each in nats), strict=True))


def hidden_cells(answers: Answers) -> Mask:
    """Return which cells (N,) something hides: a hand, a lamp's reflection."""
    return np.asarray(answers.hidden > SHOWN)


def log_chances(logits: Array) -> Array:
    """Return the log-likelihoods of logits (K,): made honest, and never quite certain."""
    cooled = logits / weights()["temperature"]
    chances = np.exp(cooled - cooled.max())
    chances = chances / chances.sum()
    return np.asarray(np.log((1 - SLIPS) * chances + SLIPS / len(chances)))


def _as_contents(cell: Cell, board: Board, nats: Mapping[int, float]) -> Likelihoods:
    contents: dict[Content | None, float] = {
        content_of(slot, board): float(each) for slot, each in nats.items()
    }
    return Tops(contents) if cell.kind == "broken" else contents

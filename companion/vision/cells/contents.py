"""From logits to likelihoods: how likely each content is, never more surely than is honest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import MARKER_OFTENER, OFTENER, SLIPS, STRANGE
from companion.games.base import ANY, SPECIAL
from companion.neural_network.attention import TINY, Answers, Logits
from companion.neural_network.slots import (
    ANY_SLOT,
    EMPTY,
    FIRST_SLOT,
    SLOTS,
    SPECIAL_SLOT,
    STACK,
    content_of,
    may_lie,
    tile_cells,
)
from companion.neural_network.weights import Array, weights
from companion.sightings.sighting import Content, Likelihoods, Tops


def likelihoods_of(
    answers: Answers, board: Board, known: Mask, lit: Mask
) -> dict[str, Likelihoods]:
    """Return the log-likelihood of each content of each cell; of cells not ``known`` (N,) nothing.

    Where something may lie over a cell, either is known the less the likelier it does; what is
    ``lit`` (N,) a lamp burns white.
    """
    kinds = _kinds(board)
    nats = _by_one_voice(chances_of(answers, kinds.may), kinds.may, lit)
    half = hidden_cells(answers)
    nats[half] = _half_hidden(nats[half], kinds.may[half], answers.hidden[half])
    nats[~known] = 0.0
    rows = nats.tolist()
    told: dict[str, Likelihoods] = {}
    for n, (id, stacked, contents) in enumerate(kinds.cells):
        each = {content: rows[n][slot] for slot, content in contents}
        told[id] = Tops(each) if stacked else each
    return told


def chances_on_board(answers: Answers, board: Board) -> Array:
    """Return the log-likelihoods (N, SLOTS) of what lies on a board's cells."""
    return chances_of(answers, _kinds(board).may)


def chances_of(answers: Answers, may: Mask) -> Array:
    """Return the log-likelihoods (N, SLOTS) of what lies on cells, known faces counted in.

    They tell one tile from another; how likely a tile lies there at all they leave as it is.
    """
    nats = log_chances(answers.lies, may)
    return _shared_out(nats, may, nats + answers.likeness)


def _by_one_voice(nats: Array, may: Mask, lit: Mask) -> Array:
    """Return log-likelihoods (N, SLOTS) of cells, burnt tiles telling of their colours as one.

    Tops that a lamp burns look alike whatever they are, and are all taken for the same colour: of
    many such mistakes the rules would make a certainty.
    """
    burnt = int((lit & (nats[:, EMPTY] < np.log(0.5))).sum())
    if burnt < 2:
        return nats
    return np.where(lit[:, None], _shared_out(nats, may, nats / np.float32(burnt)), nats)


def _shared_out(nats: Array, may: Mask, among: Array) -> Array:
    """Return log-likelihoods (N, SLOTS), one tile or another as likely as ``among`` has it.

    How likely any tile lies there at all stays as it is.
    """
    tiles = may & (np.arange(SLOTS) != EMPTY)
    before, after = (np.where(tiles, np.exp(each), 0.0) for each in (nats, among))
    share = before.sum(axis=-1, keepdims=True) / np.maximum(after.sum(axis=-1, keepdims=True), TINY)
    return np.where(tiles, np.log(np.maximum(after * share, SLIPS / SLOTS)), nats)


def _half_hidden(nats: Array, may: Mask, hidden: Array) -> Array:
    """Return log-likelihoods (N, SLOTS) of cells that are hidden with logits ``hidden`` (N,)."""
    gone = 1 / (1 + np.exp(-hidden[:, None]))
    mixed = (1 - gone) * np.exp(nats) + gone / may.sum(axis=1, keepdims=True)
    return np.where(may, np.log(mixed), nats)


@dataclass(frozen=True)
class _Kinds:
    """What may lie on a board's cells: as slots (N, SLOTS), and by name with what each slot is."""

    may: Mask
    cells: tuple[tuple[str, bool, tuple[tuple[int, Content | None], ...]], ...]


@lru_cache(maxsize=16)
def _kinds(board: Board) -> _Kinds:
    cells = tile_cells(board)
    slots = [may_lie(cell.kind, len(board.colours)) for cell in cells]
    may = np.zeros((len(cells), SLOTS), bool)
    for n, each in enumerate(slots):
        may[n, list(each)] = True
    contents = [tuple((slot, content_of(slot, board)) for slot in each) for each in slots]
    named = [(cell.id, cell.kind == STACK) for cell in cells]
    return _Kinds(may, tuple((*a, b) for a, b in zip(named, contents, strict=True)))


def as_on_tables(lies: Array, own: Mask) -> Array:
    """Return the logits (N, SLOTS) of cells by what lies on tables oftener than in drawings.

    The marker, which one of the boards has in nearly every picture, and anything on cells that were
    seen bare on their ``own`` board (N,).
    """
    told = lies.copy()
    told[:, FIRST_SLOT] += MARKER_OFTENER
    told[own, EMPTY] -= OFTENER
    return told


def with_one_marker(lies: Array, clear: Mask, board: Board) -> Array:
    """Return the logits (N, SLOTS) of the cells of all boards, none of which is the marker's twice.

    A set has one starting player marker: the surer it is seen in one place, the less another tile
    is it.  What is not ``clear`` (N,) takes no part.
    """
    may = _on_boards(board, len(lies))
    which = may[:, FIRST_SLOT] & clear
    chances = np.exp(log_chances(lies[which], may[which])[:, FIRST_SLOT])
    odds = chances / (1 - chances)
    told = lies.copy()
    told[which, FIRST_SLOT] -= weights()["temperature"] * np.log1p(odds.sum() - odds)
    return told


def _on_boards(board: Board, count: int) -> Mask:
    """Return what may lie (N, SLOTS) on so many cells, one board's after the other's."""
    one = _kinds(board).may
    return np.tile(one, (count // len(one), 1))


def sureness(answers: Answers, board: Board, lit: Mask | None = None) -> Array:
    """Return the chance (N,) of the likeliest content of each cell of a board.

    Of what is ``lit`` (N,) burnt tiles tell of their colours as one.
    """
    may = _kinds(board).may
    nats = log_chances(answers.lies, may)
    told = nats if lit is None else _by_one_voice(nats, may, lit)
    return np.asarray(np.exp(told.max(axis=1)))


def bareness(answers: Answers, board: Board) -> Array:
    """Return the chance (N,) that nothing lies on each cell of a board, 0 where it is not seen."""
    chances = np.exp(log_chances(answers.lies, _kinds(board).may)[:, EMPTY])
    return np.where(hidden_cells(answers), 0.0, chances)


def seem_bare(answers: Answers, board: Board) -> Mask:
    """Return on which cells (N,) of one board or several likelier nothing lies than any tile."""
    nats = log_chances(answers.lies, _on_boards(board, len(answers.lies)))
    return np.asarray(nats[:, EMPTY] >= nats.max(axis=1))


def seem_coloured(lies: Array, board: Board) -> Mask:
    """Return on which cells (N,) of all boards one of the set's colours likeliest lies."""
    told = np.where(_on_boards(board, len(lies)), lies, -np.inf)
    return np.asarray(told.argmax(axis=1) < len(board.colours))


def prints_of(answers: Answers, board: Board) -> list[dict[str | None, float]]:
    """Return the log-likelihoods of what is printed on each cell; None is no print at all."""
    names = (*board.colours, ANY, SPECIAL, None)
    return [dict(zip(names, row, strict=True)) for row in _prints(answers, board).tolist()]


def sureness_of_prints(answers: Answers, board: Board) -> Array:
    """Return the chance (N,) of what is likeliest printed on each cell of a board."""
    return np.asarray(np.exp(_prints(answers, board).max(axis=1)))


def chances_of_no_colour(answers: Answers, board: Board) -> Array:
    """Return the chance (N,) that a space for any or a special tile is printed on each cell."""
    return np.asarray(np.exp(_prints(answers, board)[:, -3:-1]).sum(axis=1))


def _prints(answers: Answers, board: Board) -> Array:
    slots = [*range(len(board.colours)), ANY_SLOT, SPECIAL_SLOT, EMPTY]
    may = np.zeros(answers.prints.shape, bool)
    may[:, slots] = True
    return log_chances(answers.prints, may)[:, slots]


def hidden_cells(answers: Logits) -> Mask:
    """Return which cells (N,) something likelier lies over than not: a hand, a sleeve."""
    return np.asarray(answers.hidden > 0)


def is_strange(answers: Answers, seen: Mask) -> bool:
    """Tell whether the ``seen`` cells (N,) are no spaces of the game, so that nothing is known."""
    return bool(seen.any() and answers.fits[seen].mean() < STRANGE)


def log_chances(logits: Array, may: Mask) -> Array:
    """Return log-likelihoods (..., SLOTS) of logits: made honest, and never quite certain.

    Only the slots that ``may`` (..., SLOTS) be are told apart; the others mean nothing.
    """
    cooled = np.where(may, logits / weights()["temperature"], -np.inf)
    chances = np.exp(cooled - cooled.max(axis=-1, keepdims=True))
    chances = chances / chances.sum(axis=-1, keepdims=True)
    slips = SLIPS / may.sum(axis=-1, keepdims=True)
    return np.asarray(np.log((1 - SLIPS) * chances + slips))

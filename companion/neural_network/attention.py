"""All cells of a picture compared with each other, with known tiles and with the set's colours.

A wall space shows the look of its colour whether it is bare or covered; equal cells look alike;
tiles that were shown or confirmed look like others of their colour.  Every cell, every colour and
every known tile is a token, and in a few layers of attention each hears what the others are like.
What a tile's colour is called comes last, from its likeness to the colours' tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.neural_network.slots import ANY_SLOT, EMPTY, SLOTS
from companion.neural_network.weights import Array, Weights

HEADS = 4
TINY = 1e-5
"""Keeps what is brought to one scale from being divided by nothing."""

Slots = NDArray[np.int64]

Heard = tuple[Array, Array]
"""What tokens can be asked for (their keys), and what is then heard of them (their values)."""


@dataclass(frozen=True)
class Logits:
    """What is said of each cell: what lies there, what is printed there (N, SLOTS).

    ``off`` (N, 2) is how far its space lies from the window's middle, in tiles, ``scatter`` (N,)
    how far that may be wrong; ``fits`` (N,) that it is a space of this game, ``hidden`` (N,) that
    something is before it.  ``tokens`` (N, D) are the cells as they went into the comparison.
    """

    lies: Array
    prints: Array
    off: Array
    scatter: Array
    fits: Array
    hidden: Array
    tokens: Array

    def of_cells(self, part: slice) -> Self:
        """Return what is said of a ``part`` of the cells."""
        return type(self)(*(getattr(self, f.name)[part] for f in fields(self)))

    def with_rows(self, which: Mask, fresh: Self) -> Self:
        """Return the same with what is said of the cells ``which`` (N,) as ``fresh`` says it."""
        pairs = ((getattr(self, f.name), getattr(fresh, f.name)) for f in fields(self))
        return type(self)(*(with_rows(rows, which, new) for rows, new in pairs))


@dataclass(frozen=True)
class Answers(Logits):
    """What is said of each cell.

    Beside the logits ``likeness`` (N, SLOTS) is what faces that are known count for each colour,
    in nats, ``bare`` (N, F) how the spaces look bare: where they were never seen so, as they are
    seen now.
    """

    likeness: Array
    bare: Array

    @classmethod
    def of(cls, logits: Logits, likeness: Array, bare: Array) -> Answers:
        """Return the ``logits`` with what faces tell of the same cells."""
        return cls(**vars(logits), likeness=likeness, bare=bare)


def with_rows(rows: NDArray[Any], which: Mask, fresh: NDArray[Any]) -> NDArray[Any]:
    """Return rows (N, ...) of which those ``which`` (N,) are ``fresh``."""
    changed = rows.copy()
    changed[which] = fresh
    return changed


def enter_cells(
    told: Array, given: Array, leans: Array, kinds: Slots, shape: int, printed: Slots, w: Weights
) -> Array:
    """Return the tokens (N, D) of cells, from what their windows say of them.

    ``given`` (N,) is 1 where a cell was seen bare, ``printed`` (N,) the slot of what is known to
    be printed there, ``SLOTS`` where that is not known.
    """
    extra = np.column_stack((given, leans, np.linalg.norm(leans, axis=1))).astype(np.float32)
    tokens = _linear(np.hstack((told, extra)), "enter", w)
    tokens = tokens + w["kind.weight"][kinds] + w["shape.weight"][shape]
    return np.asarray(tokens + w["printed.weight"][printed])


def enter_colours(names: Slots, w: Weights) -> Array:
    """Return the tokens (SLOTS - 1, D) of the set's colours; ``names`` by slot."""
    return np.asarray(w["name.weight"][names] + w["slot.weight"][: SLOTS - 1])


def enter_examples(looks: Array, slots: Slots, w: Weights) -> Array:
    """Return the tokens (M, D) of known tiles, from their looks and the slots of their colours."""
    return np.asarray(_linear(looks, "example", w) + w["shown.weight"][slots])


@dataclass(frozen=True)
class Comparison:
    """What is said of the cells once all tokens have heard each other, and what was to be heard.

    ``colours`` (S, D) are the colours' tokens as they went in, ``heard`` the keys and values
    (HEADS, T, D / HEADS) of all tokens, cells first and colours next, layer by layer.
    """

    logits: Logits
    colours: Array
    heard: tuple[Heard, ...]

    def again(self, which: Mask, cells: Array, w: Weights) -> Logits:
        """Return what is said when the cells ``which`` (N,) are ``cells`` (M, D) in truth.

        They and the colours listen anew; the others stand by what they said, heard as they were.
        """
        colours = len(which) + np.arange(len(self.colours))
        at, tokens = np.append(np.flatnonzero(which), colours), np.append(cells, self.colours, 0)
        for layer, heard in enumerate(self.heard):
            tokens, _ = _listened(tokens, f"layers.{layer}", w, (heard, at))
        return self.logits.with_rows(which, _answered(cells, tokens, len(self.colours), w))


def compare(cells: Array, colours: Array, examples: Array, w: Weights) -> Comparison:
    """Let all tokens hear each other, and say what lies on the cells."""
    tokens, heard, layer = np.concatenate((cells, colours, examples)), [], 0
    while f"layers.{layer}.asks.weight" in w:
        tokens, said = _listened(tokens, f"layers.{layer}", w)
        heard.append(said)
        layer += 1
    return Comparison(_answered(cells, tokens, len(colours), w), colours, tuple(heard))


def _answered(cells: Array, tokens: Array, colours: int, w: Weights) -> Logits:
    """Return what is said of ``cells`` (N, D).

    They and so many ``colours`` became the first of ``tokens`` (T, D) in the comparison.
    """
    calmed = _calmed(tokens, "calm", w)
    told, slots = calmed[: len(cells)], calmed[len(cells) : len(cells) + colours]
    place = _linear(told, "place", w)
    lies = np.hstack((_alike(told, "lies", slots, "as_tile", w), _linear(told, "lies_empty", w)))
    return Logits(
        lies,
        _prints(told, slots, w),
        place[:, :2],
        np.exp(place[:, 2]),
        place[:, 3],
        place[:, 4],
        cells,
    )


def _prints(told: Array, slots: Array, w: Weights) -> Array:
    """Return the logits (N, SLOTS) of prints; a space for any colour, and none, have their own."""
    prints = np.hstack((_alike(told, "print", slots, "as_print", w), np.zeros((len(told), 1))))
    any_, none = _linear(told, "print_none", w).T
    prints[:, ANY_SLOT], prints[:, EMPTY] = any_, none
    return np.asarray(prints, np.float32)


def _listened(
    tokens: Array, layer: str, w: Weights, among: tuple[Heard, Slots] | None = None
) -> tuple[Array, Heard]:
    """Return tokens (T, D) after they have heard each other and thought about it, and their words.

    ``among`` are the words of all tokens, and which of them these ones are.
    """
    count, wide = tokens.shape
    asked = _linear(_calmed(tokens, f"{layer}.calm", w), f"{layer}.asks", w)
    q, k, v = asked.reshape(count, 3, HEADS, wide // HEADS).transpose(1, 2, 0, 3)
    if among:
        k, v = (_in_place(old, among[1], new) for old, new in zip(among[0], (k, v), strict=True))
    heard = _heard(q / np.float32((wide // HEADS) ** 0.5), k, v)
    heard = heard.transpose(1, 0, 2).reshape(count, wide)
    tokens = tokens + _linear(heard, f"{layer}.hears", w)
    thought = np.maximum(_linear(_calmed(tokens, f"{layer}.calmer", w), f"{layer}.thinks.0", w), 0)
    return np.asarray(tokens + _linear(thought, f"{layer}.thinks.2", w)), (k, v)


def _heard(asked: Array, keys: Array, values: Array) -> Array:
    """Return the values (HEADS, T, D) as they are heard, by how much keys are what is asked for.

    In place and by products of matrices: these are the largest arrays of the comparison.
    """
    weight = asked @ keys.transpose(0, 2, 1)
    weight -= weight.max(axis=-1, keepdims=True)
    np.exp(weight, out=weight)
    sums = weight @ np.ones(weight.shape[-1], np.float32)
    return np.asarray(weight @ values / sums[..., None])


def _in_place(old: Array, at: Slots, new: Array) -> Array:
    """Return words (HEADS, T, D / HEADS) of which those ``at`` (N,) are ``new``."""
    words = old.copy()
    words[:, at] = new
    return words


def _alike(told: Array, asks: str, slots: Array, shows: str, w: Weights) -> Array:
    """Return how much each cell (N,) is like each slot (S,): (N, S)."""
    like = _linear(told, asks, w) @ _linear(slots, shows, w).T
    return np.asarray(like / np.float32(told.shape[1] ** 0.5))


def _calmed(tokens: Array, name: str, w: Weights) -> Array:
    """Return tokens (T, D) brought to one scale."""
    part = np.full(tokens.shape[1], 1 / tokens.shape[1], np.float32)
    away = tokens - (tokens @ part)[:, None]
    size = np.sqrt((away * away) @ part + np.float32(TINY))
    return np.asarray(away / size[:, None] * w[f"{name}.weight"] + w[f"{name}.bias"])


def _linear(tokens: Array, name: str, w: Weights) -> Array:
    return np.asarray(tokens @ w[f"{name}.weight"].T + w[f"{name}.bias"])

"""Names of tiles told together where no legend tells them: one look has one, two have two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.boards import Board
from companion.neural_network.attention import Answers
from companion.neural_network.slots import COLOURS, FIRST_SLOT, tile_cells
from companion.neural_network.weights import Array
from companion.sightings.joint_names import names_together
from companion.vision.chosen import ALIKE, COUNTS, SLIPS, SURE


def named_together(
    answers: Sequence[Answers], faces: Array, clear: Mask, board: Board
) -> Sequence[Answers]:
    """Return what cells of all boards say, the colours of tiles told anew where they are not sure.

    ``faces`` (N, F) are the tops of all cells; only those that are ``clear`` (N,) are asked.
    """
    if any(cell.colour in board.colours for cell in tile_cells(board)):
        return answers  # a legend names them
    lies, likeness = (
        np.concatenate([getattr(a, n) for a in answers]) for n in ("lies", "likeness")
    )
    own = slice(len(board.colours))
    tiles = np.flatnonzero(clear & (lies[:, own].max(axis=1) > lies[:, FIRST_SLOT:].max(axis=1)))
    if len(tiles):
        said = lies[tiles, own] + likeness[tiles, own]
        much = np.logaddexp.reduce(said, axis=1, keepdims=True)
        likeness[tiles, own] = _named(said - much, faces[tiles]) + much - lies[tiles, own]
    parts = np.split(likeness, len(answers))
    return [replace(each, likeness=part) for each, part in zip(answers, parts, strict=True)]


def _named(nats: Array, faces: Array) -> Array:
    """Return log-likelihoods (N, C) of colours; where they are not sure, by those of all looks."""
    unsure = np.exp(nats.max(axis=1)) < SURE
    if not unsure.any():
        return nats
    away = np.linalg.norm(faces[:, None] - faces, axis=2)
    look = _looks(away < ALIKE)
    share = (look == np.arange(look.max() + 1)[:, None]) / np.bincount(look)[:, None]
    names, apart = np.exp(share @ nats), share @ away @ share.T
    few = np.lexsort((-np.bincount(look), share @ unsure == 0))[:COLOURS]
    often = np.bincount(look)[few] > 1  # a single one may lie in another light
    differ = (apart[np.ix_(few, few)] > 2 * ALIKE) & often & often[:, None]
    names[few] = names_together(share[few] @ nats, differ, 2 * COUNTS)
    return np.where(unsure[:, None], np.log(np.maximum(names, SLIPS))[look], nats)


def _looks(alike: Mask) -> NDArray[np.int64]:
    """Return the number of each tile's look (N,): the same for all that are ``alike`` (N, N)."""
    look, before = np.arange(len(alike)), None
    while before is None or (look != before).any():
        look, before = np.where(alike, look, len(alike)).min(axis=1), look
    return np.unique(look, return_inverse=True)[1]

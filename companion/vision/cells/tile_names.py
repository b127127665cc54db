"""Names of tiles whose colours are not sure: by the ornaments of the legend that a wall is.

Where there is none they are told together: tiles of one look have one name, of two looks two.
Tiles that were shown tell names better: two looks that are nearly one would be taken for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import ALIKE, COUNTS, ORNAMENT, SLIPS, SURE
from companion.neural_network.attention import Answers
from companion.neural_network.encoders import face_of
from companion.neural_network.slots import COLOURS, tile_cells
from companion.neural_network.weights import Array
from companion.sightings.joint_names import names_together
from companion.vision.cells.contents import seem_bare, seem_coloured
from companion.vision.cells.looks import Looks
from companion.vision.cells.ornament import ornament_alike
from companion.vision.cells.picture_cells import PictureCells


def named(
    answers: Sequence[Answers], cells: PictureCells, clear: Mask, board: Board, looks: Looks
) -> Sequence[Answers]:
    """Return what cells of all boards say, the colours of tiles told anew where they are not sure.

    Only those that are ``clear`` (N,) are asked; of ``looks`` the known tiles have been heard.
    """
    lies, likeness = (
        np.concatenate([getattr(a, n) for a in answers]) for n in ("lies", "likeness")
    )
    own = slice(len(board.colours))
    tiles = np.flatnonzero(clear & seem_coloured(lies, board))
    said = lies[tiles, own] + likeness[tiles, own]
    much = np.logaddexp.reduce(said, axis=1, keepdims=True)
    unsure = np.exp((said - much).max(axis=1)) < SURE
    if not unsure.any():
        return answers
    nats = said - much
    if any(cell.colour in board.colours for cell in tile_cells(board)):
        bare = clear & np.concatenate([seem_bare(each, board) for each in answers])
        nats[unsure] = _by_legend(nats[unsure], tiles[unsure], cells, cells.given | bare)
    else:
        known = [colour in looks.faces for colour in board.colours]
        unsure &= ~np.take(known, nats.argsort(axis=1)[:, -2:]).all(axis=1)
        nats = _together(nats, cells.faces[tiles], unsure)
    likeness[tiles, own] = nats + much - lies[tiles, own]
    parts = np.split(likeness, len(answers))
    return [replace(each, likeness=part) for each, part in zip(answers, parts, strict=True)]


def _by_legend(nats: Array, tiles: NDArray[np.int64], cells: PictureCells, bare: Mask) -> Array:
    """Return log-likelihoods (N, C) of colours with what their spaces' ornaments tell of tiles.

    ``tiles`` (N,) are numbers of ``cells`` (M); colours none of whose spaces is ``bare`` (M,) count
    as the others do on average.
    """
    faces = cells.faces_of_spaces
    shown = bare & np.equal.outer(np.arange(nats.shape[1]), cells.printed)
    known = shown.any(axis=1)
    if not known.any():
        return nats
    share = shown[known] / shown[known].sum(axis=1, keepdims=True)
    pixels = faces.reshape(len(faces), -1).astype(np.float32)  # far quicker than to take means
    spaces = (share.astype(np.float32) @ pixels).reshape(-1, *faces.shape[1:])
    alike = ornament_alike(face_of(cells.top[tiles]), spaces)
    told = nats + ORNAMENT * alike.mean(axis=1, keepdims=True)
    told[:, known] = nats[:, known] + ORNAMENT * alike
    return np.asarray(told - np.logaddexp.reduce(told, axis=1, keepdims=True))


def _together(nats: Array, faces: Array, unsure: Mask) -> Array:
    """Return log-likelihoods (N, C) of colours; where they are not sure, by those of all looks."""
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

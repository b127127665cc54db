"""Names of tiles whose colours are not sure: by the ornaments of known tiles and of a legend.

Where no wall is one they are told together: tiles of one look have one name, of two looks two.
Tiles that were shown tell names better: two looks that are nearly one would be taken for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import ALIKE, COUNTS, ORNAMENT, SLIPS, SURE
from companion.neural_network.attention import Answers
from companion.neural_network.encoders import Windows, face_of
from companion.neural_network.slots import COLOURS, tile_cells
from companion.neural_network.weights import Array
from companion.sightings.joint_names import names_together
from companion.vision.cells.contents import seem_bare, seem_coloured
from companion.vision.cells.looks import Looks
from companion.vision.cells.ornament import ornament_alike
from companion.vision.cells.picture_cells import PictureCells

Example = tuple[int, Array | Windows]
"""A colour's slot, and a face (H, W, 3) that has its ornament."""


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
    legend = any(cell.colour in board.colours for cell in tile_cells(board))
    tops = face_of(cells.top[tiles[unsure]])
    nats[unsure] = _by_ornament(nats[unsure], tops, [*_known_tiles(looks, board, legend=legend)])
    if legend:
        bare = clear & np.concatenate([seem_bare(each, board) for each in answers])
        spaces = [*_spaces(cells, cells.given | bare, board)]
        nats[unsure] = _by_ornament(nats[unsure], tops, spaces)
    else:
        known = [colour in looks.faces for colour in board.colours]
        unsure &= ~np.take(known, nats.argsort(axis=1)[:, -2:]).all(axis=1)
        nats = _together(nats, cells.faces[tiles], unsure)
    likeness[tiles, own] = nats + much - lies[tiles, own]
    parts = np.split(likeness, len(answers))
    return [replace(each, likeness=part) for each, part in zip(answers, parts, strict=True)]


def _spaces(cells: PictureCells, bare: Mask, board: Board) -> Iterator[Example]:
    """Yield the mean face of each colour's spaces that lie ``bare`` (N,)."""
    faces = cells.faces_of_spaces
    for slot in range(len(board.colours)):
        which = bare & (cells.printed == slot)
        if which.any():
            yield slot, faces[which].mean(axis=0, dtype=np.float32)


def _known_tiles(looks: Looks, board: Board, *, legend: bool) -> Iterator[Example]:
    """Yield the faces of tiles of the set's colours whose names are sure.

    Confirmed tiles are where a ``legend`` tells their names; elsewhere these may be wrong ones, and
    each would make the next surer.
    """
    for slot, colour in enumerate(board.colours):
        if legend or colour in looks.shown:
            yield from ((slot, face) for face in looks.faces.get(colour, ()))


def _by_ornament(nats: Array, tops: Windows, examples: Sequence[Example]) -> Array:
    """Return log-likelihoods (N, C) of colours with what the ornaments of tiles' ``tops`` tell.

    Of a colour's examples the likest counts; colours without any count as others do on average:
    all ``examples`` must be of one kind, as any two tiles are more alike than a tile and a space.
    """
    if not examples:
        return nats
    slots = np.array([slot for slot, _ in examples])
    alike = ornament_alike(tops, np.array([face for _, face in examples]))
    known = np.unique(slots)
    most = np.stack([alike[:, slots == slot].max(axis=1) for slot in known], axis=1)
    told = nats.copy()
    told[:, known] += ORNAMENT * (most - most.mean(axis=1, keepdims=True))
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

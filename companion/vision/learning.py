"""What the eyes learn from what is known: the looks of the tiles, bare cells, dome tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np

from companion.arrays import Mask
from companion.boards import PLACE, Board
from companion.chosen_numbers import ALIKE
from companion.games.base import FIRST, SPECIAL
from companion.neural_network.encoders import describe_faces, face_of
from companion.neural_network.slots import SLOTS, slot_of, tile_cells
from companion.neural_network.weights import weights
from companion.sightings.dome_likelihoods import DomeLikelihoods
from companion.sightings.sighting import Likelihoods
from companion.vision.cells.looks import apart
from companion.vision.cells.seen import SeenCells
from companion.vision.pieces.domes import NOTHING_SURE, Laid, spaces_of
from companion.vision.scene import Known, Scene, Seen

Boards = Mapping[int, Mapping[str, object]]
"""Everything that lies on the boards in the picture last looked at: by seat, by cell."""

NO_DOUBTS: Mapping[int, Collection[str]] = MappingProxyType({})

Learned = Callable[[Known, Board, Seen, Mapping[str, object]], Known]

IN_DOUBT = "?"
"""What lies on a cell of which that is not clear."""


def learn(
    scene: Scene, confirmed: Boards, doubted: Mapping[int, Collection[str]] = NO_DOUBTS
) -> Scene:
    """Return the scene with all learned that confirmed boards tell.

    A tile that a lamp burns white tells nothing of its colour's look.  What is ``doubted``, by
    seat, tells neither how a tile looks nor a bare cell, and of a dome tile nothing is kept but
    that it lies there: what follows would confirm a mistake.
    """
    lying = {seat: _as_known(each, doubted.get(seat, ())) for seat, each in confirmed.items()}
    looked = _with_looks(scene, lying, lambda cells: cells.inside & ~cells.lit)
    domes = _with_each(looked, lying, partial(_with_domes, sure=True))
    return _with_each(_with_each(domes, lying, _with_bare), lying, _with_lying)


def _as_known(cells: Mapping[str, object], doubted: Collection[str]) -> Mapping[str, object]:
    """Return what lies on a board as far as it is clear."""
    domes = {cell for cell in doubted if cell.startswith(PLACE)}
    unclear = dict.fromkeys(set(doubted) - domes, IN_DOUBT)
    return {**cells, **unclear, **dict.fromkeys(domes & cells.keys(), NOTHING_SURE)}


def learn_looks(scene: Scene, shown: Boards) -> Scene:
    """Return the scene with the looks of tiles learned that were shown: one of each colour."""
    return _with_looks(scene, shown, lambda cells: cells.inside, shown=True)


def look_alike(scene: Scene, shown: Mapping[int, Mapping[str, str]]) -> dict[int, list[str]]:
    """Return the cells, by seat, on which a ``shown`` tile looks like one of another colour.

    A lamp burns both white, it is dark, or they have one colour: such tiles teach only mistakes.
    """
    found = {
        seat: _alike(scene.seen[seat].cells, scene.board, cells)
        for seat, cells in shown.items()
        if cells and seat in scene.seen
    }
    return {seat: cells for seat, cells in found.items() if cells}


def _alike(seen: SeenCells, board: Board, tiles: Mapping[str, str]) -> list[str]:
    """Return the cells of ``tiles`` that look like one of another colour."""
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(board))}
    at, colours = [numbers[cell] for cell in tiles], np.array(list(tiles.values()))
    looks, burnt = describe_faces(face_of(seen.top[at]), weights()), seen.lit[at]
    like = (apart(looks, looks) < ALIKE) | (burnt[:, None] & burnt)
    other = (like & (colours[:, None] != colours)).any(axis=1)
    return [cell for cell, is_like in zip(tiles, other, strict=True) if is_like]


def _with_looks(
    scene: Scene, boards: Boards, telling: Callable[[SeenCells], Mask], *, shown: bool = False
) -> Scene:
    """Return the scene with the looks of the tiles on boards, where the cells are ``telling``."""
    looks = scene.looks
    for seat, cells in boards.items():
        if seat in scene.seen:
            seen = scene.seen[seat].cells
            newest = _newest(scene.board, telling(seen), cells)
            for colour, face in zip(newest, face_of(seen.top[[*newest.values()]]), strict=True):
                looks = looks.learn(colour, face, shown=shown)
    return replace(scene, looks=looks)


def remember_domes(scene: Scene, boards: Boards) -> Scene:
    """Return the scene with the dome tiles kept that seem to lie there, as surely as they do.

    Nobody has confirmed them: the next picture may show what they really are.
    """
    return _with_each(scene, boards, partial(_with_domes, sure=False))


def _with_each(scene: Scene, boards: Boards, learned: Learned) -> Scene:
    """Return the scene with something learned of each board that was seen."""
    fresh = {
        seat: learned(scene.known[seat], scene.board, scene.seen[seat], cells)
        for seat, cells in boards.items()
        if seat in scene.seen
    }
    return replace(scene, known={**scene.known, **fresh})


def _newest(board: Board, telling: Mask, cells: Mapping[str, object]) -> dict[str, int]:
    """Return the number of the ``telling`` (N,) cell on which each colour's newest tile lies."""
    contents = enumerate(cells.get(cell.id) for cell in tile_cells(board))
    return {str(tile): n for n, tile in contents if _is_tile(tile, board) and telling[n]}


def _with_bare(known: Known, board: Board, seen: Seen, cells: Mapping[str, object]) -> Known:
    """Return what is known with cells kept that are bare and were never seen so."""
    fresh = _open(board, seen, cells) & ~known.bare.given
    if not fresh.any():
        return known
    return replace(known, bare=known.bare.with_cells(fresh, seen.cells.base))


def _with_lying(known: Known, board: Board, seen: Seen, cells: Mapping[str, object]) -> Known:
    """Return what is known with the tiles kept that lie there, whatever they seemed to be."""
    clear = seen.cells.inside & ~seen.hidden & ~seen.cells.lit
    tiles = clear & [_is_tile(cells.get(cell.id), board) for cell in tile_cells(board)]
    gone = known.tiles.without(_open(board, seen, cells))
    return replace(known, tiles=gone.lying(tiles, seen.cells.base, board))


def _is_tile(content: object, board: Board) -> bool:
    return content in (*board.colours, FIRST, SPECIAL)


def _with_domes(
    known: Known, board: Board, seen: Seen, cells: Mapping[str, object], *, sure: bool
) -> Known:
    """Return what is known with dome tiles kept; of new ones the print is what is bare now."""
    domes = dict(_dome_tiles(cells, {} if sure else seen.likelihoods))
    if not domes:
        return replace(known, domes=domes)
    new = [place for place, laid in domes.items() if laid.replaces(known.domes.get(place))]
    fresh = {cell.id for place in new for cell in spaces_of(board, place)}
    changed = np.array([cell.id in fresh for cell in tile_cells(board)])
    open_ = _open(board, seen, cells)
    bare = known.bare.with_prints(_prints(board, domes))
    bare = bare.with_cells(changed & open_, seen.cells.base).without(changed & ~open_)
    return replace(known, bare=bare, domes=domes)


def _dome_tiles(
    cells: Mapping[str, object], likely: Mapping[str, Likelihoods]
) -> Iterator[tuple[str, Laid]]:
    """Yield the dome tiles of a board by their places, as ``likely`` as they are: or confirmed."""
    for place, spaces in cells.items():
        if place.startswith(PLACE) and isinstance(spaces, tuple):
            told = likely.get(place)
            yield place, Laid(spaces, told.prints if isinstance(told, DomeLikelihoods) else ())


def _open(board: Board, seen: Seen, cells: Mapping[str, object]) -> Mask:
    """Return which cells (N,) lie bare and can be seen in the picture."""
    bare = np.array([cell.id not in cells for cell in tile_cells(board)])
    return np.asarray(bare & seen.cells.inside & ~seen.hidden)


def _prints(board: Board, domes: Mapping[str, Laid]) -> dict[int, int]:
    """Return what is printed on the spaces of dome tiles: slots by the numbers of cells."""
    numbers = {cell.id: n for n, cell in enumerate(tile_cells(board))}
    return {
        numbers[cell.id]: SLOTS if name is None else slot_of(name, board)
        for place, laid in domes.items()
        for cell, name in zip(spaces_of(board, place), laid.sure, strict=True)
    }

"""What the eyes learn: the colours of the tiles, how cells look bare, where dome tiles lie.

From what people confirmed, from the print of empty boards, from tiles that nobody could mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.domes import PLACE, places_of, spaces_of
from companion.vision.follow import landmarks_of
from companion.vision.palette import Printed, balanced
from companion.vision.patches import patches
from companion.vision.reference import copy_cells
from companion.vision.scene import Known, Scene
from companion.vision.sighting import Sighting
from companion.vision.tiles import SPECIAL, tile_cells

OBVIOUS = 4.0
"""Nats between the best two contents of a cell that needs no confirmation."""


def learn(scene: Scene, confirmed: Mapping[int, Mapping[str, object]]) -> Scene:
    """Return the scene with tile colours, dome tiles and bare cells learned from what is confirmed.

    ``confirmed`` maps seat to all filled cells in the picture last looked at.
    """
    scene = remember_domes(learn_colours(scene, confirmed), confirmed)
    fresh = {
        seat: _with_free(_with_bare(scene, seat, confirmed[seat]), scene, seat, confirmed[seat])
        for seat in confirmed
        if seat in scene.seen
    }
    return replace(scene, known={**scene.known, **fresh})


def learn_colours(scene: Scene, tiles: Mapping[int, Mapping[str, object]]) -> Scene:
    """Return the scene with the palette learned from ``tiles``, by seat and cell."""
    palette = scene.palette
    for seat, cells in tiles.items():
        pixels = scene.seen[seat].reading.pixels if seat in scene.seen else {}
        for cell, content in cells.items():
            known = isinstance(content, str) and content in (*palette.colours, SPECIAL)
            if cell in pixels and known:
                palette = palette.learn(str(content), pixels[cell])
    return replace(scene, palette=palette)


def learn_the_obvious(sighting: Sighting, scene: Scene) -> Scene:
    """Return the scene with the palette learned from tiles that nobody could mistake.

    ``scene`` is what followed the sighting.
    """
    clear: dict[int, dict[str, object]] = {}
    for board in sighting.boards:
        for cell, likely in board.cells.items():
            first, second = sorted(likely.values())[:-3:-1]
            if first - second > OBVIOUS:
                best = max(likely, key=lambda content: likely[content])
                clear.setdefault(board.seat, {})[cell] = best
    return learn_colours(scene, clear)


def remember_domes(scene: Scene, boards: Mapping[int, Mapping[str, object]]) -> Scene:
    """Return the scene with the dome tiles of ``boards`` (seat to cells) in the references."""
    if scene.board.dome_tile is None:
        return scene
    fresh = {seat: _with_domes(scene, seat, boards[seat]) for seat in boards if seat in scene.seen}
    return replace(scene, known={**scene.known, **fresh})


def chart_of(scene: Scene) -> Mapping[Printed, NDArray[np.float32]]:
    """Return the main colours of all bare coloured spaces, kind by kind."""
    cells = [c for c in tile_cells(scene.board) if c.colour is not None]
    seen: dict[Printed, list[NDArray[np.float32]]] = {}
    for known in scene.known.values() if cells else ():
        whites = np.tile(known.white, (len(cells), 1))
        faces = balanced(patches(known.reference, cells, scene.board.tile), whites)
        for cell, face in zip(cells, np.median(faces, axis=1), strict=True):
            seen.setdefault((cell.kind, cell.colour), []).append(face)
    return {printed: np.mean(faces, axis=0) for printed, faces in seen.items()}


def _with_domes(scene: Scene, seat: int, cells: Mapping[str, object]) -> Known:
    """Put dome tiles that were confirmed just now into the reference of their board."""
    known, seen = scene.known[seat], scene.seen[seat]
    domes = {c: s for c, s in cells.items() if c.startswith(PLACE) and isinstance(s, tuple)}
    reference = known.reference
    for place, spaces in domes.items():
        if known.domes.get(place) != spaces:
            four = spaces_of(scene.board, place)
            open_ = [cell for cell in four if cell.id not in cells]
            reference = copy_cells(reference, seen.base, seen.light, scene.board, open_)
    if reference is known.reference:
        return replace(known, domes=domes)
    landmarks = landmarks_of(reference, scene.board)
    return replace(known, reference=reference, landmarks=landmarks, domes=domes)


def _with_bare(scene: Scene, seat: int, cells: Mapping[str, object]) -> Known:
    """Put cells that were confirmed to be bare, for the first time, into the reference."""
    known, seen = scene.known[seat], scene.seen[seat]
    fresh = [
        cell
        for cell in tile_cells(scene.board)
        if cell.id not in known.shown and cell.id not in cells
    ]
    if not fresh:
        return known
    reference = copy_cells(known.reference, seen.base, seen.light, scene.board, fresh)
    return replace(known, reference=reference, shown=known.shown | {cell.id for cell in fresh})


def _with_free(known: Known, scene: Scene, seat: int, cells: Mapping[str, object]) -> Known:
    """Remember how places look that were confirmed, for the first time, to be without dome tile."""
    seen, board = scene.seen[seat], scene.board
    free = frozenset(places_of(board)) - known.free - set(cells)
    spaces = [cell for place in free for cell in spaces_of(board, place)]
    if not spaces:
        return known
    bare = copy_cells(known.bare, seen.base, seen.light, board, spaces)
    return replace(known, bare=bare, free=known.free | free)

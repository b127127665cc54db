"""Which tile lies where: log-likelihoods of every cell of a board.

Two questions are asked of each cell: which tile would it be, at the height of a tile's top, against
the palette; and is it still bare (``bare``).  The answers are weighed with heavy tails, so that one
odd cell never speaks with absolute certainty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.vision.arrays import Vector
from companion.vision.bare import bare
from companion.vision.glyph import figure_evidence
from companion.vision.naming import MIXED, NEAR, PRESENT, mixtures
from companion.vision.palette import Palette, shown
from companion.vision.patches import distance, faces, share_below
from companion.vision.sides import PLAIN_MM, printed_sides
from companion.vision.sighting import Content, Likelihoods, Tops
from companion.vision.telling import TILE_SHARE, TILE_SPREAD, heavy_tailed, sureness
from companion.vision.views import Question, TileView

TILE_KINDS = ("wall", "line", "floor", "space", "corner", "dome", "mark", "broken")

FIRST = "first"
SPECIAL = "special"
ANOTHER = -9.0
"""Likelihood of a tile that looks like none of the colours, as special tiles do at first."""

LIGHT_TILES = ("white", "cream")
"""Tiles that the starting player marker could be taken for."""

HOPELESS = 12.0
"""Nats behind the likeliest content from which on nobody needs to look closer."""

CLOSE = 8.0
"""Nats between print and likeliest tile up to which the height of a cell's edges is asked too."""

SIDES_WEIGHT = 0.5
"""Part of what that says which counts beside a reference: both look at the same border."""

EXPLAINED, CLEAR = -8.0, 8.0
"""Log-likelihood of the likeliest content, and nats ahead of the second, from which on a cell that
may lie in a shadow's edge is not looked at in another light."""


@dataclass(frozen=True)
class Reading:
    """Likelihoods of all cells, and each cell's colours (K, 3) as a tile, for learning the set."""

    cells: Mapping[str, Likelihoods]
    pixels: Mapping[str, NDArray[np.float32]]


def tile_cells(board: Board) -> tuple[Cell, ...]:
    """Return the cells of a board that hold tiles."""
    return board.of_kind(*TILE_KINDS)


def read_tiles(view: TileView, board: Board, palette: Palette) -> Reading:
    """Return the log-likelihoods of every content of every cell of one board.

    Where a shadow ends within a cell's reach, the light on it is not known for sure: of the lights
    that may fall on it the one that explains it best is taken.
    """
    cells = tile_cells(board)
    first, *others = (replace(view, light=light) for light in view.light.likely)
    reading = _read_in(first, board, palette, cells)
    unsure = tuple(cell for cell in cells if _unsure(reading.cells[cell.id]))
    for other in others if unsure else ():
        reading = _better(reading, _read_in(other, board, palette, unsure))
    return reading


def _unsure(likely: Likelihoods) -> bool:
    """Tell whether another light might explain a cell better: few look as they should by chance."""
    second, first = sorted(likely.values())[-2:]
    return first < EXPLAINED or first - second < CLEAR


def _better(one: Reading, other: Reading) -> Reading:
    """Return ``one`` with those cells of the ``other`` that it explains better."""
    better = [cell for cell in other.cells if _explained(other, cell) > _explained(one, cell)]
    return Reading(
        {**one.cells, **{cell: other.cells[cell] for cell in better}},
        {**one.pixels, **{cell: other.pixels[cell] for cell in better}},
    )


def _explained(reading: Reading, cell: str) -> float:
    return max(reading.cells[cell].values())


def _read_in(view: TileView, board: Board, palette: Palette, cells: tuple[Cell, ...]) -> Reading:
    """Read some cells of one board in the light of ``view``."""
    places = np.array([cell.centre_mm for cell in cells])
    gains = view.light.gain(places, view.white).astype(np.float32)
    colours = view.colours(view.top, cells, board.tile)
    names = tuple(palette.colours)
    most = view.brightest(cells)
    mains = shown(np.array([palette.colours[name] for name in names]), view.white, most)
    miss = {name: distance(colours, mains[:, i, None]) for i, name in enumerate(names)}
    away = [share_below(miss[name], TILE_SHARE) for name in names]
    present = {name: (each < NEAR).mean(axis=1) for name, each in miss.items()}
    tiled = heavy_tailed(np.stack(away, axis=1), TILE_SPREAD)
    for mixed, one, other in mixtures(palette):
        plain = np.maximum(present[one], present[other]) > PRESENT
        tiled[:, names.index(mixed)] -= MIXED * plain
    best = mains[np.arange(len(cells)), tiled.argmax(axis=1)]
    surest = tiled.max(axis=1)
    answer = bare(view, board.tile, Question(cells, gains, colours, best, surest, palette))
    known = np.array([cell.id in view.shown for cell in cells])
    prints = np.array([palette.printed(cell.kind, cell.colour) for cell in cells])
    bright = shown(prints, view.white, most)[np.arange(len(cells)), np.arange(len(cells))]
    apart = np.linalg.norm(best - bright, axis=1)
    hedged = surest + sureness(apart) * (answer.colour - surest)
    empty = np.where(known, hedged + answer.place, answer.colour)
    _ask_sides(empty, known & (np.abs(empty - surest) < CLOSE), view, cells, gains)
    table: dict[str, Likelihoods] = {}
    for i, cell in enumerate(cells):
        table[cell.id] = _contents(cell, empty[i], dict(zip(names, tiled[i], strict=True)))
    marked = tiled[:, names.index(FIRST)] if FIRST in names else np.zeros(len(cells))
    firsts = dict(zip((cell.id for cell in cells), marked, strict=True))
    _tell_marker(view, board, table, firsts)
    return Reading(table, {cell.id: colours[i] for i, cell in enumerate(cells)})


def _ask_sides(
    empty: Vector,
    close: NDArray[np.bool_],
    view: TileView,
    cells: Sequence[Cell],
    gains: NDArray[np.float32],
) -> None:
    """Add to ``empty`` (N,), where it is ``close``, what the height of a cell's edges says."""
    asked = tuple(cell for cell, wanted in zip(cells, close, strict=True) if wanted)
    if asked:
        whites, flats = view.white * gains[close], (view.base, view.top)
        leans = view.leans_mm(asked)
        slanted = np.minimum(np.linalg.norm(leans, axis=1) / PLAIN_MM, 1.0)
        empty[close] += SIDES_WEIGHT * slanted * printed_sides(flats, asked, whites, leans)


def _contents(cell: Cell, empty: float, tiles: Mapping[str, float]) -> Likelihoods:
    """Return the likelihoods of what may lie on a cell of its kind."""
    if cell.kind == "mark":
        return {None: float(empty), FIRST: float(tiles[FIRST])}
    contents: dict[Content | None, float] = {None: float(empty)}
    contents |= {name: float(value) for name, value in tiles.items() if name != FIRST}
    if cell.kind == "dome":
        contents[SPECIAL] = max(ANOTHER, float(tiles.get(SPECIAL, ANOTHER)))
    return Tops(contents) if cell.kind == "broken" else contents


def _tell_marker(
    view: TileView, board: Board, table: dict[str, Likelihoods], firsts: Mapping[str, float]
) -> None:
    """Add the starting player marker where it can lie: on the floor, told by its figure."""
    floor = tuple(cell for cell in board.of_kind("floor") if cell.id in table)
    light = next((name for name in LIGHT_TILES if name in board.colours), None)
    if not floor or light is None:
        return
    for cell in floor:
        table[cell.id] = {**table[cell.id], FIRST: float(firsts[cell.id])}
    floor = tuple(cell for cell in floor if _may_be_light(table[cell.id], light, firsts[cell.id]))
    figures = figure_evidence(faces(view.top, floor, board.tile)) if floor else ()
    for cell, figure in zip(floor, figures, strict=True):
        contents = table[cell.id]
        best = max(firsts[cell.id], contents[light])
        told: dict[Content | None, float] = dict(contents)
        told[FIRST], told[light] = float(best + figure / 2), float(best - figure / 2)
        table[cell.id] = told


def _may_be_light(contents: Likelihoods, light: str, first: float) -> bool:
    """Tell whether it matters which of the two light tiles would lie there."""
    return max(contents[light], first) > max(contents.values()) - HOPELESS

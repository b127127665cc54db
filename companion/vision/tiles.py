"""Tile or print, and which colour: log-likelihoods of every cell of a board.

Two questions are asked of each cell.  *Is it still the print?* compares the frame with the
reference at the height of the board, under this frame's light, forgiving shadow.  *Which tile
would it be?* compares the frame at the height of a tile's top with the palette.  The answers are
weighed with heavy tails, so that one odd cell never speaks with absolute certainty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.vision.arrays import Vector
from companion.vision.glyph import figure_evidence
from companion.vision.light import Light, to_lab
from companion.vision.palette import Palette, balanced
from companion.vision.patches import brightness, distance, likeness, patches, share_below, textures
from companion.vision.rectify import Flat
from companion.vision.sighting import Content, Likelihoods, Tops

TILE_KINDS = ("wall", "line", "floor", "space", "corner", "dome", "mark", "broken")

FIRST = "first"
LIGHT_TILES = ("white", "cream")
"""Tiles that the starting player marker could be taken for."""

PRINT_SHARE = 40
"""Percentile of a cell's pixels that must look like print; neighbours may hide the rest."""

TILE_SHARE = 35
"""Percentile of a tile's pixels that must have its main colour: the rest may be ornament."""

SHADE_PRICE = 20.0
"""Colour distance that halving the light costs (times the logarithm)."""

PRINT_SPREAD = 2.5
TILE_SPREAD = 8.0
TAIL = 3.0
"""Exponent of the heavy-tailed likelihoods."""

ORNAMENT_SAME = 0.7
"""Correlation of textures halfway between bare print and a tile on it."""

ORNAMENT_WEIGHT = 15.0
ORNAMENT_LIMITS = (-6.0, 4.0)
NOVELTY = 0.7
"""Logarithm of how much more texture a plain cell shows, halfway between bare and a tile."""

NOVELTY_WEIGHT = 6.0
ORNAMENT_PLAIN = 4.0
"""Mean square of a texture, in grey levels, below which there is no ornament to compare."""


@dataclass(frozen=True)
class TileView:
    """What is needed to read a board in a frame: flat pictures at both heights, light, white."""

    base: Flat
    top: Flat
    light: Light
    white: NDArray[np.float64]
    reference: Flat


@dataclass(frozen=True)
class Reading:
    """Likelihoods of all cells, and each cell's colours (K, 3) as a tile, for learning the set."""

    cells: Mapping[str, Likelihoods]
    pixels: Mapping[str, NDArray[np.float32]]


def tile_cells(board: Board) -> tuple[Cell, ...]:
    """Return the cells of a board that hold tiles."""
    return board.of_kind(*TILE_KINDS)


def read_tiles(view: TileView, board: Board, palette: Palette) -> Reading:
    """Return the log-likelihoods of every content of every cell of one board."""
    cells = tile_cells(board)
    gains = view.light.gain(np.array([cell.centre_mm for cell in cells])).astype(np.float32)
    colours = balanced(patches(view.top, cells, board.tile), view.white * gains)
    names = tuple(palette.colours)
    away = [share_below(distance(colours, palette.colours[n]), TILE_SHARE) for n in names]
    tiled = _likelihood(np.stack(away, axis=1), TILE_SPREAD)
    empty = _likelihood(_print_distance(view, board, cells, gains), PRINT_SPREAD)
    empty += _same_ornament(view, board, cells, gains)
    table: dict[str, Likelihoods] = {}
    for i, cell in enumerate(cells):
        table[cell.id] = _contents(cell, empty[i], dict(zip(names, tiled[i], strict=True)))
    firsts = dict(zip((cell.id for cell in cells), tiled[:, names.index(FIRST)], strict=True))
    _tell_marker(view, board, table, firsts)
    return Reading(table, {cell.id: colours[i] for i, cell in enumerate(cells)})


def _contents(cell: Cell, empty: float, tiles: Mapping[str, float]) -> Likelihoods:
    """Return the likelihoods of what may lie on a cell of its kind."""
    if cell.kind == "mark":
        return {None: float(empty), FIRST: float(tiles[FIRST])}
    contents: dict[Content | None, float] = {None: float(empty)}
    contents |= {name: float(value) for name, value in tiles.items() if name != FIRST}
    return Tops(contents) if cell.kind == "broken" else contents


def _tell_marker(
    view: TileView, board: Board, table: dict[str, Likelihoods], firsts: Mapping[str, float]
) -> None:
    """Add the starting player marker where it can lie: on the floor, told by its figure."""
    floor = board.of_kind("floor")
    light = next((name for name in LIGHT_TILES if name in board.colours), None)
    if not floor or light is None:
        return
    figures = figure_evidence(patches(view.top, floor, board.tile, step=1))
    for cell, figure in zip(floor, figures, strict=True):
        contents = table[cell.id]
        best = max(firsts[cell.id], contents[light])
        told: dict[Content | None, float] = dict(contents)
        told[FIRST], told[light] = float(best + figure / 2), float(best - figure / 2)
        table[cell.id] = told


def _print_distance(
    view: TileView, board: Board, cells: Sequence[Cell], gains: NDArray[np.float32]
) -> Vector:
    """Return how far each cell (N,) is from the print, in units of colour distance.

    A shadow darkens all channels alike, so darkening may be taken out of a pixel, at a price.
    """
    now = patches(view.base, cells, board.tile)
    then = patches(view.reference, cells, board.tile) * gains[:, None, :]
    seen = to_lab(now)
    plain = share_below(distance(seen, to_lab(then)), PRINT_SHARE)
    shade = np.clip((brightness(now) + 6) / (brightness(then) + 6), 0.3, 1.0)
    forgiven = share_below(distance(seen, to_lab(then * shade[:, :, None])), PRINT_SHARE)
    price = SHADE_PRICE * -np.log(share_below(shade, 50))
    return np.asarray(np.minimum(plain, forgiven + price), float)


def _same_ornament(
    view: TileView, board: Board, cells: Sequence[Cell], gains: NDArray[np.float32]
) -> Vector:
    """Return how much the ornament of each cell (N,) speaks for bare print.

    Where the print has an ornament, a tile's lies higher, turned and shifted a little; where the
    print is plain, a tile brings an ornament or edges that were not there.
    """
    now = textures(view.base, cells, board.tile)
    then = textures(view.reference, cells, board.tile) * gains[:, None, :]
    strength = np.einsum("nkc,nkc->n", then, then) / then[0].size
    present = np.einsum("nkc,nkc->n", now, now) / now[0].size
    same = ORNAMENT_WEIGHT * (likeness(now, then) - ORNAMENT_SAME)
    novelty = np.log((np.sqrt(present) + 1) / (np.sqrt(strength) + 1))
    plain = NOVELTY_WEIGHT * (NOVELTY - novelty)
    share = strength / (strength + ORNAMENT_PLAIN)
    limit = ORNAMENT_LIMITS
    return np.asarray(np.clip(same, *limit) * share + np.clip(plain, *limit) * (1 - share), float)


def _likelihood(away: Vector, spread: float) -> Vector:
    return np.asarray(-TAIL * (np.log1p((away / spread) ** 2) + np.log(spread)), float)

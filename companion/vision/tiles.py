"""Tile or print, and which colour: log-likelihoods of every cell of a board.

Two questions are asked of each cell.  *Is it still the print?* compares the frame with the
reference at the height of the board, under this frame's light, forgiving shadow.  *Which tile
would it be?* compares the frame at the height of a tile's top with the palette.  The answers are
weighed with heavy tails, so that one odd cell never speaks with absolute certainty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board, Cell
from companion.vision.glyph import figure_evidence
from companion.vision.light import Light, to_lab
from companion.vision.palette import Palette, balanced
from companion.vision.patches import likeness, patches, texture
from companion.vision.rectify import Flat
from companion.vision.sighting import Content, Likelihoods

TILE_KINDS = ("wall", "line", "floor")

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
    """Likelihoods of all cells, and each cell's main colour as a tile (for learning the set)."""

    cells: Mapping[str, Likelihoods]
    colours: Mapping[str, NDArray[np.float32]]


def tile_cells(board: Board) -> tuple[Cell, ...]:
    """Return the cells of a board that hold tiles."""
    return board.of_kind(*TILE_KINDS)


def read_tiles(view: TileView, board: Board, palette: Palette) -> Reading:
    """Return the log-likelihoods of every content of every cell of one board."""
    cells = tile_cells(board)
    gains = view.light.gain(np.array([cell.centre_mm for cell in cells]))
    now = patches(view.base, cells, board.tile.size_mm)
    light = gains[:, None, :].astype(np.float32)
    then = patches(view.reference, cells, board.tile.size_mm) * light
    pixels = patches(view.top, cells, board.tile.size_mm)
    colours = balanced(pixels, view.white * gains)
    figure = figure_evidence(pixels)
    names = tuple(palette.colours)
    tiled = np.stack([_tile_distance(colours, palette.colours[name]) for name in names], axis=1)
    empty = _likelihood(_print_distance(now, then), PRINT_SPREAD) + _same_ornament(now, then)
    tile = _likelihood(tiled, TILE_SPREAD)
    table: dict[str, Likelihoods] = {
        cell.id: _weigh(cell, empty[i], dict(zip(names, tile[i], strict=True)), figure[i])
        for i, cell in enumerate(cells)
    }
    mains = {cell.id: _main_colour(colours[i]) for i, cell in enumerate(cells)}
    return Reading(table, mains)


def _weigh(cell: Cell, empty: float, tiles: Mapping[str, float], figure: float) -> Likelihoods:
    """Put one cell's answers together; only the floor can hold the starting player marker."""
    weighed: dict[Content | None, float] = {None: float(empty)}
    weighed |= {name: float(value) for name, value in tiles.items() if name != "first"}
    if cell.kind != "floor":
        return weighed
    light = max(("white", "cream"), key=lambda name: tiles.get(name, -np.inf))
    best = max(tiles["first"], tiles.get(light, -np.inf))
    weighed["first"] = float(best + figure / 2)
    weighed[light] = float(best - figure / 2)
    return weighed


def _print_distance(now: NDArray[np.float32], then: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how far each cell (N,) is from the print, in units of colour distance.

    A shadow darkens all channels alike, so darkening may be taken out of a pixel, at a price.
    """
    seen = to_lab(now)
    plain = np.percentile(_distance(seen, to_lab(then)), PRINT_SHARE, axis=1)
    shade = np.clip((now.sum(axis=2) + 6) / (then.sum(axis=2) + 6), 0.3, 1.0)
    forgiven = _distance(seen, to_lab(then * shade[:, :, None]))
    price = SHADE_PRICE * -np.log(np.median(shade, axis=1))
    return np.asarray(np.minimum(plain, np.percentile(forgiven, PRINT_SHARE, axis=1) + price))


def _same_ornament(now: NDArray[np.float32], then: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how much each cell's (N,) ornament speaks for bare print; nothing where it is plain.

    The ornament on top of a tile is the print's, but lies higher, turned and shifted a little.
    """
    before = texture(then)
    strength = np.einsum("nkc,nkc->n", before, before) / before[0].size
    speaks = ORNAMENT_WEIGHT * (likeness(texture(now), before) - ORNAMENT_SAME)
    return np.asarray(np.clip(speaks, *ORNAMENT_LIMITS) * strength / (strength + ORNAMENT_PLAIN))


def _tile_distance(colours: NDArray[np.float32], main: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.asarray(np.percentile(_distance(colours, main), TILE_SHARE, axis=1))


def _distance(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(a - b, axis=2), float)


def _main_colour(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.median(colours, axis=0), np.float32)


def _likelihood(distance: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    return np.asarray(-TAIL * (np.log1p((distance / spread) ** 2) + np.log(spread)))

"""Is a cell bare print, where no picture shows it bare?  Somebody's photograph of a game under way.

Two things tell.  Where edges and ornaments lie: at the height of the board, or at a tile's top
(``sides``, ``symmetry``).  And that all bare spaces of one kind are printed alike, as all tiles of
one colour are: neither colour is known, only usual, but each cell of a kind may show the one or the
other.  All pairs are tried, and believed as far as they explain all cells of the kind and are
colours that such spaces and such tiles usually have.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Pixels, Vector
from companion.vision.palette import PRINT_FOLLOWS, Palette, balanced
from companion.vision.patches import distance, patches, share_below, textures
from companion.vision.rings import printed_rings
from companion.vision.sides import printed_sides
from companion.vision.symmetry import printed_symmetry
from companion.vision.telling import (
    PRINT_SHARE,
    SHADE_PRICE,
    TILE_SHARE,
    TILE_SPREAD,
    heavy_tailed,
    novelty,
    ornate,
    still_print,
    strength,
    sureness,
)
from companion.vision.views import Question, TileView

SHADES = (1.0, 0.85, 0.7, 0.55)
"""Shadows tried where there is no reference to tell."""

ALIKE = 4.0
"""Scatter of the colours of bare spaces of one kind on one board."""

PRINTINGS = 6.0
"""Scatter of a print's colour, set by set, around the usual one."""

FARTHEST = 3.0
"""The farthest from the usual, in units of its scatter, that a colour may be: a row of blue tiles
is no row of spaces printed blue, however alike they are."""

SETS, LEARNED = 8.0, 4.0
"""Scatter of a tile's colour around the usual one, and around what was learned of it."""

MARKER = "first"

CENTRED_WEIGHT = 10.0
"""Nats for an ornament that is symmetric about the print alone, or about a tile alone."""

PLAINEST = 10
"""Percentile of the textures of all spaces that shows how plain bare ones are: at a quarter it was
already a white tile's on a Mini board full of tiles."""


def by_alike(view: TileView, tile: Tile, asked: Question) -> Vector:
    """Return the log-likelihood (N,) that each cell is bare, judged without a reference."""
    seen = balanced(patches(view.base, asked.cells, tile), view.white * asked.gains)
    place, plain = _place(view, tile, asked)
    odds = np.zeros(len(asked.cells))
    for same in _kinds(asked.cells):
        odds[same] = odds_alike(asked.only(same), seen[same], place[same], plain[same])
    return asked.tiled + odds


def _place(view: TileView, tile: Tile, asked: Question) -> tuple[Vector, Vector]:
    """Return what edges and ornaments say for bare print (N,), and how plain each cell is (N,)."""
    leans = view.leans_mm(asked.cells)
    texture = textures(view.base, asked.cells, tile)
    coloured = np.array([cell.colour is not None for cell in asked.cells])
    plain = np.where(coloured, 1 - ornate(texture), 1.0)
    centred = printed_symmetry((view.base, view.top), asked.cells, tile)
    usual = np.percentile(strength(texture), PLAINEST)
    fresh = np.where(coloured, 0.0, novelty(strength(texture), usual))
    lit = view.white * asked.gains
    sides = printed_sides((view.base, view.top), asked.cells, lit, leans)
    rings = printed_rings((view.base, view.top), asked.cells, tile, lit, leans)
    told = sides + rings + CENTRED_WEIGHT * (1 - plain) * centred + plain * fresh
    return np.asarray(told, float), plain


def _kinds(cells: tuple[Cell, ...]) -> list[NDArray[np.bool_]]:
    """Return which cells (N,) are printed alike, kind by kind."""
    kinds = [(cell.kind, cell.colour) for cell in cells]
    return [np.array([each == kind for each in kinds]) for kind in dict.fromkeys(kinds)]


def odds_alike(asked: Question, seen: Pixels, place: Vector, plain: Vector) -> Vector:
    """Return the logarithm of the odds (N,) that cells of one kind are bare.

    ``seen`` (N, K, 3) are their colours at the board's height.
    """
    prints, tiles = _prints(asked, seen), _tiles(asked)
    tiled, best = _as_tiles(asked, tiles)
    told = place + _colour(asked, seen, plain, prints, (tiled, best))
    likely = _usually(asked, prints, tiles)
    likely = likely + (np.logaddexp(0, told) + tiled - asked.tiled).sum(axis=2)
    each = (likely - np.logaddexp.reduce(likely, axis=None)).reshape(-1, 1)
    told = told.reshape(-1, len(place))
    return np.asarray(
        np.logaddexp.reduce(each - np.logaddexp(0, -told))
        - np.logaddexp.reduce(each - np.logaddexp(0, told)),
        float,
    )


def _prints(asked: Question, seen: Pixels) -> NDArray[np.float32]:
    """Return colours (P, 3) that the print may have: the usual one and what the cells show."""
    usual = asked.palette.printed(asked.cells[0].kind, asked.cells[0].colour)
    return np.concatenate((usual[None], np.median(seen, axis=1)))


def _tiles(asked: Question) -> NDArray[np.float32]:
    """Return colours (T, 3) that the tile most like the print may have; its usual one first."""
    palette, name = asked.palette, _rival(asked)
    tops = np.median(asked.colours, axis=1)
    away = np.linalg.norm(tops - palette.colours[name], axis=1)
    near = away < FARTHEST * _scatter(palette, name)
    return np.concatenate((palette.colours[name][None], tops[near]))


def _rival(asked: Question) -> str:
    """Return the colour of the tiles that these spaces are most like."""
    cell, colours = asked.cells[0], asked.palette.colours
    if cell.colour in colours:
        return str(cell.colour)
    usual = asked.palette.printed(cell.kind, cell.colour)
    others = [name for name in colours if name != MARKER]
    return min(others, key=lambda name: float(np.linalg.norm(colours[name] - usual)))


def _scatter(palette: Palette, name: str) -> float:
    return LEARNED if name in palette.counts else SETS


def _usually(asked: Question, prints: NDArray[np.float32], tiles: NDArray[np.float32]) -> Vector:
    """Return the logarithms (P, T) of how usual such prints are together with such tiles."""
    palette, name = asked.palette, _rival(asked)
    usual = palette.printed(asked.cells[0].kind, asked.cells[0].colour)
    shifts = tiles - palette.colours[name]
    away = prints[:, None] - (usual + PRINT_FOLLOWS * shifts)
    odd = np.linalg.norm(away, axis=2) / PRINTINGS
    odder = np.linalg.norm(shifts, axis=1) / _scatter(palette, name)
    return np.asarray(np.where(odd < FARTHEST, -0.5 * (odd**2 + odder**2), -np.inf), float)


def _as_tiles(asked: Question, tiles: NDArray[np.float32]) -> tuple[Vector, NDArray[np.float32]]:
    """Return how likely each cell is a tile (T, N), and of which colour (T, N, 3)."""
    off = [share_below(distance(asked.colours, each), TILE_SHARE) for each in tiles]
    such = heavy_tailed(np.stack(off), TILE_SPREAD)
    best = np.where((such > asked.tiled)[..., None], tiles[:, None], asked.best)
    return np.maximum(such, asked.tiled), best


def _colour(
    asked: Question,
    seen: Pixels,
    plain: Vector,
    prints: NDArray[np.float32],
    as_tiles: tuple[Vector, NDArray[np.float32]],
) -> Vector:
    """Return how much the cells' colours (P, T, N) speak for bare print."""
    tiled, best = as_tiles
    was = prints[:, None, None]
    away = np.stack([heavy_tailed(_shaded_distance(seen, each), ALIKE) for each in prints])
    still = plain * still_print(np.median(asked.colours, axis=1), was, best)
    sure = sureness(np.linalg.norm(best - was, axis=3))
    return np.asarray(sure * (away[:, None] + still - tiled), float)


def _shaded_distance(seen: Pixels, was: NDArray[np.float32]) -> Vector:
    """Return how far each cell (N,) is from a main colour (3,), darkening forgiven at a price."""
    away = []
    for shade in SHADES:
        root = np.cbrt(shade)
        darker = np.concatenate(((was[:1] + 16) * root - 16, was[1:] * root))
        near = share_below(distance(seen, darker.astype(np.float32)), PRINT_SHARE)
        away.append(near - SHADE_PRICE * np.log(shade))
    return np.asarray(np.min(away, axis=0), float)

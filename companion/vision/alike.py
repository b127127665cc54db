"""Is a cell bare print, where no picture shows it bare?  Somebody's photograph of a game under way.

Two things tell.  Where edges and ornaments lie: at the height of the board, or at a tile's top
(``sides``, ``symmetry``).  And that all bare spaces of one kind are printed alike: their colour is
not known, only usual, but each cell of a kind may show it.  Each of these colours is tried, and
believed as far as it explains all cells of the kind and is one that such spaces usually have.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Pixels, Vector
from companion.vision.palette import balanced
from companion.vision.patches import distance, patches, share_below, textures
from companion.vision.rings import printed_rings
from companion.vision.sides import printed_sides
from companion.vision.symmetry import printed_symmetry
from companion.vision.telling import (
    PRINT_SHARE,
    SHADE_PRICE,
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
"""The farthest from the usual, in units of that scatter, that a print may be: a row of blue tiles
is no row of spaces printed blue, however alike they are."""

CENTRED_WEIGHT = 10.0
"""Nats for an ornament that is symmetric about the print alone, or about a tile alone."""

PLAINEST = 25
"""Percentile of the textures of plain spaces that shows how plain such a space is."""


def by_alike(view: TileView, tile: Tile, asked: Question) -> Vector:
    """Return the log-likelihood (N,) that each cell is bare, judged without a reference."""
    seen = balanced(patches(view.base, asked.cells, tile), view.white * asked.gains)
    place, plain = _place(view, tile, asked)
    odds = np.zeros(len(asked.cells))
    for same in _kinds(asked.cells):
        odds[same] = _odds(asked.only(same), seen[same], place[same], plain[same])
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


def _odds(asked: Question, seen: Pixels, place: Vector, plain: Vector) -> Vector:
    """Return the logarithm of the odds (N,) that cells of one kind are bare.

    ``seen`` (N, K, 3) are their colours at the board's height.
    """
    usual = asked.palette.printed(asked.cells[0].kind, asked.cells[0].colour)
    shown = np.median(seen, axis=1)
    credible = np.linalg.norm(shown - usual, axis=1) < FARTHEST * PRINTINGS
    prints = np.concatenate((shown[credible], usual[None]))
    told = np.stack([place + _colour(asked, seen, plain, each) for each in prints])
    likely = -0.5 * (np.linalg.norm(prints - usual, axis=1) / PRINTINGS) ** 2
    likely = likely + np.logaddexp(0, told).sum(axis=1)
    likely -= np.logaddexp.reduce(likely)
    return np.asarray(
        np.logaddexp.reduce(likely[:, None] - np.logaddexp(0, -told))
        - np.logaddexp.reduce(likely[:, None] - np.logaddexp(0, told)),
        float,
    )


def _colour(asked: Question, seen: Pixels, plain: Vector, was: NDArray[np.float32]) -> Vector:
    """Return how much the cells' colours (N,) speak for bare print that ``was`` (3,)."""
    prints = np.repeat(was[None], len(seen), axis=0)
    away = heavy_tailed(_shaded_distance(seen, was), ALIKE)
    sure = sureness(np.linalg.norm(asked.best - prints, axis=1))
    still = plain * still_print(asked.colours, prints, asked.best)
    return np.asarray(sure * (away + still - asked.tiled), float)


def _shaded_distance(seen: Pixels, was: NDArray[np.float32]) -> Vector:
    """Return how far each cell (N,) is from a main colour (3,), darkening forgiven at a price."""
    away = []
    for shade in SHADES:
        root = np.cbrt(shade)
        darker = np.concatenate(((was[:1] + 16) * root - 16, was[1:] * root))
        near = share_below(distance(seen, darker.astype(np.float32)), PRINT_SHARE)
        away.append(near - SHADE_PRICE * np.log(shade))
    return np.asarray(np.min(away, axis=0), float)

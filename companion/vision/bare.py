"""Is a cell still bare print?  Log-likelihoods of emptiness, with a reference and without.

With a picture of the empty board, a cell is compared with itself; without one, with cells that are
printed alike (``alike``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards import Tile
from companion.vision.alike import by_alike
from companion.vision.arrays import Pixels, Vector
from companion.vision.borders import border_kept
from companion.vision.light import to_lab
from companion.vision.palette import balanced
from companion.vision.patches import (
    brightness,
    distance,
    likeness,
    patches,
    share_below,
    textures,
)
from companion.vision.telling import (
    ORNAMENT_LIMITS,
    PRINT_SHARE,
    SHADE_PRICE,
    heavy_tailed,
    novelty,
    ornate,
    still_print,
    strength,
)
from companion.vision.views import Question, TileView

DEEPEST = 0.3
"""The deepest shadow that is taken out of a colour."""


PRINT_SPREAD = 2.5
"""Scatter of colours around the reference."""


ORNAMENT_SAME = 0.7
"""Correlation of textures halfway between bare print and a tile on it."""

FAINTER = 0.75
"""Contrast that the print's ornament keeps, shade aside."""

STRONGER = 1.2
"""Contrast it may gain: a tile's ornament is often the stronger one."""

ORNAMENT_WEIGHT = 15.0


@dataclass(frozen=True)
class Bareness:
    """Log-likelihoods (N,) that cells are bare: what ``colour`` says, and what ``place`` says.

    Colour is worth less where print and tile are of nearly the same; borders and ornaments speak
    by where they lie, whatever their colour.
    """

    colour: Vector
    place: Vector


def bare(view: TileView, tile: Tile, asked: Question) -> Bareness:
    """Return how likely each cell is bare."""
    shown = np.array([cell.id in view.shown for cell in asked.cells])
    colour, place = np.zeros((2, len(asked.cells)))
    if shown.any():
        found = _by_reference(view, tile, asked.only(shown))
        colour[shown], place[shown] = found.colour, found.place
    if not shown.all():
        colour[~shown] = by_alike(view, tile, asked.only(~shown))
    return Bareness(colour, place)


def _by_reference(view: TileView, tile: Tile, asked: Question) -> Bareness:
    plain = patches(view.reference, asked.cells, tile)
    was = np.median(balanced(plain, np.tile(view.white, (len(plain), 1))), axis=1)
    now = textures(view.base, asked.cells, tile)
    then = textures(view.reference, asked.cells, tile, asked.gains)
    ornamented = ornate(then)
    shown = np.median(asked.colours, axis=1)
    bareness = novelty(strength(now), strength(then)) + still_print(shown, was, asked.best)
    places = np.array([cell.centre_mm for cell in asked.cells])
    lit = view.light.expect(plain, places)
    seen = patches(view.base, asked.cells, tile)
    away = _print_distance(seen, lit)
    shade = np.clip(_level(seen) / _level(lit), DEEPEST, 1.0)
    ornament = _same_ornament(now, then, shade)
    border = border_kept(view.base, view.reference, asked.cells, tile, asked.gains)
    colour = heavy_tailed(away, PRINT_SPREAD) + (1 - ornamented) * bareness
    return Bareness(colour, ornamented * ornament + border)


def _print_distance(now: Pixels, then: Pixels) -> Vector:
    """Return how far each cell (N,) is from the print, in units of colour distance.

    A shadow darkens all channels alike, so darkening may be taken out of a pixel, at a price.
    """
    seen = to_lab(now)
    plain = share_below(distance(seen, to_lab(then)), PRINT_SHARE)
    shade = np.clip((brightness(now) + 6) / (brightness(then) + 6), DEEPEST, 1.0)
    forgiven = share_below(distance(seen, to_lab(then * shade[:, :, None])), PRINT_SHARE)
    price = SHADE_PRICE * -np.log(share_below(shade, 50))
    return np.asarray(np.minimum(plain, forgiven + price), float)


def _same_ornament(now: Pixels, then: Pixels, shade: Vector) -> Vector:
    """Return how much the ornament of each cell (N,) speaks for bare print that has one.

    The ornament on a tile is the print's, but lies higher, turned and shifted a little, or is
    fainter or stronger than ``shade`` (N,), how dark the cell became, makes it.
    """
    contrast = (strength(now) + 1e-3) / (strength(then) * shade + 1e-3)
    kept = np.minimum(np.minimum(contrast / FAINTER, STRONGER / contrast), 1.0)
    alike = likeness(now, then) * kept**2
    told = np.clip(ORNAMENT_WEIGHT * (alike - ORNAMENT_SAME), *ORNAMENT_LIMITS)
    return np.asarray(told, float)


def _level(pixels: Pixels) -> Vector:
    """Return the brightness (N,) of most of each cell."""
    return share_below(brightness(pixels), 50) + 1.0

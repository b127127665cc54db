"""Is a cell still bare print?  Log-likelihoods of emptiness, with a reference and without.

With a picture of the empty board, a cell is compared with itself.  Without one (somebody's
photograph of a game in progress) it is compared with how such spaces are usually printed, and its
ornament says at which height it lies: ornaments are symmetric, so one is centred either on the
board or on a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Cell, Tile
from companion.vision.arrays import Pixels, Points, Vector
from companion.vision.borders import border_kept
from companion.vision.geometry import BOARD_MM, Camera, Pose
from companion.vision.light import Light, to_lab
from companion.vision.palette import Palette, balanced
from companion.vision.patches import (
    brightness,
    distance,
    likeness,
    patches,
    share_below,
    textures,
)
from companion.vision.rectify import Flat
from companion.vision.symmetry import printed_symmetry

PRINT_SHARE = 40
"""Percentile of a cell's pixels that must look like print; neighbours may hide the rest."""

SHADE_PRICE = 20.0
"""Colour distance that halving the light costs (times the logarithm)."""

DEEPEST = 0.3
"""The deepest shadow that is taken out of a colour."""

SHADES = (1.0, 0.85, 0.7, 0.55)
"""Shadows tried where there is no reference to tell."""

PRINT_SPREAD = 2.5
GUESS_SPREAD = 6.0
"""Scatter of colours around the reference, and around what is usually printed."""

TAIL = 3.0
"""Exponent of the heavy-tailed likelihoods."""

ORNAMENT_SAME = 0.7
"""Correlation of textures halfway between bare print and a tile on it."""

FAINTER = 0.75
"""Contrast that the print's ornament keeps, shade aside."""

ORNAMENT_WEIGHT = 15.0
ORNAMENT_LIMITS = (-6.0, 4.0)
ORNAMENT_PLAIN = 4.0
"""Mean square of a texture, in grey levels, below which there is no ornament to compare."""

CENTRED_WEIGHT = 8.0
"""Nats for an ornament that is symmetric about the print alone, or about a tile alone."""

NOVELTY = 0.7
"""Logarithm of how much more texture a plain cell shows, halfway between bare and a tile."""

NOVELTY_WEIGHT = 6.0

HALFWAY = 0.42
"""Part of the way from print to tile colour at which both are equally likely."""

SHIFT = 2.5
"""Scatter of a cell's colour along that way."""


@dataclass(frozen=True)
class TileView:
    """What is needed to read a board in a frame: flat pictures at both heights, light, white.

    ``reference`` shows the board without tiles, at least in the cells named in ``shown``.
    """

    base: Flat
    top: Flat
    light: Light
    white: NDArray[np.float64]
    reference: Flat
    shown: frozenset[str]
    camera: Camera
    pose: Pose
    top_mm: float

    def leans_mm(self, cells: Sequence[Cell]) -> Points:
        """Return how far (N, 2) mm a tile's top seems displaced on the board, for each cell."""
        places = self.pose.place(np.array([cell.centre_mm for cell in cells]))
        tops = self.camera.lower(self.camera.project(places, self.top_mm), BOARD_MM)
        return self.pose.back(tops) - self.pose.back(places)


@dataclass(frozen=True)
class Question:
    """Cells that are asked whether they are bare.

    ``gains`` (N, 3) is the light on each, ``colours`` (N, K, 3) what it shows at the height of a
    tile, ``best`` (N, 3) the colour of the likeliest tile of the ``palette``.
    """

    cells: tuple[Cell, ...]
    gains: NDArray[np.float32]
    colours: Pixels
    best: NDArray[np.float32]
    palette: Palette

    def only(self, keep: NDArray[np.bool_]) -> Question:
        """Return the question for some of the cells."""
        kept = tuple(cell for cell, wanted in zip(self.cells, keep, strict=True) if wanted)
        return Question(kept, self.gains[keep], self.colours[keep], self.best[keep], self.palette)


def heavy_tailed(away: Vector, spread: float) -> Vector:
    """Return the log-likelihood of distances: odd cells never speak with absolute certainty."""
    return np.asarray(-TAIL * (np.log1p((away / spread) ** 2) + np.log(spread)), float)


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
        colour[~shown] = _by_print(view, tile, asked.only(~shown))
    return Bareness(colour, place)


def _by_reference(view: TileView, tile: Tile, asked: Question) -> Bareness:
    plain = patches(view.reference, asked.cells, tile)
    was = np.median(balanced(plain, np.tile(view.white, (len(plain), 1))), axis=1)
    now = textures(view.base, asked.cells, tile)
    then = textures(view.reference, asked.cells, tile, asked.gains)
    ornate = _ornate(then)
    bareness = _novelty(_strength(now), _strength(then)) + _still_print(
        asked.colours, was, asked.best
    )
    places = np.array([cell.centre_mm for cell in asked.cells])
    lit = view.light.expect(plain, places)
    seen = patches(view.base, asked.cells, tile)
    away = _print_distance(seen, lit)
    shade = np.clip(_level(seen) / _level(lit), DEEPEST, 1.0)
    ornament = _same_ornament(now, then, shade)
    border = border_kept(view.base, view.reference, asked.cells, tile, asked.gains)
    colour = heavy_tailed(away, PRINT_SPREAD) + (1 - ornate) * bareness
    return Bareness(colour, ornate * ornament + border)


def _by_print(view: TileView, tile: Tile, asked: Question) -> Vector:
    was = np.array([asked.palette.printed(c.kind, c.colour) for c in asked.cells], np.float32)
    seen = balanced(patches(view.base, asked.cells, tile), view.white * asked.gains)
    answer = heavy_tailed(_shaded_distance(seen, was), GUESS_SPREAD)
    texture = textures(view.base, asked.cells, tile)
    coloured = np.array([cell.colour is not None for cell in asked.cells])
    ornate = np.where(coloured, _ornate(texture), 0.0)
    leans = view.leans_mm(asked.cells)
    height = CENTRED_WEIGHT * printed_symmetry(view.base, asked.cells, tile, leans)
    # Without a reference, the plainest of these spaces show how plain such a space is.
    usual = np.percentile(_strength(texture), 25)
    novelty = np.where(coloured, 0.0, _novelty(_strength(texture), usual))
    bareness = novelty + _still_print(asked.colours, was, asked.best)
    return np.asarray(answer + ornate * height + (1 - ornate) * bareness, float)


def _shaded_distance(seen: Pixels, was: NDArray[np.float32]) -> Vector:
    """Return how far each cell (N,) is from a main colour (N, 3), darkening forgiven at a price."""
    away = []
    for shade in SHADES:
        root = np.cbrt(shade)
        darker = np.concatenate(((was[:, :1] + 16) * root - 16, was[:, 1:] * root), axis=1)
        near = share_below(distance(seen, darker[:, None].astype(np.float32)), PRINT_SHARE)
        away.append(near - SHADE_PRICE * np.log(shade))
    return np.asarray(np.min(away, axis=0), float)


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


def _still_print(colours: Pixels, was: NDArray[np.float32], best: NDArray[np.float32]) -> Vector:
    """Return how much each cell's (N,) colour is still the print's, on the way to the tile's.

    Coloured light from neighbours shifts a cell in any direction; what tells print from the
    likeliest tile (``best``, (N, 3)) is how far it went in that one.
    """
    way, gone = best - was, np.median(colours, axis=1) - was
    far = np.einsum("nc,nc->n", way, way)
    part = np.einsum("nc,nc->n", gone, way) / (far + 1.0)
    return np.asarray(np.clip((HALFWAY - part) * far / SHIFT**2, -6.0, 6.0), float)


def _same_ornament(now: Pixels, then: Pixels, shade: Vector) -> Vector:
    """Return how much the ornament of each cell (N,) speaks for bare print that has one.

    The ornament on a tile is the print's, but lies higher, turned and shifted a little, or is
    fainter than ``shade`` (N,), how dark the cell became, makes it.
    """
    contrast = _strength(now) / (_strength(then) * shade + 1e-3)
    alike = likeness(now, then) * np.minimum(contrast / FAINTER, 1.0) ** 2
    told = np.clip(ORNAMENT_WEIGHT * (alike - ORNAMENT_SAME), *ORNAMENT_LIMITS)
    return np.asarray(told, float)


def _novelty(now: Vector, then: Vector | float) -> Vector:
    """Return how much each cell (N,) lacks the ornament and edges a tile brings to plain print.

    ``now`` and ``then`` are strengths of texture.
    """
    novelty = np.log((now + 1) / (then + 1))
    return np.clip(NOVELTY_WEIGHT * (NOVELTY - novelty), *ORNAMENT_LIMITS)


def _level(pixels: Pixels) -> Vector:
    """Return the brightness (N,) of most of each cell."""
    return share_below(brightness(pixels), 50) + 1.0


def _ornate(texture: Pixels) -> Vector:
    """Return from 0 to 1 how surely each cell (N,) has an ornament."""
    square = _strength(texture) ** 2
    return np.asarray(square / (square + ORNAMENT_PLAIN), float)


def _strength(texture: Pixels) -> Vector:
    """Return the root mean square (N,) of textures (N, K, 3)."""
    return np.asarray(np.sqrt(np.einsum("nkc,nkc->n", texture, texture) / texture[0].size), float)

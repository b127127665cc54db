"""Which colour a loose tile has: log-likelihoods from its face."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import cv2
import numpy as np

from companion.boards import Tile
from companion.vision.arrays import Image, Pixels, Points, Vector, sample
from companion.vision.geometry import Camera, Pose
from companion.vision.palette import Palette, balanced
from companion.vision.patches import distance, share_below

FACE = 0.6
"""Part of a tile's width that is looked at: the same as on the boards, so palettes agree."""

WINDOW = 1.15
"""Part of a tile's width that holds its whole ornament, even when it was placed a bit off."""

FINE = 1.5
"""Points sampled per millimetre."""

INKED = 0.88
"""Brightness, against the plain face, below which there is ornament."""

TILE_SHARE = 35
"""Percentile of a tile's pixels that must have its main colour: the rest may be ornament."""

SPREAD = 10.0
TAIL = 3.0
"""Width and exponent of the heavy-tailed likelihood of a colour."""

SHADES = (0.9, 1.0, 1.1)
SHADE_PRICE = 25.0
"""Light beside a board is not that on it: factors tried, and the price of their logarithm."""

INK = 0.006
"""Mean darkening of a tile that carries a figure at all."""

ELONGATED, SOFTNESS = 0.5, 0.1
CERTAINTY = 6.0
"""Elongation (0 round, 1 a line) halfway between ornaments and the figure, and what it counts."""

NEAR = 13.0
PRESENT = 0.2
"""Colour distance within which a pixel has a colour, and share of a face that has it plainly."""

MIXED = 3.0
"""Nats against a colour that is a mixture of a colour plainly present and an ornament's: a yellow
tile with a red ornament is orange at every edge of it."""

FIRST = "first"
LIGHT_TILES = ("white", "cream")
"""Tiles that the starting player marker could be taken for."""


def name(
    image: Image, camera: Camera, pose: Pose, tile: Tile, white: Vector, palette: Palette
) -> Mapping[str, float]:
    """Return the log-likelihood of every colour of the tile whose middle is ``pose``'s origin.

    The tile is cut from the picture itself, finer than the view it was found in.
    """
    face = _look(image, camera, pose, _square(FACE * tile.size_mm), tile)
    away = dict.fromkeys(palette.colours, np.inf)
    present = dict.fromkeys(palette.colours, 0.0)
    for shade in SHADES:
        seen = balanced(face, white[None] * shade)
        price = SHADE_PRICE * abs(np.log(shade))
        for colour, main in palette.colours.items():
            miss = distance(seen, main)
            present[colour] = max(present[colour], float((miss + price < NEAR).mean()))
            away[colour] = min(away[colour], float(share_below(miss, TILE_SHARE)[0]) + price)
    table = {colour: _likelihood(miss) for colour, miss in away.items()}
    for colour in _mixtures(present, palette):
        table[colour] -= MIXED
    light = next((colour for colour in LIGHT_TILES if colour in table), None)
    if (
        light is None
        or FIRST not in table
        or max(table, key=table.__getitem__) not in (light, FIRST)
    ):
        return table
    wide = _look(image, camera, pose, _square(WINDOW * tile.size_mm), tile)
    figure = _figure(_ornament(wide))
    best = max(table[FIRST], table[light])
    return {**table, FIRST: best + figure / 2, light: best - figure / 2}


def _mixtures(present: Mapping[str, float], palette: Palette) -> list[str]:
    """Return colours that a tile of another colour, ``present`` too, mixes with its ornament."""
    return [
        mixed
        for mixed, one, other in mixtures(palette)
        if max(present[one], present[other]) > PRESENT
    ]


def mixtures(palette: Palette) -> list[tuple[str, str, str]]:
    """Return every colour that lies halfway between two others, and those two."""
    return [
        (colour, one, other)
        for (one, a), (other, b) in combinations(palette.colours.items(), 2)
        for colour, main in palette.colours.items()
        if colour not in (one, other) and np.linalg.norm(main - (a + b) / 2) < NEAR
    ]


def _square(width_mm: float) -> Points:
    """Return the points (K, 2) in mm of a square around a tile's middle, ``FINE`` apart."""
    count = round(width_mm * FINE)
    steps = (np.arange(count) - (count - 1) / 2) / FINE
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def _look(image: Image, camera: Camera, pose: Pose, points_mm: Points, tile: Tile) -> Pixels:
    """Return the colours (1, K, 3) of points (K, 2) mm around a tile's middle, on its top."""
    seen = camera.project(pose.place(points_mm), tile.height_mm).astype(np.float32)
    return sample(image, seen[None]).astype(np.float32)


def _ornament(wide: Pixels) -> Vector:
    """Return how dark (S, S) a light tile is where its own ornament is, from a square around it.

    What is dark and reaches the square's rim is a neighbour, a shadow or the tile's own side.
    """
    side = round(np.sqrt(wide.shape[1]))
    square = wide.reshape(side, side, 3)
    core = square[side // 4 : -side // 4, side // 4 : -side // 4]
    plain = np.maximum(np.percentile(core.reshape(-1, 3), 70, axis=0), 1.0)
    light = (square / plain).mean(axis=2)
    _, labels = cv2.connectedComponents((light < INKED).astype(np.uint8))
    rim = np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))
    own = (labels > 0) & ~np.isin(labels, rim)
    return np.asarray(np.where(own, 1.0 - light, 0.0), float)


def _figure(ink: Vector) -> float:
    """Return how much the ink (S, S) on a tile speaks for the marker's figure 1, from -6 to 6.

    The figure is a stroke, whichever way it lies; ornaments spread evenly around the middle.
    """
    total = ink.sum()
    if total < INK * ink.size:
        return -CERTAINTY
    y, x = np.mgrid[: ink.shape[0], : ink.shape[1]]
    x, y = x - (ink * x).sum() / total, y - (ink * y).sum() / total
    xx, yy, xy = ((ink * each).sum() for each in (x * x, y * y, x * y))
    elongation = np.hypot(xx - yy, 2 * xy) / max(xx + yy, 1e-6)
    return float(CERTAINTY * np.tanh((elongation - ELONGATED) / SOFTNESS))


def _likelihood(away: float) -> float:
    return float(-TAIL * (np.log1p((away / SPREAD) ** 2) + np.log(SPREAD)))

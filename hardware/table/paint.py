"""Colours of things, and a canvas on which to draw in millimetres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.table.scene import Image, Point

Colour = tuple[int, int, int]
"""Blue, green, red from 0 to 255."""

TILES: Mapping[str, Colour] = {
    "blue": (197, 107, 32),
    "yellow": (38, 170, 236),
    "red": (64, 62, 214),
    "black": (62, 56, 46),
    "white": (250, 240, 234),
    "brown": (52, 74, 104),
    "cream": (206, 231, 236),
    "purple": (150, 72, 122),
    "orange": (48, 124, 238),
    "green": (88, 150, 62),
    "turquoise": (160, 168, 38),
    "first": (236, 246, 248),
    "special": (206, 222, 232),
}
"""The tops of tiles."""

SIDES: Mapping[str, Colour] = {
    "white": (120, 130, 60),
    "yellow": (30, 90, 200),
    "cream": (130, 170, 190),
    "first": (190, 196, 196),
}
"""Sides of another colour than the top; the others' are a darker top."""

CREAM: Colour = (196, 224, 238)
PAPER: Colour = (224, 238, 244)
WHITE: Colour = (250, 250, 250)
NAVY: Colour = (104, 62, 36)
BLUE_FIELD: Colour = (150, 106, 56)
SAND: Colour = (150, 188, 214)
FLOOR: Colour = (158, 178, 206)
INK: Colour = (60, 70, 84)
CARD: Colour = (120, 140, 150)
GREY: Colour = (168, 170, 170)
WINDOW: Colour = (196, 160, 116)
BORDER: Sequence[Colour] = (
    (112, 66, 30),
    (128, 108, 36),
    (92, 58, 52),
    (84, 98, 48),
    (138, 60, 76),
)

PALE = 0.2
"""How much of the ground shines through a printed space: print is paler than a tile."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return ``one`` with ``share`` (0 to 1) of ``other`` in it."""
    b, g, r = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return b, g, r


def printed(colour: str, pale: float = PALE) -> Colour:
    """Return the colour in which a space for a tile is printed."""
    return mixed(TILES[colour], CREAM, pale)


def side_of(content: str) -> Colour:
    """Return the colour of a tile's sides."""
    return SIDES.get(content) or mixed(TILES[content], (0, 0, 0), 0.35)


class Canvas:
    """A picture to draw on in millimetres; ``picture`` is (H, W, 3) uint8 BGR.

    Drawn ``FINER`` times too large and scaled down once, so that every edge is smooth.
    """

    FINER = 3

    def __init__(self, size_mm: Point, scale: float, ground: Colour) -> None:
        """Start with a plain ground; ``scale`` is pixels per millimetre of the finished picture."""
        self._scale = scale * self.FINER
        width, height = (round(side * scale) * self.FINER for side in size_mm)
        self.picture: Image = np.full((height, width, 3), ground, np.uint8)

    def polygon(self, points: Sequence[Point] | NDArray[np.float64], colour: Colour) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.picture, [self._at(points)], colour)

    def outline(self, points: Sequence[Point], colour: Colour, width_mm: float = 0.4) -> None:
        """Draw a closed line."""
        width = max(1, round(width_mm * self._scale))
        cv2.polylines(self.picture, [self._at(points)], True, colour, width)

    def line(self, points: Sequence[Point], colour: Colour, width_mm: float = 0.4) -> None:
        """Draw an open line."""
        width = max(1, round(width_mm * self._scale))
        cv2.polylines(self.picture, [self._at(points)], False, colour, width)

    def box(self, centre: Point, width: float, height: float, colour: Colour) -> None:
        """Fill an upright rectangle."""
        (x, y), dx, dy = centre, width / 2, height / 2
        self.polygon(
            [(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)], colour
        )

    def disc(self, centre: Point, radius: float, colour: Colour, width_mm: float = 0.0) -> None:
        """Fill a disc, or draw a ring of ``width_mm``."""
        (x, y) = self._at([centre])[0]
        width = max(1, round(width_mm * self._scale)) if width_mm else -1
        cv2.circle(self.picture, (int(x), int(y)), round(radius * self._scale), colour, width)

    def ellipse(self, centre: Point, axes: Point, colour: Colour) -> None:
        """Fill an upright ellipse."""
        (x, y) = self._at([centre])[0]
        half = (round(axes[0] * self._scale / 2), round(axes[1] * self._scale / 2))
        cv2.ellipse(self.picture, (int(x), int(y)), half, 0, 0, 360, colour, -1)

    def text(self, centre: Point, words: str, height_mm: float, colour: Colour) -> None:
        """Write ``words`` with the middle of the line at ``centre``."""
        font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(0.16 * height_mm * self._scale))
        size = height_mm * self._scale / 22
        (width, height), _ = cv2.getTextSize(words, font, size, thick)
        (x, y) = self._at([centre])[0]
        at = (int(x - width / 2), int(y + height / 2))
        cv2.putText(self.picture, words, at, font, size, colour, thick, cv2.LINE_AA)

    def mottle(self, seed: int, strength: float, grain_mm: float) -> None:
        """Make the ground uneven like marble or paper; ``strength`` in grey levels."""
        height, width = self.picture.shape[:2]
        coarse = max(2, round(width / grain_mm / self._scale))
        noise = np.random.default_rng(seed).normal(0, strength, (coarse, coarse)).astype(np.float32)
        spread = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)[:, :, None]
        self.picture = np.clip(self.picture + spread, 0, 255).astype(np.uint8)

    def finished(self) -> Image:
        """Return the picture at its own size."""
        height, width = self.picture.shape[:2]
        size = (width // self.FINER, height // self.FINER)
        return np.asarray(cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _at(self, points: Sequence[Point] | NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round(np.asarray(points, float) * self._scale - 0.5).astype(np.int32)

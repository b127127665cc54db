"""Light: what the reference would look like under the lamp of this frame.

Light across one table shifts a colour by more than a tile differs from its printed space, so no
fixed threshold works.  From places whose print matches, a gain per colour channel is fitted that
may slope across the board, a tone curve, and what shadows and glare leave over nearby.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Image, Mask, Pixels, Points, Vector
from companion.vision.rectify import MARGIN_MM, SCALE, Flat, to_flat

BLOCK_MM = 5.4
DARK = 2.0
"""Added to both sides of a ratio, so that black places do not decide."""

SPREADS = (0.2, 0.1, 0.05, 0.03, 0.03)
"""Scatter of the logarithm of a gain that is still ordinary."""

PER_MM = 0.01
STIFF = 1.0
"""How firmly the exponent of the tone curve is held at 1: landmarks' worth of doubt."""

NEAR_MM = 40.0
"""Radius within which landmarks speak for the light on a place: shadows have soft edges."""

UNEVEN = 0.1
"""What a tenth of the places must have left over before anything but a plane is believed."""

FAITH = 1.5
"""Weight of the plane fitted to the whole board against landmarks nearby."""


UNSHADED = 90
"""Percentile of what is left over at the landmarks that shows light without shadow: few places
may be brighter, by glare or a hand."""

LEAST_LIKE = 0.15
"""Share of the landmarks that must lie in one light before its slope is believed."""

LEAST = 8
"""Fewer places say nothing about light."""

WHITEST = 255.0
"""No camera shows more."""

CUT_OFF = 245.0
"""Level of a place from which on it may be brighter than the camera shows."""

COARSE = 16
"""Blocks a side for which the light is worked out."""

STRIP = 64
"""Rows of a whole picture that are converted at a time."""


@dataclass(frozen=True)
class Light:
    """How a place that looked ``then`` looks now, channel by channel (blue, green, red).

    A tone curve (``power`` (3,)), a gain that slopes across the board (``slopes`` (3, 3): the
    logarithm's constant and slopes along x and y), and what is left over at the landmarks
    (``places_mm`` (N, 2), ``left`` (N, 3)): shadows and glare.
    """

    power: Vector
    slopes: Vector
    places_mm: Points
    left: Vector

    def expect(self, pixels: Pixels, board_mm: Points) -> Pixels:
        """Return how pixels (N, K, 3) of places (N, 2) mm of the reference should look now."""
        field = self.field(board_mm).astype(np.float32)
        return np.asarray(np.clip(field[:, None, :] * self.tone(pixels), 0, 255), np.float32)

    def tone(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return pixels (..., 3) after the tone curve alone."""
        power = self.power.astype(np.float32)
        return np.asarray((pixels + np.float32(DARK)) ** power, np.float32)

    def back(self, pixels: Pixels, board_mm: Points) -> Pixels:
        """Return what pixels (N, K, 3) of places (N, 2) mm looked like in the light then."""
        field = self.field(board_mm).astype(np.float32)[:, None, :]
        power = (1 / self.power).astype(np.float32)
        return np.asarray(np.maximum((pixels / field) ** power - np.float32(DARK), 0), np.float32)

    def gain(self, board_mm: Points, level: Vector) -> Vector:
        """Return how much brighter (N, 3) than then something of ``level`` (3,) is at places."""
        return np.asarray(self.field(board_mm) * (level + DARK) ** self.power / level, float)

    def stray(self, board_mm: Points) -> Vector:
        """Return how much brighter (N,) a place is than the board's light says, as a logarithm."""
        return np.asarray(self._nearby(board_mm).min(axis=1), float)

    @property
    def unshaded(self) -> tuple[Light, Light]:
        """The light where no shadow falls, all over the board; without glare too.

        With a shadow over half a board the plane lies between the two halves: the brighter one
        shows the light.  Either the plane is raised to it, or one is laid through it alone.
        """
        raised = np.array([max(float(np.percentile(self.left, UNSHADED)), 0.0), 0.0, 0.0])
        laid = _brightest(self.places_mm, self.left[:, 0], raised)
        return self._without_shadow(raised), self._without_shadow(laid)

    @property
    def likely(self) -> tuple[Light, ...]:
        """The lights that may fall on a place: this one, and where shadows are, none of them."""
        return (self, *self.unshaded) if self.left.any() else (self,)

    def _without_shadow(self, plane: Vector) -> Light:
        slopes = self.slopes + plane[:, None]
        return replace(self, slopes=slopes, left=np.zeros_like(self.left))

    def field(self, board_mm: Points) -> Vector:
        """Return the gains (N, 3) at places (N, 2) mm, to be used after the tone curve."""
        ahead = np.column_stack((np.ones(len(board_mm)), np.asarray(board_mm) * PER_MM))
        return np.asarray(np.exp(ahead @ self.slopes + self._nearby(board_mm)), float)

    def spread(self, shape: tuple[int, int], size_mm: tuple[float, float]) -> NDArray[np.float32]:
        """Return the gains (H, W, 3) all over a flat picture that is shrunk to ``shape``.

        They are worked out for the blocks of a coarse grid.
        """
        gains = self.field(_middles(size_mm)).astype(np.float32).reshape(COARSE, COARSE, 3)
        return np.asarray(cv2.resize(gains, shape[::-1]), np.float32)

    def _nearby(self, board_mm: Points) -> Vector:
        """Return what the landmarks near each place (N, 2) have left over (N, 3)."""
        if not self.left.any():
            return np.zeros((len(board_mm), 3))
        away = np.asarray(board_mm)[:, None] - self.places_mm[None]
        weight = np.exp(-np.einsum("npc,npc->np", away, away) / (2 * (NEAR_MM / 2) ** 2))
        return np.asarray(weight @ self.left / (weight.sum(axis=1, keepdims=True) + FAITH), float)


UNCHANGED = Light(np.ones(3), np.zeros((3, 3)), np.zeros((1, 2)), np.zeros((1, 3)))


def compare(now: Flat, then: Flat, places_mm: Points) -> Light:
    """Return the light of ``now`` against ``then``; ``places_mm`` (N, 2) show the same print."""
    if len(places_mm) < LEAST:
        return UNCHANGED
    levels = np.stack((_means(now, places_mm), _means(then, places_mm)))
    after, before = np.log(levels + DARK)
    told = levels.max(axis=0) < CUT_OFF
    ahead = np.column_stack((np.ones(len(places_mm)), places_mm * PER_MM))
    fits = [_tone(before[:, c], after[:, c], ahead, told[:, c]) for c in range(3)]
    power = np.array([fit[0] for fit in fits])
    slopes = np.stack([fit[1:] for fit in fits], axis=1)
    expected = np.minimum(before * power + ahead @ slopes, np.log(WHITEST + DARK))
    left = _common(after - expected)
    if np.percentile(np.abs(left), 90) < UNEVEN:
        left = np.zeros_like(left)
    return Light(power, slopes, places_mm, left)


def _common(left: Vector) -> Vector:
    """Return what all channels (N, 3) have in common: shadow and glare, no coloured light."""
    low, high = left.min(axis=1), left.max(axis=1)
    least = np.where(low > 0, low, np.minimum(high, 0.0))
    return np.repeat(least[:, None], 3, axis=1)


def _brightest(places_mm: Points, left: Vector, plane: Vector) -> Vector:
    """Return the plane (3,) through what is left over (N,) near a first ``plane``."""
    ahead = np.column_stack((np.ones(len(places_mm)), places_mm * PER_MM))
    for _ in range(3):
        like = np.abs(left - ahead @ plane) < UNEVEN
        if like.mean() < LEAST_LIKE:
            return plane
        plane = np.asarray(np.linalg.lstsq(ahead[like], left[like], rcond=None)[0], float)
    return plane


def _tone(before: Vector, after: Vector, ahead: Vector, told: Mask) -> Vector:
    """Return exponent and plane (4,) that take one channel's logarithms from before to after.

    Only places that are ``told`` (N,) are heard, unless hardly any is.
    """
    told = told if told.sum() >= LEAST else np.ones_like(told)
    terms, after = np.column_stack((before, ahead))[told], after[told]
    held = np.array([[STIFF, 0.0, 0.0, 0.0]])
    weight = np.ones(len(after))
    for spread in SPREADS:
        rows = np.concatenate((terms * weight[:, None], held))
        goal = np.append(after * weight, STIFF)
        fit = np.linalg.lstsq(rows, goal, rcond=None)[0]
        weight = 1.0 / (1.0 + (np.abs(after - terms @ fit) / spread) ** 2)
    return np.asarray(fit, float)


def white_of(flat: Flat) -> Vector:
    """Return the board's own white, (3,) blue, green, red: the level only a tenth of it exceeds.

    Every board has cream or white spaces on more than a tenth of its face.
    """
    rim = round(14 * SCALE)
    face = flat.image[rim:-rim:3, rim:-rim:3].reshape(-1, 3)
    return np.maximum(np.percentile(face, 90, axis=0), 16.0)


def to_lab(colours: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return CIE L*a*b* (..., 3) of colours (..., 3) given as blue, green, red from 0 to 255."""
    flat = np.array(colours, np.float32).reshape(1, -1, 3)
    np.clip(flat, 0, 255, out=flat)
    np.divide(flat, 255, out=flat)  # in place: these are the largest arrays there are
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(colours.shape)


def picture_lab(picture: Image) -> NDArray[np.float32]:
    """Return CIE L*a*b* (H, W, 3) of a whole picture, a strip at a time to save memory."""
    lab = np.empty(picture.shape, np.float32)
    for row in range(0, len(picture), STRIP):
        lab[row : row + STRIP] = to_lab(picture[row : row + STRIP].astype(np.float32))
    return lab


def _means(flat: Flat, places_mm: Points) -> Vector:
    """Return mean colours (N, 3) of the blocks of a fixed grid that hold the places.

    The same blocks are taken from both pictures, so it does not matter where in one a place lies.
    """
    width = round(BLOCK_MM * SCALE)
    size = (flat.image.shape[1] // width, flat.image.shape[0] // width)
    whole = flat.image[: size[1] * width, : size[0] * width]
    blocks = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), float)
    x, y = (to_flat(places_mm) / width).astype(int).T
    return np.asarray(blocks[np.clip(y, 0, size[1] - 1), np.clip(x, 0, size[0] - 1)], float)


@lru_cache(maxsize=8)
def _middles(size_mm: tuple[float, float]) -> Points:
    """Return the middles (N, 2) mm of the blocks of a coarse grid over a flat picture."""
    wide, high = (side + 2 * MARGIN_MM for side in size_mm)
    steps = (np.arange(COARSE) + 0.5) / COARSE
    xs, ys = np.meshgrid(steps * wide, steps * high)
    return np.column_stack((xs.ravel(), ys.ravel())) - MARGIN_MM

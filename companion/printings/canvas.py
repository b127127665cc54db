"""A picture to draw on in millimetres."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.arrays import Image
from companion.fields import Point
from companion.printings.inks import Ink

SHIFT = 4
"""OpenCV draws with coordinates in sixteenths of a pixel."""

SOFT_PX = 0.6
"""How far ink runs, as the standard deviation of a blur."""


def fixed(points: ArrayLike) -> NDArray[np.int32]:
    """Return pixels (N, 2) as OpenCV takes them that draws with ``SHIFT``."""
    return np.asarray(np.rint(np.asarray(points, float).reshape(-1, 2) * 2**SHIFT), np.int32)


class Canvas:
    """A picture to draw on in millimetres; ``picture`` is (H, W, 3) uint8 BGR."""

    def __init__(self, size_mm: Point, scale: float, ground: Ink) -> None:
        """Start with a plain ground; ``scale`` is pixels per millimetre."""
        self.scale = scale
        width, height = (round(side * scale) for side in size_mm)
        self.picture: Image = np.full((height, width, 3), ground, np.uint8)

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.picture, [self._at(points)], ink, cv2.LINE_AA, SHIFT)

    def outline(self, points: Sequence[Point], ink: Ink, width_mm: float) -> None:
        """Draw a closed line."""
        self._lines(points, ink, width_mm, closed=True)

    def line(self, points: Sequence[Point], ink: Ink, width_mm: float) -> None:
        """Draw an open line."""
        self._lines(points, ink, width_mm, closed=False)

    def box(self, low: Point, high: Point, ink: Ink) -> None:
        """Fill an upright rectangle between two corners."""
        self.polygon([low, (high[0], low[1]), high, (low[0], high[1])], ink)

    def disc(self, centre: Point, radius: float, ink: Ink, width_mm: float = 0.0) -> None:
        """Fill a disc, or draw a ring of ``width_mm``."""
        x, y = (round((each * self.scale - 0.5) * 2**SHIFT) for each in centre)
        thick = self._thick(width_mm) if width_mm else -1
        reach = round(radius * self.scale * 2**SHIFT)
        cv2.circle(self.picture, (x, y), reach, ink, thick, cv2.LINE_AA, SHIFT)

    def text(self, centre: Point, words: str, height_mm: float, ink: Ink, font: int = 0) -> None:
        """Write ``words`` around ``centre``; ``font`` is one of OpenCV's."""
        thick = self._thick(0.14 * height_mm)
        size = height_mm * self.scale / 22
        (width, height), _ = cv2.getTextSize(words, font, size, thick)
        x, y = (each * self.scale for each in centre)
        at = (round(x - width / 2), round(y + height / 2))
        cv2.putText(self.picture, words, at, font, size, ink, thick, cv2.LINE_AA)

    def paste(
        self, face: NDArray[np.uint8], centre: Point, mask: NDArray[np.float32] | None = None
    ) -> None:
        """Lay a picture (S, S, 3) around ``centre``, as far as ``mask`` (S, S) lets it through."""
        side = face.shape[0]
        left, top = (round(each * self.scale - side / 2) for each in centre)
        low_x, low_y = max(left, 0), max(top, 0)
        part = self.picture[low_y : top + side, low_x : left + side]
        cut = (
            slice(low_y - top, low_y - top + part.shape[0]),
            slice(low_x - left, low_x - left + part.shape[1]),
        )
        if mask is None:
            part[:] = face[cut]
        else:
            part[:] = part + mask[cut][:, :, None] * (face[cut] - part.astype(np.float32))

    def mottle(self, seed: int, strength: float, grain_mm: float) -> None:
        """Make everything so far uneven, like paper; ``strength`` in grey levels."""
        height, width = self.picture.shape[:2]
        coarse = max(2, round(width / grain_mm / self.scale))
        noise = np.random.default_rng(seed).normal(0, strength, (coarse, coarse, 1))
        spread = cv2.resize(
            noise.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR
        )
        offset = cv2.merge([np.asarray(spread, np.float32)] * 3)
        self.picture = np.asarray(cv2.add(self.picture, offset, dtype=cv2.CV_8U), np.uint8)

    def stain(self, seed: int, ink: Ink, share: float, grain_mm: float) -> None:
        """Let ``share`` (0 to 1) of everything so far turn towards an ink in clouds, like age."""
        height, width = self.picture.shape[:2]
        coarse = (max(3, round(width / grain_mm / self.scale)),) * 2
        clouds = np.random.default_rng(seed).random(coarse, np.float32)
        level = float(np.quantile(clouds, 1 - share))
        clouds = np.clip((clouds - level) / max(1 - level, 0.05), 0, 1)
        deep = cv2.resize(clouds, (width, height), interpolation=cv2.INTER_CUBIC)
        deep = np.clip(deep, 0, 1)[:, :, None]
        dyed = self.picture * (np.array(ink, np.float32) / 255)
        mixed = self.picture + deep * (dyed - self.picture)
        self.picture = np.asarray(np.clip(mixed, 0, 255), np.uint8)

    def blurred(self) -> Image:
        """Return the picture as a press prints it, a little soft."""
        return np.asarray(cv2.GaussianBlur(self.picture, (0, 0), SOFT_PX), np.uint8)

    def _lines(self, points: Sequence[Point], ink: Ink, width_mm: float, *, closed: bool) -> None:
        thick = self._thick(width_mm)
        cv2.polylines(self.picture, [self._at(points)], closed, ink, thick, cv2.LINE_AA, SHIFT)

    def _thick(self, width_mm: float) -> int:
        return max(1, round(width_mm * self.scale))

    def _at(self, points: Sequence[Point]) -> NDArray[np.int32]:
        return fixed(np.asarray(points, float) * self.scale - 0.5)

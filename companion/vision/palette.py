"""The colours of a set of tiles, learned during the evening.

Colours are CIE L*a*b* after the board's own white is taken as white, so that a warm lamp and
daylight agree.  A palette starts from the game's usual tiles and follows what has been confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.light import to_lab

WHITE_LEVEL = 235.0
"""Where the board's white is put: a little below the brightest, because tiles shine more."""

TRUST = 12.0
"""How many confirmed tiles weigh as much as the colours a game starts with."""

MAIN_SHARE = 40
"""Percentage of a tile's pixels that surely have its main colour."""

USUAL: Mapping[str, tuple[float, float, float]] = {
    "blue": (50, 12, -54),
    "yellow": (78, 11, 65),
    "red": (53, 60, 30),
    "black": (27, -2, -9),
    "white": (95, -1, -7),
    "first": (95, -1, -4),
    "brown": (37, 13, 15),
    "cream": (92, -3, 9),
    "turquoise": (80, -25, -19),
    "purple": (55, 36, -51),
    "orange": (67, 32, 52),
    "green": (71, -43, 22),
}
"""Measured on photographed sets under daylight, lamp and mixed light."""

ODD: Mapping[str, Mapping[str, tuple[float, float, float]]] = {
    "summer-pavilion": {"yellow": (76, 17, 60)},
}
"""Where a game's tiles differ from those of the others."""


@dataclass(frozen=True)
class Palette:
    """Colour name -> main colour (3,) of its tiles, and how many tiles it was learned from."""

    colours: Mapping[str, NDArray[np.float32]]
    counts: Mapping[str, int] = field(default_factory=dict)

    def learn(self, colour: str, pixels: NDArray[np.float32]) -> Palette:
        """Return the palette after one more confirmed tile of ``pixels`` (K, 3).

        Only the pixels nearest to the colour as known count: the rest is ornament.
        """
        away = np.linalg.norm(pixels - self.colours[colour], axis=1)
        seen = pixels[np.argsort(away)[: max(1, len(away) * MAIN_SHARE // 100)]].mean(axis=0)
        count = self.counts.get(colour, 0) + 1
        share = 1.0 / min(count + 2, TRUST)
        mean = (1 - share) * self.colours[colour] + share * seen
        return replace(
            self,
            colours={**self.colours, colour: mean},
            counts={**self.counts, colour: count},
        )


def usual(game: str, colours: tuple[str, ...]) -> Palette:
    """Return the palette a game starts with; the starting player marker belongs to it."""
    names = (*colours, "first")
    known = {**USUAL, **ODD.get(game, {})}
    return Palette({name: np.array(known[name], np.float32) for name in names})


def balanced(pixels: NDArray[np.float32], white: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return L*a*b* (N, K, 3) of patches (N, K, 3) under each patch's white (N, 3)."""
    return to_lab(pixels / white[:, None, :] * WHITE_LEVEL)

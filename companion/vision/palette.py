"""The colours of a set of tiles, learned during the evening.

Colours are CIE L*a*b* after the board's own white is taken as white, so that a warm lamp and
daylight agree.  A palette starts from the game's usual tiles as this camera renders them, and
follows what has been confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.light import to_lab
from companion.vision.rendition import PLAIN, Rendition, rendition

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


HEARD = 4.0
"""How many confirmed tiles say as much of camera and light as one printed colour."""

PRINT_FOLLOWS = 0.8
"""Part of what tiles are shifted by that printed spaces are shifted too."""

PRINTED: Mapping[tuple[str, str | None], tuple[float, float, float]] = {
    ("line", None): (92, 0, 3),
    ("floor", None): (74, 8, 11),
    ("wall", None): (74, 1, -4),
    ("wall", "blue"): (58, 5, -40),
    ("wall", "yellow"): (76, 13, 51),
    ("wall", "red"): (60, 50, 21),
    ("wall", "black"): (48, -3, -8),
    ("wall", "white"): (93, -3, -8),
    ("wall", "brown"): (57, 10, 13),
    ("wall", "cream"): (91, -1, 11),
    ("space", "any"): (89, -1, -4),
    ("space", "blue"): (61, 5, -48),
    ("space", "green"): (70, -32, 15),
    ("space", "orange"): (72, 22, 42),
    ("space", "purple"): (57, 28, -38),
    ("space", "red"): (61, 42, 19),
    ("space", "yellow"): (84, 3, 57),
    ("space", None): (89, -1, -4),
    ("corner", None): (94, -3, -3),
    ("dome", None): (87, 5, 1),
    ("dome", "any"): (72, 0, -8),
    ("dome", "special"): (99, -6, -2),
    ("mark", None): (77, 9, 6),
    ("broken", None): (77, 9, 6),
}
"""Main colours of bare spaces by kind and printed colour, measured as ``USUAL`` was."""


Printed = tuple[str, str | None]
"""Kind and printed colour of a space."""

PAPER_SHARE = 0.3
"""Share of white in what dome tiles are printed in; within 6 of ten colours of two sets."""


@dataclass(frozen=True)
class Palette:
    """Colour name -> main colour (3,) of its tiles, and how many tiles it was learned from.

    ``usual`` are the colours the game started with; ``chart`` is how bare coloured spaces look
    here, as far as they were seen; ``rendition`` is what both say of camera and light; ``paper``
    is the share of white in what dome tiles are printed in.
    """

    usual: Mapping[str, NDArray[np.float32]]
    colours: Mapping[str, NDArray[np.float32]]
    counts: Mapping[str, int] = field(default_factory=dict)
    chart: Mapping[Printed, NDArray[np.float32]] = field(default_factory=dict)
    rendition: Rendition = PLAIN
    paper: float = PAPER_SHARE

    def printed(self, kind: str, colour: str | None) -> NDArray[np.float32]:
        """Return how bare spaces of a kind should look: as usual, shifted as this set's tiles are.

        A set whose tiles look otherwise here (another light, another printing) has prints that do.
        """
        if kind == "dome" and colour in self.colours:
            return _paler(self.colours[str(colour)], self.paper)
        usual = self.rendition.of(_print_of(kind, colour))
        seen = {name: self._shift(name) for name in self.counts if name in self.usual}
        if not seen:
            return usual
        shift = seen[colour] if colour in seen else np.mean(list(seen.values()), axis=0)
        return np.asarray(usual + PRINT_FOLLOWS * shift, np.float32)

    def without(self, name: str) -> Palette:
        """Return the palette of places where no tile of that name can lie."""
        colours = {each: colour for each, colour in self.colours.items() if each != name}
        counts = {each: count for each, count in self.counts.items() if each != name}
        return replace(self, colours=colours, counts=counts)

    def shifted(self, name: str, off: NDArray[np.float64]) -> Palette:
        """Return the palette with one colour ``off`` (3,), and what is printed in it with it."""
        moved = np.asarray(self.colours[name] + off, np.float32)
        counts = {**self.counts, name: self.counts.get(name, 0) + 1}
        return replace(self, colours={**self.colours, name: moved}, counts=counts)

    def learn(self, colour: str, pixels: NDArray[np.float32]) -> Palette:
        """Return the palette after one more confirmed tile of ``pixels`` (K, 3).

        Only the pixels nearest to the colour as known count: the rest is ornament.  A colour never
        seen before (Duel's special tiles) joins the palette.
        """
        known = self.colours.get(colour, np.median(pixels, axis=0))
        away = np.linalg.norm(pixels - known, axis=1)
        seen = pixels[np.argsort(away)[: max(1, len(away) * MAIN_SHARE // 100)]].mean(axis=0)
        count = self.counts.get(colour, 0) + 1
        share = 1.0 / min(count + 2, TRUST)
        mean = (1 - share) * known + share * seen
        return replace(
            self,
            colours={**self.colours, colour: mean},
            counts={**self.counts, colour: count},
        )._rendered()

    def charted(self, chart: Mapping[Printed, NDArray[np.float32]]) -> Palette:
        """Return the palette after bare coloured spaces were seen, ``chart``: their colours."""
        return replace(self, chart=chart)._rendered()

    def _rendered(self) -> Palette:
        """Return the palette with the colours never seen yet as this camera should show them."""
        tiles = [name for name in self.counts if name in self.usual]
        usual = [_print_of(*each) for each in self.chart] + [self.usual[name] for name in tiles]
        if not usual:
            return self
        seen = [*self.chart.values(), *(self.colours[name] for name in tiles)]
        heard = [1.0] * len(self.chart) + [min(self.counts[name] / HEARD, 1.0) for name in tiles]
        here = rendition(np.array(usual), np.array(seen), np.array(heard))
        fresh = {name: here.of(self.usual[name]) for name in self.usual if name not in self.counts}
        return replace(self, colours={**self.colours, **fresh}, rendition=here)

    def _shift(self, name: str) -> NDArray[np.float32]:
        """Return by what tiles of a colour differ from what this camera should show."""
        return np.asarray(self.colours[name] - self.rendition.of(self.usual[name]), np.float32)


def _print_of(kind: str, colour: str | None) -> NDArray[np.float32]:
    return np.array(PRINTED.get((kind, colour), PRINTED[kind, None]), np.float32)


def _paler(colour: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """Return the L*a*b* (3,) in which dome tiles are printed for tiles of a ``colour`` (3,)."""
    tile = cv2.cvtColor(colour.reshape(1, 1, 3).astype(np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    return to_lab((1 - share) * 255 * tile + share * WHITE_LEVEL)


def usual(game: str, colours: tuple[str, ...]) -> Palette:
    """Return the palette a game starts with; the starting player marker belongs to it."""
    names = (*colours, "first")
    known = {**USUAL, **ODD.get(game, {})}
    start = {name: np.array(known[name], np.float32) for name in names}
    return Palette(start, start)


def shown(
    colours: NDArray[np.float32], white: NDArray[np.float64], most: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return how L*a*b* ``colours`` (C, 3) look on N cells that show nothing over ``most`` (N, 3).

    L*a*b* (N, C, 3) under ``white`` (3,).  What would be brighter the camera cuts off, channel by
    channel: in a bright picture white tiles and cream print are the same.
    """
    levels = 255 * cv2.cvtColor(colours[None], cv2.COLOR_LAB2BGR)
    limits = (WHITE_LEVEL * most / white).astype(np.float32)[:, None]
    return to_lab(np.minimum(levels, limits))


def balanced(pixels: NDArray[np.float32], white: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return L*a*b* (N, K, 3) of patches (N, K, 3) under each patch's white (N, 3)."""
    return to_lab(pixels / white[:, None, :] * WHITE_LEVEL)

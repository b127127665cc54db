"""Ornaments: figures of ink that cover a part of a square, from nothing to nearly all of it.

Each is a picture of how much ink lies where, (S, S) float32 from 0 to 1.  Most look the same after
a quarter turn, as on real tiles, some only after half a turn, a few not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Cover = NDArray[np.float32]
"""How much ink lies where: (S, S) float32 from 0 to 1."""

FINER = 2
"""Figures are drawn so much larger and scaled down once, so that their edges are smooth."""

FULL = 255


class Pad:
    """A square to draw a figure on, in units of half its side around its middle."""

    def __init__(self, side: int) -> None:
        """Start empty; ``side`` pixels wide when finished."""
        self.side = side
        self.half = side * FINER / 2
        self.picture = np.zeros((side * FINER, side * FINER), np.uint8)

    def polygon(self, points: list[tuple[float, float]], level: int = FULL) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.picture, [self._at(points)], level)

    def line(self, points: list[tuple[float, float]], width: float, closed: bool = False) -> None:
        """Draw a line ``width`` wide."""
        thick = max(1, round(width * self.half))
        cv2.polylines(self.picture, [self._at(points)], closed, FULL, thick)

    def disc(self, centre: tuple[float, float], radius: float, width: float = 0.0) -> None:
        """Fill a disc, or draw a ring of ``width``."""
        (x, y) = self._at([centre])[0]
        thick = max(1, round(width * self.half)) if width else -1
        cv2.circle(self.picture, (int(x), int(y)), round(radius * self.half), FULL, thick)

    def finished(self) -> Cover:
        """Return the cover."""
        small = cv2.resize(self.picture, (self.side, self.side), interpolation=cv2.INTER_AREA)
        return np.asarray(small / FULL, np.float32)

    def _at(self, points: list[tuple[float, float]]) -> NDArray[np.int32]:
        return np.round((np.asarray(points) + 1.0) * self.half - 0.5).astype(np.int32)


def around(count: int, radius: float, turn: float = 0.0) -> list[tuple[float, float]]:
    """Return ``count`` points evenly around the middle, the first at ``turn`` radians."""
    turns = (turn + 2 * pi * n / count for n in range(count))
    return [(radius * cos(a), radius * sin(a)) for a in turns]


def plain(chance: Random, side: int) -> Cover:
    """Nothing at all."""
    return np.zeros((side, side), np.float32)


def star(chance: Random, side: int) -> Cover:
    """A star of four to twelve points, maybe with every second facet left out."""
    pad, count = Pad(side), chance.choice((4, 4, 5, 6, 8, 8, 8, 12))
    outer, inner, turn = chance.uniform(0.55, 1.0), chance.uniform(0.2, 0.5), chance.choice((0, 1))
    start = turn * pi / count
    facets = chance.random() < 0.4
    for n, tip in enumerate(around(count, outer, start)):
        low = start + 2 * pi * n / count
        for side_ in (-1, 1):
            if facets and side_ > 0:
                continue
            beside = low + side_ * pi / count
            pad.polygon([(0, 0), tip, (inner * cos(beside), inner * sin(beside))])
    return pad.finished()


def bloom(chance: Random, side: int) -> Cover:
    """Petals around a middle."""
    pad, count = Pad(side), chance.choice((4, 4, 5, 6, 8))
    reach, wide = chance.uniform(0.45, 0.95), chance.uniform(0.1, 0.35)
    turn = chance.choice((0.0, pi / 4))
    for a in (turn + 2 * pi * n / count for n in range(count)):
        tip = (reach * cos(a), reach * sin(a))
        sides = [
            (0.6 * reach * cos(a + s * wide), 0.6 * reach * sin(a + s * wide)) for s in (1, -1)
        ]
        pad.polygon([(0.0, 0.0), sides[0], tip, sides[1]])
    if chance.random() < 0.5:
        pad.disc((0, 0), chance.uniform(0.1, 0.25))
    return pad.finished()


def rings(chance: Random, side: int) -> Cover:
    """Rings within each other, maybe with spokes."""
    pad, width = Pad(side), chance.uniform(0.05, 0.18)
    for radius in chance.sample((0.2, 0.35, 0.5, 0.65, 0.8, 0.92), chance.randrange(1, 4)):
        pad.disc((0, 0), radius, width)
    if chance.random() < 0.5:
        for tip in around(chance.choice((4, 6, 8, 12)), chance.uniform(0.5, 0.85)):
            pad.line([(0.0, 0.0), tip], width / 2)
    return pad.finished()


def net(chance: Random, side: int) -> Cover:
    """A lattice of small rings or diamonds."""
    pad, count = Pad(side), chance.choice((2, 2, 3, 4))
    width, ring = chance.uniform(0.03, 0.09), chance.random() < 0.5
    step = 2 / count
    radius = step * chance.uniform(0.3, 0.55)
    shift = chance.choice((0.0, 0.5))
    for i in range(count + 1):
        for j in range(count + 1):
            x, y = -1 + (i + shift) * step, -1 + (j + shift) * step
            if ring:
                pad.disc((x, y), radius, width)
            else:
                pad.line([(x + u, y + v) for u, v in around(4, radius)], width, closed=True)
    return pad.finished()


def frames(chance: Random, side: int) -> Cover:
    """Squares and diamonds within each other, and lines across."""
    pad, width = Pad(side), chance.uniform(0.04, 0.14)
    for reach in (0.3, 0.5, 0.72, 0.95):
        if chance.random() < 0.5:
            pad.line(around(4, reach, chance.choice((0.0, pi / 4))), width, closed=True)
    turn = chance.choice((0.0, pi / 4))
    if chance.random() < 0.6:
        for tip in around(4, chance.uniform(0.4, 1.2), turn):
            pad.line([(0.15 * tip[0], 0.15 * tip[1]), tip], width)
    return pad.finished()


def lace(chance: Random, side: int) -> Cover:
    """Curved threads with knots, mirrored eight times."""
    pad = Pad(side)
    for _ in range(chance.randrange(3, 8)):
        r0, r1 = chance.uniform(0.05, 1.1), chance.uniform(0.05, 1.1)
        a0, a1, bend = chance.uniform(0, pi / 4), chance.uniform(0, pi / 4), chance.uniform(-2, 2)
        width, knot = (
            chance.uniform(0.03, 0.13),
            chance.random() < 0.5 and chance.uniform(0.04, 0.14),
        )
        steps = [n / 12 for n in range(13)]
        for quarter in range(4):
            for way in (1, -1):
                turns = [
                    quarter * pi / 2 + way * (a0 + (a1 - a0) * t + bend * t * (1 - t))
                    for t in steps
                ]
                radii = [r0 + (r1 - r0) * t for t in steps]
                points = [(r * cos(a), r * sin(a)) for r, a in zip(radii, turns, strict=True)]
                pad.line(points, width)
                if knot:
                    pad.disc(points[-1], knot)
    return pad.finished()


def corners(chance: Random, side: int) -> Cover:
    """Quarter circles in the corners or half ones at the sides, as on old wall tiles."""
    pad, turn = Pad(side), chance.choice((0.0, pi / 4))
    far, radius = (1.41 if turn else 1.0), chance.uniform(0.4, 0.95)
    width = chance.choice((0.0, chance.uniform(0.06, 0.2)))
    for point in around(4, far, turn):
        pad.disc(point, radius, width)
    if chance.random() < 0.5:
        pad.disc((0, 0), chance.uniform(0.1, 0.35), chance.choice((0.0, 0.08)))
    return pad.finished()


def stripes(chance: Random, side: int) -> Cover:
    """Parallel stripes, straight or wavy, as a chocolate's icing."""
    turn = chance.choice((0.0, pi / 4, pi / 4, 3 * pi / 4, pi / 2))
    count, part = chance.uniform(1.5, 5.0), chance.uniform(0.15, 0.6)
    wave, beat = chance.choice((0.0, 0.0, 0.25)), chance.uniform(2, 6)
    x, y = _plane(side)
    along, across = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
    return _cut(np.sin(pi * count * (across + wave * np.sin(beat * along))), 1 - part)


def swirl(chance: Random, side: int) -> Cover:
    """A spiral of one to six arms."""
    x, y = _plane(side)
    radius, turn = np.hypot(x, y), np.arctan2(y, x)
    arms, wind = chance.choice((1, 1, 2, 3, 4, 6)), chance.uniform(3, 12) * chance.choice((1, -1))
    found = _cut(np.sin(arms * turn + wind * radius), 1 - chance.uniform(0.3, 0.6))
    return np.asarray(found * (radius < chance.uniform(0.6, 1.5)), np.float32)


def dots(chance: Random, side: int) -> Cover:
    """A few dots, or many."""
    pad, radius = Pad(side), chance.uniform(0.05, 0.2)
    for _ in range(chance.randrange(1, 4)):
        for point in around(
            chance.choice((1, 4, 8, 12)), chance.uniform(0, 0.9), chance.choice((0, pi / 4))
        ):
            pad.disc(point, radius)
    return pad.finished()


def grown(chance: Random, side: int) -> Cover:
    """A shape that grew by chance and was mirrored: endless leaves, scrolls and crosses."""
    x, y = _plane(side)
    count = chance.choice((4, 4, 4, 8, 8, 2, 6))
    radius, turn = np.hypot(x, y), np.arctan2(y, x)
    sector = 2 * pi / count
    folded = np.abs((turn + pi) % sector - sector / 2) / (sector / 2)
    grain = chance.choice((3, 4, 5, 6, 8))
    field = np.random.default_rng(chance.getrandbits(32)).normal(0, 1, (grain + 1, 2 * grain))
    across = (radius / 1.42 * (2 * grain - 1)).astype(np.float32)
    down = (folded * grain).astype(np.float32)
    seen = cv2.remap(field.astype(np.float32), across, down, cv2.INTER_CUBIC)
    part = chance.choice((0.15, 0.3, 0.3, 0.45, 0.6, 0.75))
    return _cut(np.asarray(seen, np.float32), float(np.quantile(seen, 1 - part)), 0.12)


def cloud(chance: Random, side: int) -> Cover:
    """Patches without any order, as marble or bark."""
    grain = chance.choice((2, 3, 4, 6, 9))
    field = np.random.default_rng(chance.getrandbits(32)).normal(0, 1, (grain, grain))
    seen = cv2.resize(field.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    return _cut(np.asarray(seen, np.float32), chance.uniform(-0.5, 1.0), chance.uniform(0.1, 0.6))


Ornament = Callable[[Random, int], Cover]

KINDS: tuple[tuple[Ornament, float], ...] = (
    (plain, 3.0),
    (star, 2.5),
    (bloom, 1.5),
    (rings, 1.2),
    (net, 1.5),
    (frames, 1.2),
    (lace, 2.5),
    (corners, 1.0),
    (stripes, 0.8),
    (swirl, 0.7),
    (dots, 0.5),
    (grown, 3.5),
    (cloud, 0.4),
)
"""The kinds of ornaments and how often each is met."""


def ornament(seed: str, side: int) -> Cover:
    """Return the ornament of a seed, (``side``, ``side``); the same at any size."""
    chance = Random(seed)
    kind = chance.choices([k for k, _ in KINDS], [weight for _, weight in KINDS])[0]
    return kind(chance, side)


def _plane(side: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return x and y (S, S) from -1 to 1."""
    steps = (np.arange(side, dtype=np.float32) + 0.5) * 2 / side - 1
    x, y = np.meshgrid(steps, steps)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _cut(field: NDArray[np.floating], level: float, soft: float = 0.2) -> Cover:
    """Return where a field lies above a level, with soft edges."""
    return np.asarray(np.clip((field - level) / soft + 0.5, 0, 1), np.float32)

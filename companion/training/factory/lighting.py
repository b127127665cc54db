"""Light over drawn boards: lamps and windows, what they shade, tint and mirror."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.fields import Point

GAMMA = 1 / 2.2
"""Light is multiplied where cameras store it: as this power of what falls on the table."""

COARSE = 24
"""Light changes slowly: it is worked out for so many places a side."""

LAMPS = 0.5
"""Share of sittings in which tiles mirror a lamp that the print hardly does, or less sharply."""

Levels = NDArray[np.float32]

BYTES = np.arange(256, dtype=np.float32)
"""What each byte is: of pictures in bytes, tables of what becomes of it are quicker than sums."""


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored on the board: where (0 to 1 across the picture), how wide, how strong.

    ``strength`` is the grey level in which something black would show it.
    """

    place: Point
    wide: float
    strength: float


@dataclass(frozen=True)
class Lamp:
    """A lamp mirrored in the tops of tiles: around which ``place`` (0 to 1 across the picture).

    ``wide`` is its mirrored radius as a part of the picture, ``soft`` how much of it its edge fades
    over to either side, ``astray`` how far tiles that do not lie quite flat throw it, ``strength``
    the grey level in which something black would show it.
    """

    place: Point
    wide: float
    soft: float
    astray: float
    strength: float


@dataclass(frozen=True)
class Light:
    """What falls on a table.

    ``way`` (radians) and ``low`` (millimetres that a shadow reaches for each of height) say where
    the lamp is, ``key`` (0 to 1) is its share of all light, ``soft_mm`` how soft its shadows are;
    ``slope`` and ``falloff`` make it uneven, ``tint`` (blue, green, red) colours it; ``hand`` is a
    shadow from outside (way, edge, depth) or None; ``sheen`` is how much tiles mirror, ``matt``
    how much less the print does (0 to 1), ``spark`` where on each tile a spot of the lamp shows,
    ``lamp`` the one that some mirror whole, and ``gleam`` (blue, green, red) the colour of what is
    mirrored against that of all light: a lamp beside a window looks yellow.
    """

    way: float
    low: float
    key: float
    soft_mm: float
    slope: Point
    falloff: float
    tint: tuple[float, float, float]
    level: float
    glares: tuple[Glare, ...]
    hand: tuple[float, float, float] | None
    sheen: float
    matt: float
    spark: tuple[float, float, float, float]
    lamp: Lamp | None
    gleam: tuple[float, float, float]

    @cached_property
    def ahead(self) -> Point:
        """The unit vector on the board along which shadows fall."""
        return float(np.cos(self.way)), float(np.sin(self.way))

    @cached_property
    def high(self) -> float:
        """The sine of the lamp's height over the table: how much of its light falls on a top."""
        return float(1.0 / np.hypot(1.0, self.low))

    def on_side(self, normal: Point) -> float:
        """Return how bright a tile's side is against its top, where its ``normal`` points."""
        high = self.high
        facing = -(normal[0] * self.ahead[0] + normal[1] * self.ahead[1])
        lit = 0.7 * (1 - self.key) + self.key * max(facing, 0.0) * high * self.low
        return float(min((lit / (1 - self.key + self.key * high)) ** GAMMA, 1.4))

    def on_bevel(self, normal: Point) -> float:
        """Return how bright the edge of a tile's top is, halfway between top and side."""
        high = self.high
        facing = -(normal[0] * self.ahead[0] + normal[1] * self.ahead[1])
        lit = 0.85 * (1 - self.key) + self.key * max(0.7 * high + 0.7 * facing * high * self.low, 0)
        return float(min((lit / (1 - self.key + self.key * high)) ** GAMMA, 1.5))


def light_of(chance: Random) -> Light:
    """Return the light of some room."""
    warm = chance.choice((0.0, 0.0, 1.0)) * chance.uniform(0.0, 1.0)
    tint = (1 - 0.3 * warm, 1 - 0.06 * warm, 1 + 0.06 * warm)
    glares = [_glare(chance) for _ in range(chance.choice((0, 0, 0, 1, 1, 2)))]
    lamp = _lamp(chance) if chance.random() < LAMPS else None
    if lamp and chance.random() < 0.5:
        glares.append(_around(lamp, chance))
    hand = None
    if chance.random() < 0.15:
        hand = (chance.uniform(0, 6.28), chance.uniform(-0.4, 0.4), chance.uniform(0.15, 0.6))
    return Light(
        way=chance.uniform(0, 2 * np.pi),
        low=chance.choice((chance.uniform(0.1, 0.6), chance.uniform(0.5, 2.0))),
        key=chance.uniform(0.15, 0.85),
        soft_mm=np.exp(chance.uniform(np.log(0.4), np.log(6.0))),
        slope=(chance.gauss(0, 0.15), chance.gauss(0, 0.15)),
        falloff=abs(chance.gauss(0, 0.15)),
        tint=tuple(value * chance.gauss(1, 0.04) for value in tint),  # type: ignore[arg-type]
        level=float(np.exp(chance.gauss(-0.12, 0.22))),
        glares=tuple(glares),
        hand=hand,
        sheen=chance.choice((0.0, chance.uniform(0, 60), chance.uniform(0, 120))),
        matt=chance.choice((0.0, *(chance.uniform(0.2, 1.0) for _ in range(3)))),
        spark=(
            chance.uniform(-0.45, 0.45),
            chance.uniform(-0.45, 0.45),
            chance.uniform(0.03, 0.25),
            chance.choice((0.0, 0.0, chance.uniform(40, 140), chance.uniform(40, 250))),
        ),
        lamp=lamp,
        gleam=_gleam(chance),
    )


def later(light: Light, chance: Random) -> Light:
    """Return the light a while later: a cloud, a lamp moved, the camera's white balance drifted."""
    much = chance.choice((0.3, 0.3, 1.0, 2.5))
    moved = replace(
        light,
        level=light.level * float(np.exp(chance.gauss(0, 0.05 * much * chance.choice((1, 1, 2))))),
        tint=tuple(value * chance.gauss(1, 0.018 * much) for value in light.tint),  # type: ignore[arg-type]
        slope=tuple(value + chance.gauss(0, 0.03 * much) for value in light.slope),  # type: ignore[arg-type]
        way=light.way + chance.gauss(0, 0.05 * much),
        key=min(max(light.key + chance.gauss(0, 0.03 * much), 0.05), 0.95),
    )
    if chance.random() < 0.12:
        hand = (chance.uniform(0, 6.28), chance.uniform(-0.4, 0.4), chance.uniform(0.15, 0.6))
        moved = replace(moved, hand=None if light.hand else hand)
    if chance.random() < 0.1:
        moved = replace(moved, glares=(*light.glares, _glare(chance)))
    return moved


def falling(light: Light, size: tuple[int, int]) -> Levels:
    """Return what everything in a picture of ``size`` (width, height) is multiplied with (H, W)."""
    steps = np.linspace(-1, 1, COARSE)
    x, y = np.meshgrid(steps, steps)
    level = light.level * np.exp(light.slope[0] * x + light.slope[1] * y)
    level = level * (1 - light.falloff * (x * x + y * y) / 2)
    if light.hand:
        way, edge, depth = light.hand
        beyond = (x * np.cos(way) + y * np.sin(way) - edge) / 0.12
        level = level * (1 - depth / (1 + np.exp(-np.clip(beyond, -30, 30))))
    return _spread(level, size)


def mirrored(
    light: Light, raised: NDArray[np.uint8], tops: NDArray[np.uint8], matt: float
) -> Levels | None:
    """Return the light that print and tops mirror (H, W) in grey levels; None where they do not.

    ``raised`` (H, W) is where pieces stand, 255 there, and ``tops`` where their tops are: sides and
    rims slope another way.  Print mirrors less by what is ``matt``.
    """
    if not light.glares:
        return None
    steps = np.linspace(0, 1, COARSE)
    x, y = np.meshgrid(steps, steps)
    shine = np.zeros_like(x)
    for glare in light.glares:
        far = np.hypot(x - glare.place[0], y - glare.place[1]) / glare.wide
        shine += glare.strength * np.exp(-0.5 * far**2)
    glossy = looked_up(raised, (255 - BYTES) * np.float32((1 - matt) / 255))
    glossy += looked_up(tops, BYTES / np.float32(255))
    return np.asarray(_spread(shine, (raised.shape[1], raised.shape[0])) * glossy, np.float32)


def looked_up(picture: NDArray[np.uint8], table: Levels) -> Levels:
    """Return what a ``table`` (256,) has for each byte of a picture (H, W)."""
    return np.asarray(cv2.LUT(picture, table), np.float32)


def by_channel(levels: Levels, factors: ArrayLike) -> Levels:
    """Return levels (H, W, 3) multiplied in place with three ``factors``, whole rows at a time."""
    rows = levels.reshape(len(levels), -1)
    rows *= np.tile(np.asarray(factors, np.float32), levels.shape[1])
    return levels


def _glare(chance: Random) -> Glare:
    place = (chance.uniform(-0.1, 1.1), chance.uniform(-0.1, 1.1))
    return Glare(place, chance.uniform(0.04, 0.4), chance.choice((40, 70, 110, 180, 320)))


def _lamp(chance: Random) -> Lamp:
    place = (chance.uniform(0, 1), chance.uniform(0, 1))
    wide = float(np.exp(chance.uniform(np.log(0.05), np.log(0.4))))
    soft = chance.choice((0.0, chance.uniform(0, 1), 1.0))
    return Lamp(place, wide, soft, chance.choice((0.0, 0.03, 0.1)), chance.uniform(80, 450))


def _around(lamp: Lamp, chance: Random) -> Glare:
    """Return how what is less smooth than a top mirrors the same lamp: wider and weaker."""
    return Glare(lamp.place, lamp.wide * chance.uniform(0.8, 3), lamp.strength * chance.random())


def _gleam(chance: Random) -> tuple[float, float, float]:
    """Return the colour of mirrored light: mostly that of all light, else warmer or colder."""
    warm, cold = chance.choice(((0, 0), (0, 0), (chance.random(), 0), (0, chance.random())))
    return 1 - 0.55 * warm, 1 - 0.15 * warm - 0.1 * cold, 1 - 0.4 * cold


def _spread(coarse: NDArray[np.float64], size: tuple[int, int]) -> Levels:
    spread = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(spread, np.float32)

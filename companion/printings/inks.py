"""Colours of printings: what goes by a colour's name, and how far editions drift from it."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from random import Random

from companion.games import LOOKS

Ink = tuple[int, int, int]
"""Blue, green, red from 0 to 255, as OpenCV draws."""

BODIES: Mapping[str, Sequence[Ink]] = {
    "blue": ((170, 98, 26), (150, 70, 20), (200, 140, 60), (120, 60, 30)),
    "yellow": ((34, 164, 240), (30, 140, 250), (60, 200, 244), (110, 220, 235)),
    "red": ((48, 44, 206), (40, 40, 170), (60, 70, 225)),
    "black": ((34, 28, 26), (56, 46, 40), (70, 60, 58)),
    "white": ((236, 238, 232), (225, 232, 240), (200, 200, 120), (190, 170, 90)),
    "orange": ((34, 112, 232), (40, 140, 240), (30, 90, 220)),
    "green": ((72, 140, 58), (60, 190, 130), (90, 120, 40)),
    "purple": ((150, 62, 112), (150, 70, 160), (110, 50, 90)),
    "turquoise": ((170, 160, 38), (190, 190, 80), (140, 130, 30)),
    "brown": ((34, 60, 104), (40, 70, 130), (30, 45, 75)),
    "cream": ((188, 222, 238), (170, 210, 230), (210, 232, 240)),
    "first": ((214, 230, 236), (200, 220, 235), (240, 240, 240), (120, 190, 220)),
    "special": ((232, 238, 240), (200, 220, 235), (180, 215, 230)),
}
"""What tiles of a colour are made of; the names are the game's, so some go far."""

ORNAMENTS: Mapping[str, Sequence[Ink]] = {
    "blue": ((235, 200, 150), (90, 40, 12), (236, 240, 240), (200, 150, 60), (150, 85, 20)),
    "yellow": ((30, 60, 206), (130, 226, 250), (20, 80, 150), (240, 255, 255), (40, 50, 220)),
    "red": ((140, 160, 250), (20, 14, 120), (220, 236, 252), (60, 60, 235)),
    "black": ((205, 180, 130), (100, 92, 90), (160, 150, 60), (180, 200, 210), (220, 215, 190)),
    "white": ((190, 160, 50), (160, 90, 40), (170, 160, 150), (100, 150, 60), (150, 140, 30)),
    "orange": ((170, 226, 255), (10, 50, 150), (60, 200, 250), (20, 60, 40)),
    "green": ((160, 230, 190), (36, 70, 18), (120, 240, 220), (30, 60, 60)),
    "purple": ((235, 180, 220), (90, 20, 60), (220, 120, 230)),
    "turquoise": ((240, 246, 220), (100, 86, 10), (255, 255, 255)),
    "brown": ((110, 160, 210), (14, 30, 60), (200, 225, 240)),
    "cream": ((80, 140, 190), (236, 250, 255), (60, 90, 130), (90, 70, 200)),
    "first": ((60, 60, 60), (40, 30, 30), (120, 60, 20), (30, 30, 150), (90, 100, 100)),
    "special": ((60, 160, 200), (120, 150, 170), (160, 120, 60), (80, 80, 190)),
}
"""What is drawn on them."""

PAPERS: Sequence[Ink] = (
    (190, 214, 226),
    (160, 190, 206),
    (222, 232, 236),
    (150, 176, 190),
    (222, 220, 214),
    (205, 225, 240),
    (236, 240, 240),
    (170, 200, 225),
)
FRAMES: Sequence[Ink] = (
    (116, 72, 34),
    (70, 40, 20),
    (40, 62, 96),
    (70, 84, 60),
    (44, 40, 120),
    (170, 110, 60),
    (60, 50, 46),
    (120, 60, 70),
    (90, 150, 200),
)
LINES: Sequence[Ink] = (
    (50, 84, 120),
    (34, 34, 40),
    (110, 80, 60),
    (80, 120, 150),
    (60, 60, 60),
    (150, 170, 180),
)
NIGHT: Sequence[Ink] = ((90, 50, 50), (70, 40, 30), (80, 30, 70))
SUN: Sequence[Ink] = ((90, 190, 235), (120, 200, 240), (70, 170, 225))


def bodies(colour: str) -> Sequence[Ink]:
    """Return what tiles of a colour are made of; of one that only one game has, as it says."""
    return BODIES.get(colour) or (_from_hex(LOOKS[colour].fill),)


def ornaments(colour: str) -> Sequence[Ink]:
    """Return what is drawn on tiles of a colour."""
    return ORNAMENTS.get(colour) or (_from_hex(LOOKS[colour].ink),)


def _from_hex(text: str) -> Ink:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return blue, green, red


def mixed(one: Ink, other: Ink, share: float) -> Ink:
    """Return ``one`` with ``share`` of ``other`` in it; a negative share leads away from it."""
    b, g, r = (
        min(max(round(a + (z - a) * share), 0), 255) for a, z in zip(one, other, strict=True)
    )
    return b, g, r


def drifted(ink: Ink, chance: Random, hue: float = 0.035, light: float = 0.16) -> Ink:
    """Return a colour a little off: another batch, another printer."""
    b, g, r = (value / 255 for value in ink)
    h, level, s = colorsys.rgb_to_hls(r, g, b)
    h = (h + chance.gauss(0, hue)) % 1.0
    level = min(0.97, max(0.02, level * (1 + chance.gauss(0, light))))
    s = min(1.0, s * chance.uniform(0.65, 1.2))
    r, g, b = colorsys.hls_to_rgb(h, level, s)
    return round(255 * b), round(255 * g), round(255 * r)


def any_ink(chance: Random) -> Ink:
    """Return any colour at all."""
    level, s = chance.uniform(0.06, 0.94), chance.uniform(0.0, 1.0) ** 0.6
    r, g, b = colorsys.hls_to_rgb(chance.random(), level, s)
    return round(255 * b), round(255 * g), round(255 * r)

"""The ornaments on tiles and on the spaces printed for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from hardware.table.paint import CREAM, INK, TILES, Canvas, Colour, mixed
from hardware.table.scene import Point

Draw = Callable[[Canvas, Point, float, Colour], None]
"""Draws on a canvas, at a point, within a radius (mm), in a colour."""

CHIP = "chip:"
"""Before the faces of a bonus chip, to tell it from a tile of the same colour."""

SKY: Colour = (196, 160, 74)
TEAL: Colour = (150, 160, 70)
SCARLET: Colour = (40, 60, 210)
ROSE: Colour = (150, 150, 240)
AMBER: Colour = (30, 110, 190)
GOLD: Colour = (70, 150, 205)
LEAF: Colour = (150, 200, 130)
LILAC: Colour = (210, 170, 200)
ICE: Colour = (236, 210, 170)
CHALK: Colour = (214, 226, 200)


def ring_points(centre: Point, radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """Return ``count`` points evenly around a centre, the first at ``turn`` radians."""
    turns = (turn + 2 * pi * n / count for n in range(count))
    return [(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in turns]


def _star(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    for point in ring_points(centre, radius, 8, pi / 8):
        canvas.line([centre, point], colour, 0.16 * radius)


def _burst(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    outer = ring_points(centre, radius, 8)
    inner = ring_points(centre, 0.5 * radius, 8, pi / 8)
    canvas.polygon([point for pair in zip(outer, inner, strict=True) for point in pair], colour)


def _wheel(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    canvas.disc(centre, radius, colour, 0.13 * radius)
    canvas.disc(centre, 0.35 * radius, colour, 0.13 * radius)
    for point in ring_points(centre, radius, 6):
        canvas.line([centre, point], colour, 0.08 * radius)


def _rings(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    canvas.disc(centre, 0.9 * radius, colour, 0.16 * radius)
    canvas.disc(centre, 0.35 * radius, colour)


def _diamond(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    canvas.outline(ring_points(centre, radius, 4), colour, 0.12 * radius)
    canvas.outline(ring_points(centre, 0.5 * radius, 4), colour, 0.12 * radius)


def _square(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    corners = ring_points(centre, radius, 4, pi / 4)
    canvas.outline(corners, colour, 0.14 * radius)
    canvas.line([corners[0], corners[2]], colour, 0.12 * radius)
    canvas.line([corners[1], corners[3]], colour, 0.12 * radius)


def _lattice(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    for corner in ring_points(centre, 0.62 * radius, 4, pi / 4):
        canvas.outline(ring_points(corner, 0.45 * radius, 4), colour, 0.1 * radius)
    canvas.disc(centre, 0.2 * radius, colour)


def _plain(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    """Leave the tile as it is."""


AZUL: Mapping[str, tuple[Draw, Colour]] = {
    "blue": (_plain, SKY),
    "yellow": (_star, SCARLET),
    "red": (_plain, SCARLET),
    "black": (_wheel, SKY),
    "white": (_diamond, TEAL),
}
MINI: Mapping[str, tuple[Draw, Colour]] = {
    "blue": (_diamond, ICE),
    "yellow": (_square, AMBER),
    "red": (_burst, ROSE),
    "black": (_star, SKY),
    "white": (_lattice, SKY),
}
CHOCOLATIER: Mapping[str, tuple[Draw, Colour]] = {
    "blue": (_star, ICE),
    "brown": (_diamond, AMBER),
    "cream": (_square, (110, 170, 206)),
    "black": (_diamond, TEAL),
    "red": (_rings, ROSE),
}
PAVILION: Mapping[str, tuple[Draw, Colour]] = {
    "purple": (_wheel, LILAC),
    "green": (_rings, LEAF),
    "orange": (_burst, (120, 190, 250)),
    "yellow": (_wheel, AMBER),
    "blue": (_star, ICE),
    "red": (_plain, ROSE),
}
DUEL: Mapping[str, tuple[Draw, Colour]] = {
    "blue": (_rings, ICE),
    "yellow": (_square, AMBER),
    "red": (_burst, ROSE),
    "black": (_star, SKY),
    "turquoise": (_burst, CHALK),
}
SETS: Mapping[str, Mapping[str, tuple[Draw, Colour]]] = {
    "azul": AZUL,
    "azul-mini": MINI,
    "master-chocolatier": CHOCOLATIER,
    "summer-pavilion": PAVILION,
    "azul-duel": DUEL,
}
"""Game -> colour -> what is on its tiles."""


def decorate(
    canvas: Canvas, game: str, content: str, centre: Point, radius: float, pale: float = 0.0
) -> None:
    """Draw what is on a tile; ``pale`` is the share of paper in the ink of a printed space."""
    if content == "first":
        figure_one(canvas, centre, radius)
    elif content.startswith(CHIP):
        _chip(canvas, content.removeprefix(CHIP), centre, radius)
    elif content == "special":
        _burst(canvas, centre, 0.75 * radius, GOLD)
    elif content == "any":
        _pie(canvas, centre, radius)
    elif content in SETS[game]:
        draw, colour = SETS[game][content]
        draw(canvas, centre, 0.64 * radius, mixed(colour, CREAM, pale))


def figure_one(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw the figure 1 of the starting player marker."""
    x, y = centre
    top, foot = (x, y - 0.5 * radius), (x, y + 0.5 * radius)
    flag = (x - 0.22 * radius, y - 0.26 * radius)
    canvas.line([flag, top, foot], INK, 0.17 * radius)


def _chip(canvas: Canvas, faces: str, centre: Point, radius: float) -> None:
    """Draw a bonus chip: paper with a dot of one colour, or two halves."""
    rim = ring_points(centre, 0.6 * radius, 40, pi / 4)
    for n, colour in enumerate(faces.split("+")):
        canvas.polygon(rim if n == 0 else rim[:21], TILES.get(colour, INK))


def _pie(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw the wheel of all colours of a multicoloured space."""
    slices: tuple[Colour, ...] = ((197, 107, 32), (38, 170, 236), (64, 62, 214), (60, 56, 46), TEAL)
    rim = ring_points(centre, radius, 40)
    for n, colour in enumerate(slices):
        canvas.polygon([centre, *(rim[(8 * n + k) % 40] for k in range(9))], colour)

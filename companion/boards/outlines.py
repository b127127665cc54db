"""The outlines of what lies on a board, seen from above, in millimetres."""

from __future__ import annotations

import math

from companion.fields import Point

ROUND_CORNERS = 16
"""A round outline is drawn as a polygon with this many corners."""


def rectangle(centre: Point, width: float, height: float) -> tuple[Point, ...]:
    """Return an upright rectangle: top left, top right, bottom right, bottom left."""
    x, y = centre
    dx, dy = width / 2, height / 2
    return (x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)


def rhombus(centre: Point, side: float, angle_deg: float) -> tuple[Point, ...]:
    """Return a rhombus of 60 and 120 degrees whose long diagonal points along ``angle_deg``.

    Starts at the end the long diagonal comes from, and goes round clockwise.
    """
    along = math.radians(angle_deg)
    across = along + math.pi / 2
    long, short = side * math.sqrt(3) / 2, side / 2
    return tuple(
        (centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle))
        for reach, angle in ((-long, along), (-short, across), (long, along), (short, across))
    )


def circle(centre: Point, diameter: float) -> tuple[Point, ...]:
    """Return a circle as a polygon, clockwise from its right-hand end."""
    turns = (2 * math.pi * n / ROUND_CORNERS for n in range(ROUND_CORNERS))
    radius = diameter / 2
    return tuple(
        (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns
    )


def tile_outline(shape: str, centre: Point, size: float, angle_deg: float) -> tuple[Point, ...]:
    """Return the outline of a tile of ``shape`` (square, round or rhombus) at ``centre``."""
    if shape == "round":
        return circle(centre, size)
    if shape == "rhombus":
        return rhombus(centre, size, angle_deg)
    return rectangle(centre, size, size)

"""The ring of displays: which is which, and where on the table a place lies among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.arrays import Points


@dataclass(frozen=True)
class Display:
    """A display (factory): its middle on the table and its radius, in mm."""

    x_mm: float
    y_mm: float
    radius_mm: float


def where_is(place: Points, displays: Sequence[Display]) -> str:
    """Return where a table point (2,) mm lies: ``display/2``, say, ``centre`` or ``table``."""
    for number, each in enumerate(displays):
        if np.hypot(place[0] - each.x_mm, place[1] - each.y_mm) < each.radius_mm:
            return f"display/{number}"
    return "centre" if _in_ring(place, displays) else "table"


def _in_ring(place: Points, displays: Sequence[Display]) -> bool:
    if len(displays) < 3:
        return False
    middles = np.array([[each.x_mm, each.y_mm] for each in displays], np.float32)
    hull = cv2.convexHull(middles)
    return cv2.pointPolygonTest(hull, (float(place[0]), float(place[1])), False) >= 0


def in_order(displays: Sequence[Display]) -> tuple[Display, ...]:
    """Return displays as they are counted: counter-clockwise in the picture, from the right."""
    if not displays:
        return ()
    middle = np.mean([[each.x_mm, each.y_mm] for each in displays], axis=0)
    slack = np.pi / len(displays)

    def angle(each: Display) -> float:
        turn = np.arctan2(middle[1] - each.y_mm, each.x_mm - middle[0])
        return float((turn + slack) % (2 * np.pi))

    return tuple(sorted(displays, key=angle))

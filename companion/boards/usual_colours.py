"""The colours that tiles usually have, by the names that the games' boards use."""

from __future__ import annotations

from collections.abc import Mapping

USUAL_COLOURS: Mapping[str, tuple[float, float, float]] = {
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
    "special": (92, 0, 6),
}
"""L*a*b* of usual tiles, measured on photographed sets under daylight, lamp and mixed light."""

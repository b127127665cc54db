"""Four corners of something flat in a picture, and how several such lie to each other."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.arrays import Points


def clockwise(quad: Points) -> Points:
    """Return corners (4, 2) clockwise as the picture shows them, from the one up on the left."""
    away = quad - quad.mean(axis=0)
    return np.asarray(quad[np.argsort(np.arctan2(away[:, 1], away[:, 0]))], float)


def go_round(corners: Points) -> bool:
    """Tell whether corners (4, 2) in pixels go round a board clockwise, as the picture shows it.

    None do between which there is hardly a pixel, or more than can be counted.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        sides = np.roll(corners, -1, axis=0) - corners
        ahead = np.roll(sides, -1, axis=0)
        turns = sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0]
    return bool(((turns > 1.0) & np.isfinite(turns)).all())


def grown(quad: Points, times: float) -> Points:
    """Return corners (4, 2) so many times as far from their middle."""
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * times, float)


def holds(one: Points, other: Points) -> bool:
    """Tell whether the middle of the ``other`` corners (4, 2) lies within those of one."""
    x, y = other.mean(axis=0)
    return cv2.pointPolygonTest(one.astype(np.float32), (float(x), float(y)), False) >= 0


def counter_clockwise(quads: Sequence[Points]) -> list[Points]:
    """Return quadrilaterals round their common middle, from the lower left of the picture on."""
    middle = np.mean([quad.mean(axis=0) for quad in quads], axis=0)

    def angle(quad: Points) -> float:
        x, y = quad.mean(axis=0) - middle
        return float(-np.arctan2(y, x))

    return sorted(quads, key=angle)

"""Where a rectangle is free of other shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Points

Outline = Sequence[tuple[float, float]]


def free_places(
    size_mm: tuple[float, float], outlines: Iterable[Outline], room_mm: float, step_mm: float
) -> Points:
    """Return places (N, 2) mm all over a rectangle, ``room_mm`` from all ``outlines`` or more."""
    xs, ys = (np.arange(2, side, step_mm) for side in size_mm)
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    shapes = [np.array(outline, np.float32) for outline in outlines]
    free = [all(_inside(shape, place) < -room_mm for shape in shapes) for place in places]
    return np.asarray(places[free], float)


def _inside(shape: NDArray[np.float32], place: Points) -> float:
    """Return how far (mm) a place lies inside a shape; outside it is negative."""
    return float(cv2.pointPolygonTest(shape, (float(place[0]), float(place[1])), True))

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
    for outline in outlines:
        places = _away_from(np.array(outline, np.float32), places, room_mm)
    return places


def _away_from(shape: NDArray[np.float32], places: Points, room_mm: float) -> Points:
    """Return those of some places that lie ``room_mm`` or more outside a shape.

    Only such are asked exactly as lie near the rectangle around it: most do not.
    """
    beyond = np.maximum(shape.min(axis=0) - places, places - shape.max(axis=0)).max(axis=1)
    far = beyond > room_mm
    near = np.flatnonzero(~far)
    far[near] = [cv2.pointPolygonTest(shape, place, True) < -room_mm for place in places[near]]
    return np.asarray(places[far], float)

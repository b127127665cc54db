"""Corners that people tapped, as the eyes want them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.arrays import Points
from companion.journal import Seating
from companion.journal.kept_values import Corners

Taps = Mapping[int, Points]
"""The four corners of each seat's board in pixels, top left first, clockwise."""


def taps_of(seating: Seating) -> Taps | None:
    """Return the tapped corners as the eyes want them, None with brackets."""
    return taps_from(seating.corners)


def taps_from(corners: Corners | None) -> Taps | None:
    """Return corners by seat as the eyes want them; None where nobody tapped any."""
    if corners is None:
        return None
    return {seat: np.array(points, float) for seat, points in corners.items()}

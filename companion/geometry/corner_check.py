"""Corners that somebody gave: whether a board in the picture can have them at all."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.arrays import Image, Points
from companion.errors import BoardNotFound
from companion.geometry.quadrilaterals import go_round
from companion.sentence import Sentence

FAR = 100
"""Sides of a picture by which the corners of a board in it never are apart."""


def check_corners(image: Image, taps: Mapping[int, Points]) -> None:
    """Raise ``BoardNotFound`` where no board in a picture (H, W, 3) has such corners, by seat."""
    width, height = image.shape[1], image.shape[0]
    for seat, corners in taps.items():
        beside = (corners.max(axis=0) < 0) | (corners.min(axis=0) > (width, height))
        if not go_round(corners):
            said = Sentence(
                "the corners of seat {seat} do not go round a board; tap them again, clockwise "
                "from the board's own top left",
                seat=seat,
            )
        elif beside.any() or np.ptp(corners, axis=0).max() > FAR * max(width, height):
            said = Sentence(
                "the corners of seat {seat} lie beside the picture; tap them again, in it",
                seat=seat,
            )
        else:
            continue
        raise BoardNotFound(said, seats=(seat,))

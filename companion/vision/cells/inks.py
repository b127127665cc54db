"""The colours of a set in figures: what pixels are segmented by, and what people are shown.

A tile has up to two strong colours, its body's and its ornament's.  They are taken from the faces
that are known of its colour; before one is, from what such tiles usually look like.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import to_lab
from companion.boards.usual_colours import USUAL_COLOURS
from companion.chosen_numbers import FARTHEST_INK, STRONG_INK
from companion.vision.cells.looks import Looks
from companion.vision.photometry.white import WHITE_LEVEL

LAB_WHITE = 235.0
"""Level of white where colours are compared as L*a*b*."""

Inks = Mapping[str, NDArray[np.float32]]
"""Colour -> its strong colours (1 or 2, 3), L*a*b*, the commonest first."""


@lru_cache(maxsize=4)
def inks_of(looks: Looks, colours: tuple[str, ...]) -> Inks:
    """Return the strong colours of a set's tiles.

    A colour that no usual set has is left out until a tile of it was seen: nothing is known of it.
    Kept for the boards of a picture, which share their looks.
    """
    return {
        name: _strong(looks.faces[name][-1])
        if name in looks.faces
        else np.array([USUAL_COLOURS[name]], np.float32)
        for name in colours
        if name in looks.faces or name in USUAL_COLOURS
    }


def segment(
    pixels: NDArray[np.uint8], inks: Inks, farthest: float = FARTHEST_INK
) -> NDArray[np.int8]:
    """Return which colour (..., ) each pixel (..., 3) under its board's white has, -1 for none.

    The number is the colour's place in ``inks``; what is farther off than ``farthest`` in L*a*b*
    is none of them.
    """
    lab = lab_under_white(pixels).reshape(-1, 1, 3)
    away = [np.linalg.norm(lab - ink[None], axis=2).min(axis=1) for ink in inks.values()]
    nearest = np.argmin(away, axis=0)
    none = np.min(away, axis=0) > farthest
    return np.where(none, -1, nearest).astype(np.int8).reshape(pixels.shape[:-1])


def lab_under_white(pixels: NDArray[Any]) -> NDArray[np.float32]:
    """Return L*a*b* (..., 3) of pixels (..., 3) that are under their board's white."""
    return to_lab(pixels.astype(np.float32) * np.float32(LAB_WHITE / WHITE_LEVEL))


def _strong(face: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the one or two colours that most of a face has."""
    lab = lab_under_white(face).reshape(-1, 3)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.5)
    cv2.setRNGSeed(1)
    _, labels, middles = cv2.kmeans(lab, 2, np.empty(0, np.int32), stop, 1, cv2.KMEANS_PP_CENTERS)
    shares = np.bincount(labels.ravel(), minlength=2) / len(lab)
    order = np.argsort(-shares)
    kept = [n for n in order if shares[n] >= STRONG_INK]
    return np.asarray(middles[kept], np.float32)

"""Corner brackets seen in a picture: ArUco tags that say which board lies where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np

from companion.arrays import Gray, Points
from companion.chosen_numbers import ALL_TAGS, QUICK_TAGS, SHARP_PX
from companion.geometry.bracket import tag_corners
from companion.geometry.misses import Sight

LIGHT = (255 * (np.arange(256) / 255) ** 2.2).round().astype(np.uint8)
"""Grey levels as amounts of light, nearly.  Blurred light adds up: in a picture's own levels the
white of small tags spills over their black."""

LARGER = 1.5
"""How much larger what is missing is looked for: small tags are made out by more pixels."""


def find_tags(gray: Gray, wanted: Sequence[int]) -> dict[int, Points]:
    """Return the ``wanted`` tags seen in a grey picture (H, W) uint8: id -> corners (4, 2) pixels.

    Corners run clockwise from the tag's own top-left.  The picture is searched quickly first and,
    for what is missing, enlarged, and at every level of detail.
    """
    light = np.asarray(cv2.LUT(gray, LIGHT), np.uint8)
    found = _detect(light, wanted, QUICK_TAGS)
    if len(found) < len(wanted):
        large = cv2.resize(light, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
        more = _detect(np.asarray(large, np.uint8), wanted, QUICK_TAGS)
        found = {tag: (corners + 0.5) / LARGER - 0.5 for tag, corners in more.items()} | found
    return found if len(found) == len(wanted) else _detect(gray, wanted, ALL_TAGS) | found


def sight_of(seat: int, size_mm: tuple[float, float], tags: Mapping[int, Points]) -> Sight | None:
    """Return what the tags tell of one board, or None when none of its tags was seen."""
    mine = [k for k in range(4) if 4 * seat + k in tags]
    if not mine:
        return None
    board = np.concatenate([tag_corners(k, size_mm) for k in mine])
    return Sight(board, np.concatenate([tags[4 * seat + k] for k in mine]), SHARP_PX)


def _detect(gray: Gray, wanted: Sequence[int], windows: tuple[int, ...]) -> dict[int, Points]:
    corners, ids, _ = _detector(*windows).detectMarkers(gray)
    # OpenCV 4 gives ids as (N, 1), 5 as (N,), both None where nothing was found.
    numbers = [] if ids is None else [int(i) for i in np.ravel(ids)]
    seen = zip(numbers, corners, strict=True)
    return {tag: np.asarray(c, float).reshape(4, 2) for tag, c in seen if tag in wanted}


@cache
def _detector(least: int, most: int, step: int) -> cv2.aruco.ArucoDetector:
    """Tags are 25 to 40 pixels wide here, and their bits are looked at more finely than usual."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    settings.adaptiveThreshWinSizeMin = least
    settings.adaptiveThreshWinSizeMax = most
    settings.adaptiveThreshWinSizeStep = step
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, settings)

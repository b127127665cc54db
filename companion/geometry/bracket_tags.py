"""Corner brackets seen in a picture: ArUco tags that say which board lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np

from companion.arrays import Gray, Points, Vector
from companion.chosen_numbers import ALL_TAGS, QUICK_TAGS, SHARP_PX
from companion.geometry.bracket import tag_corners
from companion.geometry.misses import Sight

LIGHT = (255 * (np.arange(256) / 255) ** 2.2).round().astype(np.uint8)
"""Grey levels as amounts of light, nearly.  Blurred light adds up: in a picture's own levels the
white of small tags spills over their black."""

LARGER = 1.5
"""How much larger what is missing is looked for: small tags are made out by more pixels."""

TAG_PX = 8
"""No tag is made out in fewer pixels."""


ROOM = 0.25
"""How far around its place by the others a tag is looked for, as a part of how far they are."""


def find_tags(gray: Gray, wanted: Sequence[int], size_mm: tuple[float, float]) -> dict[int, Points]:
    """Return the ``wanted`` tags seen in a grey picture (H, W) uint8: id -> corners (4, 2) pixels.

    Corners run clockwise from the tag's own top-left; ``size_mm`` is that of the boards.  The
    picture is searched quickly first and closely for what is missing: where the other tags of its
    board have it, and everywhere for boards of which that leaves less than two.
    """
    light = np.asarray(cv2.LUT(gray, LIGHT), np.uint8)
    found = _detect(light, wanted, QUICK_TAGS)
    beside = [_beside(gray, light, t, found, size_mm) for t in wanted if t not in found]
    found |= dict(filter(None, beside))
    of_seat = Counter(tag // 4 for tag in found)
    lost = [tag for tag in wanted if tag not in found and of_seat[tag // 4] < 2]
    return _closely(gray, light, lost) | found


def _beside(
    gray: Gray, light: Gray, tag: int, found: Mapping[int, Points], size_mm: tuple[float, float]
) -> tuple[int, Points] | None:
    """Return a tag that lies where those ``found`` of its board have it; None where it is not."""
    others = {other: at for other, at in found.items() if other // 4 == tag // 4}
    if not others:
        return None
    middle, reach = _place(tag, others, size_mm)
    if not np.isfinite(middle).all():
        return None
    low, high = (
        np.clip(each, 0, gray.shape[::-1]).astype(int) for each in (middle - reach, middle + reach)
    )
    if (high - low < TAG_PX).any():
        return None
    part = slice(low[1], high[1]), slice(low[0], high[0])
    seen = _closely(gray[part], light[part], [tag])
    return (tag, seen[tag] + low) if tag in seen else None


def _place(
    tag: int, others: Mapping[int, Points], size_mm: tuple[float, float]
) -> tuple[Vector, float]:
    """Return the pixel (2,) at which ``others`` of its board have a tag, and how far to look.

    No number where a misread tag has it nowhere.
    """
    board = np.concatenate([tag_corners(other % 4, size_mm) for other in others])
    bend = np.array(cv2.findHomography(board, np.concatenate(list(others.values())))[0], float)
    if bend.shape != (3, 3):  # None, where they lie on a line
        return np.full(2, np.nan), 0.0
    there = tag_corners(tag % 4, size_mm).mean(axis=0)
    middle = cv2.perspectiveTransform(there[None, None], bend)[0, 0]
    nearest = min(others.values(), key=lambda at: float(np.linalg.norm(at.mean(axis=0) - middle)))
    side = float(np.linalg.norm(nearest[1] - nearest[0]))
    return middle, side + ROOM * float(np.linalg.norm(nearest.mean(axis=0) - middle))


def _closely(gray: Gray, light: Gray, wanted: Sequence[int]) -> dict[int, Points]:
    """Return tags in a picture, or a part of one, searched enlarged and at every level of detail.

    ``light`` (H, W) is the ``gray`` picture (H, W) as amounts of light.
    """
    if not wanted:
        return {}
    large = cv2.resize(light, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    more = _detect(np.asarray(large, np.uint8), wanted, QUICK_TAGS)
    found = {tag: (corners + 0.5) / LARGER - 0.5 for tag, corners in more.items()}
    if len(found) == len(wanted):
        return found
    return _detect(np.ascontiguousarray(gray), wanted, ALL_TAGS) | found


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

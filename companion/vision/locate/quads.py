"""Four-cornered patches of a picture: where a board might lie.

A board differs from the table in lightness, in colour or in how much is printed on it, but nobody
knows in which.  So the picture is cut at several levels of each, and every patch that has four
corners is a candidate; whether a board lies there is told by its print.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points, to_lab
from companion.chosen_numbers import (
    CLOSINGS,
    FLAT_PATCH,
    LEAST_PATCH,
    LEVELS,
    PATCH_SLACK,
    PATCHES_PX,
    STEEPNESSES,
)
from companion.geometry.quadrilaterals import clockwise

ALIKE = 0.03
"""Quadrilaterals nearer than this part of their diagonal are one."""


def quads(image: Image) -> list[Points]:
    """Return quadrilaterals (4, 2) in pixels, clockwise, that stand out in ``image`` (H, W, 3).

    The picture's own outline is the first: of a board photographed closely nothing else stands out.
    """
    scale = PATCHES_PX / max(image.shape[:2])
    size = (max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1))
    lab = to_lab(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32))
    height, width = image.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    kept: list[Points] = [] if _is_flat(whole) else [whole]
    for mask in (*_busy(lab), *_levels(lab)):
        for quad in _four_cornered(mask):
            found = (quad + 0.5) / scale - 0.5
            if not _is_flat(found) and not any(_same(found, other) for other in kept):
                kept.append(found)
    return kept


def _busy(lab: NDArray[np.float32]) -> Iterator[NDArray[np.uint8]]:
    """Yield where much is printed, and where little is."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 1.2)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    steep = np.sqrt((across * across + down * down).sum(axis=2))
    for level in STEEPNESSES:
        edges = (steep > level).astype(np.uint8)
        for width in CLOSINGS:
            kernel = np.ones((width, width), np.uint8)
            closed = np.asarray(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, kernel), np.uint8)
            yield closed
            yield 1 - closed


def _levels(lab: NDArray[np.float32]) -> Iterator[NDArray[np.uint8]]:
    """Yield where each channel lies above each of several levels, and where below."""
    for channel in range(3):
        values = np.ascontiguousarray(lab[..., channel])
        low, high = np.percentile(values[::4, ::4], [2, 98])
        for level in LEVELS:
            above = (values > low + level * (high - low)).astype(np.uint8)
            for mask in (above, 1 - above):
                for method, width in ((cv2.MORPH_OPEN, 5), (cv2.MORPH_CLOSE, 7)):
                    kernel = np.ones((width, width), np.uint8)
                    yield np.asarray(cv2.morphologyEx(mask, method, kernel), np.uint8)


def _four_cornered(mask: NDArray[np.uint8]) -> Iterator[Points]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if cv2.contourArea(contour) < LEAST_PATCH * mask.size:
            continue
        hull = cv2.convexHull(contour)
        quad = _corners(np.asarray(hull))
        if quad is not None:
            yield quad


def _corners(hull: NDArray[np.int32]) -> Points | None:
    """Return the quadrilateral (4, 2) that a hull nearly is, or None."""
    corners = cv2.approxPolyDP(hull, PATCH_SLACK * cv2.arcLength(hull, True), True)
    return clockwise(np.asarray(corners, float).reshape(4, 2)) if len(corners) == 4 else None


def _is_flat(quad: Points) -> bool:
    area = cv2.contourArea(quad.astype(np.float32))
    return bool(area < FLAT_PATCH * np.sum((quad[0] - quad[2]) ** 2))


def _same(one: Points, other: Points) -> bool:
    diagonal = np.linalg.norm(one[0] - one[2])
    return bool(np.abs(one - other).max() < ALIKE * diagonal)

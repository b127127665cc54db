"""The displays: round, all of one size and colour, laid in a ring around the centre.

They are learned from the set-up picture, seen from straight above, where they are true circles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Mask, Points, Vector, to_lab
from companion.boards import Board
from companion.chosen_numbers import (
    COARSE_SCALE,
    DISPLAY_SHOWN,
    FINENESS,
    PERFECT_CIRCLE,
    RADII_MM,
    SAME_COLOUR,
    SAME_RADIUS,
    STEEP_CIRCLE,
)
from companion.geometry.camera import BOARD_MM, Camera, Pose, board_corners
from companion.geometry.display_ring import Display, in_order
from companion.geometry.table_view import Bounds, halved, lying, view
from companion.vision.photometry.white import under_white


@dataclass(frozen=True)
class _Disc:
    """A round thing in a halved view: its middle and radius in pixels, its colour (3,) L*a*b*."""

    middle: Points
    radius: float
    colour: Vector


def find_displays(
    image: Image,
    camera: Camera,
    poses: Mapping[int, Pose],
    board: Board,
    bounds: Bounds,
    white: Vector,
) -> tuple[Display, ...]:
    """Return the displays within ``bounds`` on the set-up picture (H, W, 3) uint8 BGR, if any.

    They are counted from the right of their ring, counter-clockwise as the picture shows it.
    """
    half = under_white(halved(view(image, camera, bounds, BOARD_MM)), white)
    covered = lying(bounds, poses.values(), [board_corners(board.size_mm)])
    lab = to_lab(half.astype(np.float32))
    group = _alike([disc for disc in _discs(half, lab) if not covered[_pixel(disc)]])
    if len(group) < 2:  # one round thing is a mug; displays are several
        return ()
    return in_order([_display(disc, bounds) for disc in _like(lab, covered, group)])


def _discs(half: Image, lab: NDArray[np.float32]) -> Iterator[_Disc]:
    """Yield the circles that any channel of a halved view (h, w, 3) shows."""
    low, high = (round(radius * COARSE_SCALE / 2) for radius in RADII_MM)
    way = cv2.HOUGH_GRADIENT_ALT
    for channel in cv2.split(cv2.cvtColor(half, cv2.COLOR_BGR2LAB)):
        seen = cv2.HoughCircles(
            channel, way, FINENESS, low, None, STEEP_CIRCLE, PERFECT_CIRCLE, low, high
        )
        for x, y, radius in np.zeros((0, 3)) if seen is None else np.asarray(seen).reshape(-1, 3):
            if 0 <= x < half.shape[1] and 0 <= y < half.shape[0]:
                near = round(radius / 2)
                rows, columns = (slice(max(int(at) - near, 0), int(at) + near) for at in (y, x))
                colour = np.median(lab[rows, columns], axis=(0, 1)).astype(float)
                yield _Disc(np.array([x, y], float), float(radius), colour)


def _pixel(disc: _Disc) -> tuple[int, int]:
    """Return the row and column in which a disc's middle lies."""
    return int(disc.middle[1]), int(disc.middle[0])


def _alike(discs: Sequence[_Disc]) -> list[_Disc]:
    """Return the largest group of discs of one size and colour, each once.

    Of rings printed on displays and their rims it is the rims.
    """
    groups = [_once([disc for disc in discs if _match(each, disc)]) for each in discs]
    return max(groups, key=lambda group: (len(group), group[0].radius), default=[])


def _once(discs: Sequence[_Disc]) -> list[_Disc]:
    """Return discs none of which lies on one before it."""
    kept: list[_Disc] = []
    for disc in discs:
        if all(np.linalg.norm(disc.middle - other.middle) > disc.radius for other in kept):
            kept.append(disc)
    return kept


def _match(one: _Disc, other: _Disc) -> bool:
    size = abs(one.radius - other.radius) < SAME_RADIUS * one.radius
    return bool(size and np.linalg.norm(one.colour - other.colour) < SAME_COLOUR)


def _like(lab: NDArray[np.float32], covered: Mask, group: Sequence[_Disc]) -> list[_Disc]:
    """Return every disc of the group's radius and colour; a mug may stand on a part of it."""
    radius = float(np.median([disc.radius for disc in group]))
    colour = np.median([disc.colour for disc in group], axis=0)
    same = (np.linalg.norm(lab - colour, axis=2) < SAME_COLOUR) & ~covered
    found = cv2.filter2D(
        same.astype(np.float32), -1, _stamp(radius), borderType=cv2.BORDER_CONSTANT
    )
    discs = list(group)
    while True:
        _, score, _, (x, y) = cv2.minMaxLoc(found)
        if score < DISPLAY_SHOWN:
            return _once(discs)
        discs.append(_Disc(np.array([x, y], float), radius, colour))
        cv2.circle(found, (x, y), round(radius), 0.0, -1)


def _stamp(radius: float) -> NDArray[np.float32]:
    """Return a disc that gives 1 where it lies on its like, and a ring on nothing like it.

    The ring around it is as large as the disc.
    """
    reach = int(np.sqrt(2) * radius) + 1
    steps = np.arange(-reach, reach + 1)
    areas = (steps[:, None] ** 2 + steps**2) / radius**2
    inner, ring = areas < 1, (areas > 1) & (areas < 2)
    return np.asarray(inner / inner.sum() - ring / ring.sum(), np.float32)


def _display(disc: _Disc, bounds: Bounds) -> Display:
    x, y = bounds.to_mm(2 * disc.middle[None] + 0.5)[0]
    return Display(float(x), float(y), 2 * disc.radius / COARSE_SCALE)

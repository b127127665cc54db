"""The displays: round, all of one size and colour, laid in a ring around the centre.

They are learned from the set-up picture, seen from straight above, where they are true circles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.vision.arrays import Gray, Image, Mask, Points, Vector
from companion.vision.geometry.camera import BOARD_MM, Camera, Pose
from companion.vision.loose.tabletop import SCALE, Bounds, boards_mask, bounds_of, view
from companion.vision.photometry.colour import STRIP, picture_lab

RADII_MM = (18, 36, 75)
"""Between these lie the radii of the displays of every edition; looked for in two ranges."""

SHRINK = 3
"""How much smaller the table is on which circles are looked for first."""

MOST = 40
"""Circles followed up, of each channel and range."""

LEAST = 2
"""One round thing is a mug; displays are several."""

CLEAR = 0.55
"""Share of the rim that must be seen of the displays from which all others are learned."""

SHOWN = 0.4
"""Share of a display and of its rim that must be seen: a mug may stand on the rest."""

RIM = 9.0
RIM_MM = 3.0
"""Colour distance across the rim of a display, seen so far inside and outside of it; within it most
of a display is of one colour."""

SAME_RADIUS = 0.07
SAME_COLOUR = 14.0
SHADE = np.array([0.4, 1.0, 1.0], np.float32)
"""By how much displays differ at most; light differs more across a table than colour."""

AROUND = 1.25
"""A display's surroundings reach so far from its middle, in radii; nothing there is like it."""

BESIDE_MM = 130.0
"""How far from a board a tile still lies beside it."""


@dataclass(frozen=True)
class Display:
    """A display (factory): its middle on the table and its radius, in mm."""

    x_mm: float
    y_mm: float
    radius_mm: float


@dataclass(frozen=True)
class _Disc:
    """A circle in the view, the share of its rim that is seen, and its colour (3,) L*a*b*."""

    x: float
    y: float
    radius: float
    support: float
    colour: Vector


def find_displays(
    image: Image, camera: Camera, poses: Mapping[int, Pose], board: Board
) -> tuple[Display, ...]:
    """Return the displays on the set-up picture (H, W, 3) uint8 BGR; empty where none is seen.

    They are counted from the right of their ring, counter-clockwise as the picture shows it.
    """
    bounds = bounds_of(camera, poses.values(), board, image)
    flat = view(image, camera, bounds, BOARD_MM)
    covered = boards_mask(bounds, poses.values(), board)
    lab = picture_lab(flat)
    group = _alike([_disc(lab, circle) for circle in _circles(lab, covered)])
    if len(group) < LEAST:
        return ()
    return _in_order([_display(disc, bounds) for disc in _like(lab, covered, group)])


def where_is(
    place: Points, displays: Sequence[Display], poses: Mapping[int, Pose], board: Board
) -> str:
    """Return where a table point (2,) mm lies: see ``LooseTile.where``."""
    for number, each in enumerate(displays):
        if np.hypot(place[0] - each.x_mm, place[1] - each.y_mm) < each.radius_mm:
            return f"display/{number}"
    if _in_ring(place, displays):
        return "centre"
    away = {seat: _off_board(place, pose, board) for seat, pose in poses.items()}
    nearest = min(away, key=lambda seat: away[seat], default=None)
    if nearest is not None and away[nearest] < BESIDE_MM:
        return f"beside/{nearest}"
    return "table"


def _in_ring(place: Points, displays: Sequence[Display]) -> bool:
    if len(displays) < 3:
        return False
    middles = np.array([[each.x_mm, each.y_mm] for each in displays], np.float32)
    hull = cv2.convexHull(middles)
    return cv2.pointPolygonTest(hull, (float(place[0]), float(place[1])), False) >= 0


def _off_board(place: Points, pose: Pose, board: Board) -> float:
    """Return the distance in mm from a table point to a board's outline; 0 on the board."""
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    x, y = np.asarray(place, float) - [pose.x_mm, pose.y_mm]
    along, down = c * x + s * y, -s * x + c * y
    width, height = board.size_mm
    return float(np.hypot(max(-along, 0.0, along - width), max(-down, 0.0, down - height)))


def _in_order(displays: Sequence[Display]) -> tuple[Display, ...]:
    """Count displays from the right, counter-clockwise as seen in the picture."""
    if not displays:
        return ()
    middle = np.mean([[each.x_mm, each.y_mm] for each in displays], axis=0)
    slack = np.pi / len(displays)

    def angle(each: Display) -> float:
        turn = np.arctan2(middle[1] - each.y_mm, each.x_mm - middle[0])
        return float((turn + slack) % (2 * np.pi))

    return tuple(sorted(displays, key=angle))


def _circles(lab: NDArray[np.float32], covered: Mask) -> list[tuple[float, float, float]]:
    """Return circles (x, y, radius) that any channel suggests, not on a board."""
    found: list[tuple[float, float, float]] = []
    for channel in range(3):
        gray = _shrunk(lab[..., channel])
        for least, most in pairwise(RADII_MM):
            low, high = (round(radius * SCALE / SHRINK) for radius in (least, most))
            way, edge, votes = cv2.HOUGH_GRADIENT, 90, 12
            seen = cv2.HoughCircles(gray, way, 1, low, None, edge, votes, low, high)
            rows = np.zeros((0, 3)) if seen is None else np.asarray(seen).reshape(-1, 3)[:MOST]
            found += [(SHRINK * x + 1.0, SHRINK * y + 1.0, SHRINK * r) for x, y, r in rows]
    height, width = covered.shape
    inside = [c for c in found if 0 <= c[0] < width and 0 <= c[1] < height]
    return [c for c in inside if not covered[int(c[1]), int(c[0])]]


def _shrunk(channel: NDArray[np.float32]) -> Gray:
    size = (channel.shape[1] // SHRINK, channel.shape[0] // SHRINK)
    small = cv2.resize(channel, size, interpolation=cv2.INTER_AREA)
    low, high = np.percentile(small, [1, 99])
    return np.asarray(np.clip((small - low) * 255 / max(high - low, 1.0), 0, 255), np.uint8)


def _like(lab: NDArray[np.float32], covered: Mask, group: Sequence[_Disc]) -> list[_Disc]:
    """Return every disc of the group's radius and colour; a mug may stand on a part of it."""
    radius = float(np.median([disc.radius for disc in group]))
    colour = np.median([disc.colour for disc in group], axis=0)
    same = (_of_colour(lab, colour) & ~covered).astype(np.float32)
    found = cv2.filter2D(same, -1, _stamp(radius), borderType=cv2.BORDER_CONSTANT)
    discs: list[_Disc] = []
    while True:
        _, score, _, (x, y) = cv2.minMaxLoc(found)
        if score < SHOWN:
            return discs
        _, _, seen = _rim(lab, float(x), float(y), radius, RIM_MM)
        if seen.mean() > SHOWN:
            discs.append(_Disc(float(x), float(y), radius, float(seen.mean()), colour))
        cv2.circle(found, (x, y), round(1.5 * radius), 0.0, -1)


def _of_colour(lab: NDArray[np.float32], colour: Vector) -> Mask:
    """Return where a view (H, W, 3) has a colour (3,), a strip at a time to save memory."""
    same = np.zeros(lab.shape[:2], bool)
    for row in range(0, len(lab), STRIP):
        away = (lab[row : row + STRIP] - colour.astype(np.float32)) * SHADE
        same[row : row + STRIP] = np.einsum("hwc,hwc->hw", away, away) < SAME_COLOUR**2
    return same


def _stamp(radius: float) -> NDArray[np.float32]:
    """Return a disc that gives 1 where it lies on its like, and its rim on nothing like it."""
    reach = int(AROUND * radius) + 1
    steps = np.arange(-reach, reach + 1)
    away = np.hypot(steps[:, None], steps) / radius
    rim = SAME_RADIUS / 2
    inner, ring = away < 1 - rim, (away > 1 + rim) & (away < AROUND)
    return np.asarray(inner / inner.sum() - 0.5 * ring / ring.sum(), np.float32)


def _disc(lab: NDArray[np.float32], circle: tuple[float, float, float]) -> _Disc:
    """Return the disc whose rim is seen near a first guess."""
    x, y, radius = circle
    for _ in range(2):
        angles, radii, seen = _rim(lab, x, y, radius, 2 * RIM_MM)
        if seen.mean() > SHOWN:
            points = np.column_stack((np.cos(angles), np.sin(angles))) * radii[:, None] + [x, y]
            x, y, radius = _circle_through(points[seen])
    _, _, seen = _rim(lab, x, y, radius, RIM_MM / 2)
    return _Disc(x, y, radius, float(seen.mean()), _colour(lab, x, y, radius))


def _rim(
    lab: NDArray[np.float32], x: float, y: float, radius: float, span_mm: float
) -> tuple[Vector, Vector, Mask]:
    """Return angles (A,), where each shows the rim (radius, (A,)), and whether it does (A,)."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    span, step = span_mm * SCALE, RIM_MM * SCALE
    radii = np.arange(radius - span, radius + span + 0.5)
    inner = _at(lab, x, y, angles, radii - step)
    outer = _at(lab, x, y, angles, radii + step)
    across = np.linalg.norm(inner - outer, axis=2)
    best = across.argmax(axis=1)
    return angles, radii[best], across.max(axis=1) > RIM


def _at(lab: NDArray[np.float32], x: float, y: float, angles: Vector, radii: Vector) -> Vector:
    xs = x + np.cos(angles)[:, None] * radii
    ys = y + np.sin(angles)[:, None] * radii
    across, down = xs.astype(np.float32), ys.astype(np.float32)
    seen = cv2.remap(lab, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, float)


def _circle_through(points: Points) -> tuple[float, float, float]:
    """Return the circle (x, y, radius) nearest to points (N, 2)."""
    terms = np.column_stack((2 * points, np.ones(len(points))))
    a, b, c = np.linalg.lstsq(terms, (points**2).sum(axis=1), rcond=None)[0]
    return float(a), float(b), float(np.sqrt(c + a * a + b * b))


def _colour(lab: NDArray[np.float32], x: float, y: float, radius: float) -> Vector:
    """Return a disc's colour (3,), NaN where it is not of one colour."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    inside = _at(lab, x, y, angles, np.linspace(0.2, 0.85, 6) * radius).reshape(-1, 3)
    middle = np.median(inside, axis=0)
    even = (np.linalg.norm(inside - middle, axis=1) < RIM).mean()
    return np.asarray(middle if even > 0.5 else np.full(3, np.nan))


def _alike(discs: Sequence[_Disc]) -> list[_Disc]:
    """Return the largest group of discs of one size and colour, each once."""
    seen = [disc for disc in discs if disc.support > CLEAR and np.isfinite(disc.colour).all()]
    seen = _once(sorted(seen, key=lambda disc: -disc.support))
    groups = [[other for other in seen if _match(disc, other)] for disc in seen]
    return max(groups, key=lambda group: sum(disc.support for disc in group), default=[])


def _once(discs: Sequence[_Disc]) -> list[_Disc]:
    kept: list[_Disc] = []
    for disc in discs:
        gaps = [np.hypot(disc.x - o.x, disc.y - o.y) / max(disc.radius, o.radius) for o in kept]
        if all(gap > 0.5 for gap in gaps):
            kept.append(disc)
    return kept


def _match(one: _Disc, other: _Disc) -> bool:
    size = abs(one.radius - other.radius) < SAME_RADIUS * one.radius
    return bool(size and np.linalg.norm((one.colour - other.colour) * SHADE) < SAME_COLOUR)


def _display(disc: _Disc, bounds: Bounds) -> Display:
    x, y = bounds.to_mm(np.array([[disc.x, disc.y]]))[0]
    return Display(float(x), float(y), disc.radius / SCALE)

"""The corner brackets, one page for each board, to be cut out of card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print.paper_page import MID_GREY, PALE_GREY, Paper
from companion.errors import UsageError
from companion.fields import Point
from companion.games import MOST_PLAYERS
from companion.geometry.bracket import QUADRANT_MM, TAG_MM

ARM_LONG_MM = 32.0
ARM_WIDE_MM = 10.0
REACH_MM = QUADRANT_MM + ARM_LONG_MM
"""A bracket needs this much in width and height."""

GAP_MM = 12.0
TAG_MODULES = 6
"""A tag is four bits and a border of one on either side wide."""

CORNERS = ("top left", "top right", "bottom right", "bottom left")
TOP_MM = 66.0

ADVICE = (
    "Print on white card at 100 %, in black and white or colour. Check the bar below with a ruler.",
    "Cut along the thin lines; the inner edges must be clean, for they touch the board.",
    "Lay each bracket around its corner of the board, tag outside, arms along the edges.",
    "Grey arms lie along the edge that follows clockwise. A drop of glue keeps a bracket in place.",
)


def bracket_pdf(players: int, paper: str) -> bytes:
    """Return the brackets of 1 to 4 boards as a PDF, on ``a4`` or ``letter``, a page a board."""
    if not 1 <= players <= MOST_PLAYERS:
        raise UsageError(f"brackets are made for 1 to {MOST_PLAYERS} boards, not {players}")
    document = Paper(paper, f"Corner brackets for {players} boards")
    for seat in range(players):
        _page(document, seat)
        if seat + 1 < players:
            document.next_page()
    return document.finished()


def bracket_origins(width_mm: float) -> tuple[Point, ...]:
    """Return where each bracket's REACH_MM square begins on a page so wide, corner by corner."""
    left = (width_mm - 2 * REACH_MM - GAP_MM) / 2
    right, below = left + REACH_MM + GAP_MM, TOP_MM + REACH_MM + GAP_MM
    return (left, TOP_MM), (right, TOP_MM), (right, below), (left, below)


def outline(corner: int) -> tuple[Point, ...]:
    """Return the outline of the bracket of a corner in its REACH_MM square, mm."""
    q, arm, reach = QUADRANT_MM, QUADRANT_MM - ARM_WIDE_MM, REACH_MM
    upright = [(0.0, 0.0), (q, 0.0), (q, arm), (reach, arm), (reach, q)]
    upright += [(q, q), (q, reach), (arm, reach), (arm, q), (0.0, q)]
    return tuple(turned(point, corner) for point in upright)


def turned(point: Point, corner: int) -> Point:
    """Return a point of a REACH_MM square after as many clockwise quarter turns."""
    x, y = point
    for _ in range(corner):
        x, y = REACH_MM - y, x
    return x, y


def tag_modules(tag: int) -> NDArray[np.bool_]:
    """Return the dark squares (6, 6) of a tag of DICT_4X4_50."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = cv2.aruco.generateImageMarker(dictionary, tag, TAG_MODULES)
    return np.asarray(image) < 128


def _page(document: Paper, seat: int) -> None:
    document.text((15.0, 18.0), f"Corner brackets for board {seat + 1}", 16.0, bold=True)
    document.lines((15.0, 26.0), ADVICE)
    document.scale_bar(48.0)
    origins = bracket_origins(document.width)
    for corner, origin in enumerate(origins):
        _bracket(document, 4 * seat + corner, corner, origin)
    middle = origins[0][0] + REACH_MM - 18.0
    document.text((middle, TOP_MM + REACH_MM + GAP_MM / 2 - 1.0), f"board {seat + 1} lies here")


def _bracket(document: Paper, tag: int, corner: int, origin: Point) -> None:
    """Draw a bracket turned as it will lie, its cutting line, and its name beside it."""
    grey_arm = (QUADRANT_MM, QUADRANT_MM - ARM_WIDE_MM), (REACH_MM, QUADRANT_MM)
    (x, y), (right, bottom) = _placed(grey_arm, corner, origin)
    document.box(x, y, right - x, bottom - y, MID_GREY)
    rim = (QUADRANT_MM - TAG_MM) / 2
    square = ((rim, rim), (QUADRANT_MM - rim, QUADRANT_MM - rim))
    (x, y), _ = _placed(square, corner, origin)
    document.modules(x, y, TAG_MM / TAG_MODULES, np.rot90(tag_modules(tag), -corner))
    line = [(origin[0] + px, origin[1] + py) for px, py in outline(corner)]
    document.outline(line, PALE_GREY)
    above = corner in (0, 1)
    beside = origin[0] + (0.0 if corner in (0, 3) else REACH_MM - 34.0)
    below = origin[1] - 2.0 if above else origin[1] + REACH_MM + 4.0
    document.text((beside, below), f"{CORNERS[corner]}, tag {tag}", 8.0)


def _placed(box: tuple[Point, Point], corner: int, origin: Point) -> tuple[Point, Point]:
    """Return top left and bottom right, on the page, of a box in a bracket that is turned."""
    ends = [turned(point, corner) for point in box]
    xs, ys = sorted(x for x, _ in ends), sorted(y for _, y in ends)
    x, y = origin
    return (x + xs[0], y + ys[0]), (x + xs[1], y + ys[1])

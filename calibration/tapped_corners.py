"""Picking the corners of a board by hand: a magnifier, and letting the print pull taps right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.fine_outlines import along_outlines
from companion.arrays import HALF_PIXEL, Image, Points
from companion.boards import Board
from companion.errors import CalibrationError
from companion.geometry.corner_check import check_corners
from companion.geometry.optics import PERHAPS_CUT, Optics
from companion.geometry.solve import Table, outlines
from companion.vision.locate.settle import as_tapped
from companion.vision.locate.tap_check import check_tapped
from companion.vision.locate.tap_noise import settle_tapped

ROUNDS = 2
"""After the first the boards lie so well that the second sees more of their edges."""

CROSS = (60, 230, 60)
RIM = 9
FARTHEST_PX = 40.0
"""A tap that the print pulls farther than this was no tap on that corner."""


@dataclass(frozen=True)
class Magnifier:
    """A piece of a picture, enlarged: (left, top) is its first pixel, ``zoom`` how much larger.

    ``image`` (H, W, 3) uint8 BGR has a cross in the middle of the place that was asked for.
    """

    image: Image
    left: int
    top: int
    zoom: int

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in the whole picture of a tap on the magnified piece.

        Both count from the edge of their picture.
        """
        return self.left + x / self.zoom, self.top + y / self.zoom

    def from_picture(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the magnified piece of a place in the whole picture."""
        return (x - self.left) * self.zoom, (y - self.top) * self.zoom


def magnified(image: Image, x: float, y: float, half_px: int = 24, zoom: int = 8) -> Magnifier:
    """Return what is around a tap, enlarged; at the picture's edge the piece is moved inwards.

    ``x`` and ``y`` count from the edge of the picture; raises ``CalibrationError`` beside it.
    """
    height, width = image.shape[:2]
    if not (0 <= x <= width and 0 <= y <= height):
        raise CalibrationError(
            f"({x:.0f}, {y:.0f}) lies beside the picture, which has {width} x {height} pixels; "
            "tap inside it"
        )
    across, down = min(2 * half_px, width), min(2 * half_px, height)
    left = min(max(round(x) - half_px, 0), width - across)
    top = min(max(round(y) - half_px, 0), height - down)
    piece = image[top : top + down, left : left + across]
    large = cv2.resize(piece, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
    magnifier = Magnifier(np.asarray(large, np.uint8), left, top, zoom)
    _draw_cross(magnifier, x, y)
    return magnifier


def settled(
    image: Image,
    board: Board,
    taps: Mapping[int, Points],
    optics: Optics = PERHAPS_CUT,
    *,
    any_print: bool = False,
) -> tuple[Table, dict[int, Points]]:
    """Return camera and poses, and the corners (4, 2) where the print says they are.

    ``taps`` maps seat to four tapped pixels, top-left first, clockwise, counted from the picture's
    edge, a few pixels off; ``optics`` is what is known of the lens.  Raises ``BoardNotFound`` for
    corners that are no board's, or not from its own top left on, and ``CalibrationError`` where the
    print is somewhere else.  With ``any_print`` a board passes of which nothing is made out: in bad
    light, or when its picture is not sharp.
    """
    inside = {seat: np.asarray(points, float) - HALF_PIXEL for seat, points in taps.items()}
    check_corners(image, inside)
    start = as_tapped(image, board, inside, optics)
    table = settle_tapped(image, start)
    check_tapped(image, start, table, any_print=any_print)
    for _ in range(ROUNDS):
        table = along_outlines(image, table, board, optics)
    found = outlines(table, board.size_mm)
    for seat, corners in found.items():
        off = float(np.linalg.norm(corners - inside[seat], axis=1).max())
        if not off < FARTHEST_PX:
            raise CalibrationError(
                f"the corners tapped for board {seat + 1} are {off:.0f} pixels from where its "
                "print is; tap them again, top left first, then clockwise"
            )
    return table, {seat: corners + HALF_PIXEL for seat, corners in found.items()}


def _draw_cross(magnifier: Magnifier, x: float, y: float) -> None:
    at = magnifier.from_picture(x, y)
    cx, cy = round(at[0]), round(at[1])
    for (x0, y0), (x1, y1) in (
        ((cx - 4 * RIM, cy), (cx - RIM, cy)),
        ((cx + RIM, cy), (cx + 4 * RIM, cy)),
        ((cx, cy - 4 * RIM), (cx, cy - RIM)),
        ((cx, cy + RIM), (cx, cy + 4 * RIM)),
    ):
        cv2.line(magnifier.image, (x0, y0), (x1, y1), CROSS, 2, cv2.LINE_AA)

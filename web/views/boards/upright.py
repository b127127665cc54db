"""A board in the camera's picture, turned so that people can read it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from web.views.boards.overlay import homography


@dataclass(frozen=True, slots=True)
class Upright:
    """How the picture is turned for a board to be upright.

    ``turn`` is SVG's transform of the picture, ``corners`` (4, 2) the board's corners after it, and
    ``to_picture`` the 3 x 3 matrix from the board's millimetres to the turned pixels.
    """

    turn: str
    corners: NDArray[np.float64]
    to_picture: NDArray[np.float64]

    @staticmethod
    def of(board: Board, corners: NDArray[np.float64] | None) -> Upright | None:
        """Return how a board is turned with its ``corners`` (4, 2) in the picture.

        None where it was not found.
        """
        if corners is None:
            return None
        middle = corners.mean(0)
        edge = (corners[1] - corners[0]) + (corners[2] - corners[3])
        angle = float(np.degrees(np.arctan2(edge[1], edge[0])))
        upright = turned(corners, middle, -angle)
        turn = f"rotate({-angle:.2f} {middle[0]:.1f} {middle[1]:.1f})"
        return Upright(turn, upright, homography(board.size_mm, upright))


def turned(
    points: NDArray[np.float64], middle: NDArray[np.float64], angle_deg: float
) -> NDArray[np.float64]:
    """Return (N, 2) points turned clockwise around ``middle``, as SVG's ``rotate`` does."""
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((points - middle) @ turn + middle, float)

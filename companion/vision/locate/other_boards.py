"""Which of the family's boards lies there: one is held against the spaces of them all."""

from __future__ import annotations

from companion.arrays import Image, Points
from companion.boards import Board
from companion.boards.board_family import laid_out_otherwise
from companion.chosen_numbers import CERTAIN_BOARD
from companion.geometry.optics import Optics
from companion.vision.locate.settle import as_tapped


def likeliest(image: Image, board: Board, corners: Points, optics: Optics) -> tuple[Board, float]:
    """Return the board that fits best between ``corners`` (4, 2), and how well: a mean logit.

    It is this one, or another game's.  ``image`` (H, W, 3) is uint8 BGR.  All are asked as if
    nothing were known of them, and others only where this one is not certain.
    """

    def fits(asked: Board) -> float:
        return as_tapped(image, asked, {0: corners}, optics).told[0].fits

    own = fits(board)
    if own >= CERTAIN_BOARD:
        return board, own
    told = [(each, fits(each)) for each in laid_out_otherwise(board)]
    return max([(board, own), *told], key=lambda each: each[1])

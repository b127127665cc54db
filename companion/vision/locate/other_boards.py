"""Whether a board is rather another one of the family: held against the spaces of them all."""

from __future__ import annotations

from functools import lru_cache

from companion.arrays import Image, Points
from companion.boards import Board, load
from companion.boards.board_files import FILES
from companion.geometry.optics import Optics
from companion.neural_network.slots import tile_cells
from companion.vision.chosen import CERTAIN_BOARD
from companion.vision.locate.settle import as_tapped


def is_rather_another(image: Image, board: Board, corners: Points, optics: Optics) -> bool:
    """Tell whether another game's board fits better between ``corners`` (4, 2) than this one.

    ``image`` (H, W, 3) is uint8 BGR.  All are asked as if nothing were known of them, and others
    only where this one is not certain.
    """

    def fits(asked: Board) -> float:
        return as_tapped(image, asked, {0: corners}, optics).told[0].fits

    own = fits(board)
    return own < CERTAIN_BOARD and any(fits(other) > own for other in others(board))


@lru_cache(maxsize=16)
def others(board: Board) -> tuple[Board, ...]:
    """Return boards, both sides, of games that have their spaces elsewhere.

    One for Azul, Azul Mini and Master Chocolatier, which have them alike.
    """
    sides = {_spaces(each): each for each in (load(*file) for file in FILES)}
    own = {cell for cell, _ in _spaces(board)}
    return tuple(each for spaces, each in sides.items() if {cell for cell, _ in spaces} != own)


def _spaces(board: Board) -> tuple[tuple[str, bool], ...]:
    """Return the board's spaces, and whether each is printed in a colour."""
    return tuple((cell.id, cell.colour in board.colours) for cell in tile_cells(board))

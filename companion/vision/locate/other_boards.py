"""Which of the family's boards lies there: one is held against the spaces of them all."""

from __future__ import annotations

from functools import lru_cache

from companion.arrays import Image, Points
from companion.boards import Board, load
from companion.boards.board_files import FILES, Printing
from companion.chosen_numbers import CERTAIN_BOARD
from companion.games import INFOS
from companion.geometry.optics import Optics
from companion.neural_network.slots import tile_cells
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
    told = [(each, fits(each)) for each in others(board)]
    return max([(board, own), *told], key=lambda each: each[1])


@lru_cache(maxsize=16)
def others(board: Board) -> tuple[Board, ...]:
    """Return boards, both sides, of games that have their spaces elsewhere.

    One for Azul, Azul Mini and Master Chocolatier, which have them alike.
    """
    sides = {_spaces(each): each for each in (load(*file) for file in FILES)}
    own = {cell for cell, _ in _spaces(board)}
    return tuple(each for spaces, each in sides.items() if {cell for cell, _ in spaces} != own)


def printed_alike(board: Board) -> tuple[Printing, ...]:
    """Return the boards that are laid out and coloured as one is: nobody can tell which it is."""
    return tuple(file for file in FILES if _spaces(load(*file)) == _spaces(board))


def titles(board: Board) -> str:
    """Return what the games are called whose board this may be."""
    return " / ".join(INFOS[game].title for game, _ in printed_alike(board))


def _spaces(board: Board) -> tuple[tuple[str, bool], ...]:
    """Return the board's spaces, and whether each is printed in a colour."""
    return tuple((cell.id, cell.colour in board.colours) for cell in tile_cells(board))

"""The boards of the family: which are laid out alike, which otherwise, and which is the other side.

Azul, Azul Mini and Master Chocolatier have their spaces in the same places.
"""

from __future__ import annotations

from functools import lru_cache

from companion.boards.board import TILE_KINDS, Board
from companion.boards.board_files import FILES, Printing, load
from companion.games import INFOS

Spaces = tuple[tuple[str, str | None], ...]
"""The spaces for tiles of a board, each with the colour that it is printed in, if any."""


@lru_cache(maxsize=16)
def other_side(board: Board) -> Board | None:
    """Return the other side of a board; None where it has none that is printed otherwise."""
    sides = (load(*file) for file in FILES if file[0] == board.game)
    return next((each for each in sides if _spaces(each) != _spaces(board)), None)


@lru_cache(maxsize=16)
def laid_out_otherwise(board: Board) -> tuple[Board, ...]:
    """Return boards, both sides, of games that have their spaces elsewhere.

    One for all games that have them alike.
    """
    sides = {_coloured(each): each for each in (load(*file) for file in FILES)}
    own = {cell for cell, _ in _coloured(board)}
    return tuple(each for spaces, each in sides.items() if {cell for cell, _ in spaces} != own)


def printed_alike(board: Board) -> tuple[Printing, ...]:
    """Return the boards that are laid out and coloured as one is: nobody can tell which it is."""
    return tuple(file for file in FILES if _coloured(load(*file)) == _coloured(board))


def titles(board: Board) -> str:
    """Return what the games are called whose board this may be."""
    return " / ".join(INFOS[game].title for game, _ in printed_alike(board))


def _spaces(board: Board) -> Spaces:
    return tuple((cell.id, cell.colour) for cell in board.of_kind(*TILE_KINDS))


def _coloured(board: Board) -> tuple[tuple[str, bool], ...]:
    """Return the board's spaces, and whether each is printed in a tile's colour."""
    return tuple((cell, colour in board.colours) for cell, colour in _spaces(board))

"""The boards in millimetres: where every cell lies, as data, and the code that loads them.

Positions count from the board's top left corner, x to the right, y towards its owner.  Cell ids
(``wall/0/3``, ``line/4/2``, ``floor/0``, ``star/1/6`` ...) are the ones the rules use.

>>> board = load("azul")
>>> board.cell("wall/0/3").colour
'black'
"""

from companion.boards.board import PLACE, TILE_KINDS, Board, Cell, DomeTile, Ornament, Place, Tile
from companion.boards.board_files import GAMES, VARIANTS, load, parse

__all__ = [
    "GAMES",
    "PLACE",
    "TILE_KINDS",
    "VARIANTS",
    "Board",
    "Cell",
    "DomeTile",
    "Ornament",
    "Place",
    "Tile",
    "load",
    "parse",
]

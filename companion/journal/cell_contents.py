"""What can lie on the cells of a board: asked of everything that people or files say lies there."""

from __future__ import annotations

from companion.boards import Board
from companion.errors import CorrectionRefused
from companion.games.base import ANY, FIRST, SPECIAL, Content
from companion.sentence import Sentence

OTHERS = frozenset({FIRST, SPECIAL, ANY, "unknown"})
"""What lies on cells besides tiles of a colour."""

DEEPEST = 40
"""Tiles in the highest stack there can be."""

SPACES = 4
"""Spaces of a dome tile, as it lies: top left, top right, bottom left, bottom right."""


def check_cell(board: Board, cell: str) -> None:
    """Raise ``CorrectionRefused`` for a cell this board does not have."""
    if kind_of(board, cell) is None:
        raise CorrectionRefused(
            Sentence("this board has no cell '{cell}'; tap one of those it has", cell=cell)
        )


def kind_of(board: Board, cell: str) -> str | None:
    """Return the kind of a cell, ``place`` where dome tiles lie; None where there is none."""
    if any(cell == place.cell for place in board.places):
        return "place"
    return next((one.kind for one in board.cells if one.id == cell), None)


def check_content(board: Board, cell: str, content: Content | None) -> None:
    """Raise ``CorrectionRefused`` for what cannot lie on a cell of its kind in this game."""
    if content is None or _fits(board, kind_of(board, cell), content):
        return
    raise CorrectionRefused(
        Sentence(
            "{content} cannot lie on {cell}; choose {choice} or empty",
            content=said(content),
            cell=cell,
            choice=tuple(board.colours),
        )
    )


def _fits(board: Board, kind: str | None, content: Content) -> bool:
    """Tell whether some kind of cell holds such a thing: a tile, a stack, four spaces, a chip."""
    tiles = OTHERS.union(board.colours)
    if kind == "place":
        return len(content) == SPACES and isinstance(content, tuple) and tiles.issuperset(content)
    if kind == "broken":
        stack = (content,) if isinstance(content, str) else content
        return len(stack) <= DEEPEST and tiles.issuperset(filter(None, stack))
    if kind == "store" and isinstance(content, str):
        return tiles.issuperset(content.split("+"))
    return isinstance(content, str) and content in tiles


def said(content: Content | None) -> Content:
    """Return what lies on a cell as a sentence has it."""
    return "nothing" if content is None else content

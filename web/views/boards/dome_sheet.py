"""Dome tiles to choose from: which of the box, which way round, and on which place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.boards import PLACE, Board
from companion.games import INFOS
from web.views.boards.fittings import spaces

Spaces = tuple[str, ...]
"""What the four spaces of a dome tile show, row by row."""


@dataclass(frozen=True, slots=True)
class DomeTile:
    """A dome tile of the box: its number, its four spaces in words, and to be drawn.

    ``turns`` are its spaces after no to three quarter turns.
    """

    number: int
    label: str
    spaces: Spaces
    turns: tuple[Spaces, ...]


def dome_tiles(board: Board) -> tuple[DomeTile, ...]:
    """Return all dome tiles of the box, unturned."""
    box = INFOS[board.game].dome_tiles
    return tuple(DomeTile(number, spaces(lie[0]), lie[0], lie) for number, lie in box.items())


def ways_round(board: Board, number: int) -> tuple[Spaces, ...]:
    """Return how a dome tile may lie; empty where there is no such tile."""
    return INFOS[board.game].dome_tiles.get(number, ())


def number_of(board: Board, lies: Any) -> int:
    """Return which dome tile lies so; 0 for none, or one that is not in the box."""
    box = INFOS[board.game].dome_tiles
    return next((number for number, ways in box.items() if tuple(lies or ()) in ways), 0)


def place_under(board: Board, cell: str) -> str:
    """Return the id of the place under a cell of the dome, or of the place itself; else nothing."""
    kind, _slash, numbers = cell.partition("/")
    known = {place.cell for place in board.places}
    if kind == "place":
        return cell if cell in known else ""
    if kind != "dome" or not all(part.isdecimal() for part in numbers.split("/")):
        return ""
    place = PLACE + "/".join(str(int(part) // 2) for part in numbers.split("/"))
    return place if place in known else ""


def spaces_of(board: Board) -> dict[str, tuple[str, int]]:
    """Return for every cell of the dome its place, and which of the four spaces it covers."""
    return {
        cell.id: (place, 2 * (row % 2) + column % 2)
        for cell in board.of_kind("dome")
        for place in (place_under(board, cell.id),)
        for row, column in (map(int, cell.id.split("/")[1:]),)
    }

"""Showing the tiles of a set: one of each colour on a board, ten seconds, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boards import Board
from companion.games.base import FIRST, SPECIAL
from companion.games.saying import Listed, Notice
from companion.reconcile import BoardReading
from companion.service.reports.report import BoardReport
from companion.sightings.sighting import BoardSighting, Sighting
from companion.sitting_folder.told import TILES
from companion.vision.learning import look_alike
from companion.vision.scene import Scene

Shown = Mapping[int, Mapping[str, str]]
"""Which tile lies where to be learned: seat -> cell -> colour."""


def usual_places(board: Board) -> dict[str, str]:
    """Return where the tiles of a game are laid to be shown: cell -> colour, one of each.

    The longest pattern line, from the wall on, in the order of the board's colours; without
    pattern lines (Summer Pavilion) the first space of each coloured star.
    """
    lines = board.of_kind("line")
    if lines:
        last = max(cell.row or 0 for cell in lines)
        row = sorted((c for c in lines if c.row == last), key=lambda cell: cell.col or 0)
        return {cell.id: colour for cell, colour in zip(row, board.colours, strict=False)}
    firsts = [cell for cell in board.of_kind("space") if cell.star and cell.space == 1]
    return {cell.id: colour for cell, colour in zip(firsts, _star_colours(board), strict=False)}


def shown_by(told: Mapping[str, Any], board: Board) -> Shown:
    """Return what was told of a picture that shows tiles; what is no tile of the game is no use."""
    known, colours = {cell.id for cell in board.cells}, (*board.colours, FIRST, SPECIAL)
    return {
        int(seat): {
            cell: colour for cell, colour in cells.items() if cell in known and colour in colours
        }
        for seat, cells in told.get(TILES, {}).items()
    }


def unclear(sighting: Sighting, scene: Scene, shown: Shown) -> list[tuple[int, Notice]]:
    """Return, with the seats, why the tiles that should be ``shown`` cannot be learned.

    ``scene`` is what is known after the picture.
    """
    alike = {} if (gone := _missing(sighting, shown)) else look_alike(scene, shown)
    return gone or [
        (seat, _not_told_apart({cell: shown[seat][cell] for cell in cells}))
        for seat, cells in alike.items()
    ]


def _missing(sighting: Sighting, shown: Shown) -> list[tuple[int, Notice]]:
    """Return what is said of cells on which a tile should be seen and is not, or is hidden."""
    boards = {board.seat: board for board in sighting.boards}
    burnt = {(board.seat, cell) for board in sighting.boards for cell in board.dazzled}
    return [
        (seat, _dazzled(cell) if (seat, cell) in burnt else _gone(cell))
        for seat, cells in shown.items()
        for cell in cells
        if seat not in boards or not _holds_a_tile(boards[seat], cell)
    ]


def lying(sighting: Sighting, shown: Shown) -> tuple[BoardReport, ...]:
    """Return the boards as they should lie when the tiles are shown."""
    return tuple(
        BoardReport(board, BoardReading(dict(shown.get(board.seat, {})), (), ()))
        for board in sighting.boards
    )


def _gone(cell: str) -> Notice:
    """Return what is said of a cell on which no tile is seen."""
    return Notice(
        (cell,),
        "no tile is seen on {cell}; lay one of each colour as the picture shows, and look again",
        {"cell": cell},
    )


def _dazzled(cell: str) -> Notice:
    """Return what is said of a cell on which light hides what lies there."""
    return Notice(
        (cell,),
        "a lamp is mirrored on {cell}, so the tile there cannot be told; move the lamp or the "
        "board, and look again",
        {"cell": cell},
    )


def _not_told_apart(tiles: Mapping[str, str]) -> Notice:
    """Return what is said of tiles of several colours, by cell, that look alike."""
    return Notice(
        tuple(tiles),
        "the tiles shown as {colours} look alike; lay one of each colour where there is light and "
        "no lamp is mirrored, and look again",
        {"colours": Listed(tiles.values())},
    )


def _holds_a_tile(board: BoardSighting, cell: str) -> bool:
    likely = board.cells.get(cell)
    if likely is None or cell in board.covered | board.unseen | board.dazzled:
        return False
    return max(likely, key=lambda content: likely[content]) is not None


def _star_colours(board: Board) -> list[str]:
    """Return a colour for each outer star: its own, or on the grey side one after the other."""
    stars = [cell.colour for cell in board.of_kind("space") if cell.star and cell.space == 1]
    if all(colour in board.colours for colour in stars):
        return [str(colour) for colour in stars]
    return list(board.colours)

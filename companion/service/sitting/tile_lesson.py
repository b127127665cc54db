"""Showing the tiles of a set: one of each colour on a board, ten seconds, once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import inf
from typing import Any

from companion.boards import Board
from companion.games.base import FIRST, SPECIAL
from companion.games.saying import Listed, Notice
from companion.reconcile import BoardReading
from companion.service.reports.report import BoardReport
from companion.sightings.sighting import BoardSighting, Likelihoods, Sighting
from companion.sitting_folder.told import TILES
from companion.vision.learning import look_alike
from companion.vision.scene import Scene

Shown = Mapping[int, Mapping[str, str]]
"""Which tile lies where to be learned: seat -> cell -> colour."""

EXCHANGED = 4.0
"""Nats by which two tiles must be likelier in each other's places before that is said.

At simulated tables of all kinds of boards that 18 tiles lay right on none was likelier so at all;
of 32 pairs that were exchanged every one was, by 4.7 nats or more."""


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


def exchanged(sighting: Sighting, shown: Shown) -> list[tuple[int, Notice]]:
    """Return, with the seats, which tiles seem to lie where others should be ``shown``.

    They would be called by each other's names all evening.  But the eyes may be wrong about a set
    that they do not know: whoever shows them so again is believed.
    """
    boards = {board.seat: board for board in sighting.boards}
    return [
        (seat, _in_other_places({cell: cells[cell] for cell in wrong}))
        for seat, cells in shown.items()
        if seat in boards and (wrong := _taken_for_others(boards[seat], cells))
    ]


def _taken_for_others(board: BoardSighting, tiles: Mapping[str, str]) -> list[str]:
    """Return the cells of ``tiles`` that look like exchanged with another one."""
    found = {
        cell
        for one, other in combinations(tiles, 2)
        if _nats(board.cells, {one: tiles[other], other: tiles[one]})
        > _nats(board.cells, {one: tiles[one], other: tiles[other]}) + EXCHANGED
        for cell in (one, other)
    }
    return [cell for cell in tiles if cell in found]


def _nats(seen: Mapping[str, Likelihoods], tiles: Mapping[str, str]) -> float:
    """Return how likely it is that these tiles lie there."""
    return sum(
        seen[cell][colour] if cell in seen and colour in seen[cell] else -inf
        for cell, colour in tiles.items()
    )


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


def _in_other_places(tiles: Mapping[str, str]) -> Notice:
    """Return what is said of tiles, by cell, that seem to lie in each other's places."""
    return Notice(
        tuple(tiles),
        "the tiles shown as {colours} seem to lie in each other's places; lay one of each colour "
        "as the picture shows, and look again",
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

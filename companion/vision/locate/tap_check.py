"""Corners that somebody tapped: whether a board lies between them, and that way round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.arrays import Image
from companion.boards import Board
from companion.boards.board_family import titles
from companion.chosen_numbers import CERTAIN_BOARD, OTHERWISE
from companion.errors import BoardNotFound
from companion.geometry.solve import Table
from companion.sentence import Sentence
from companion.vision.locate.other_boards import likeliest
from companion.vision.locate.settle import Tapped, Told, ask, few_cells
from companion.vision.locate.ways_round import ask_round, likely

TURNED = (
    "the corners of seat {seat} seem to have been tapped from another corner on; "
    "tap them again, clockwise from the board's own top left"
)
ANOTHER = (
    "the board between the corners tapped for seat {seat} looks like one of {games}; "
    "choose that game, or tap the right board"
)
NONE_THERE = (
    "no board of this game can be made out between the corners tapped for seat {seat}; "
    "check the game and the board's side, tap them again, clockwise from the board's "
    "own top left, or give more light"
)


def check_tapped(image: Image, start: Tapped, table: Table, *, any_print: bool = False) -> None:
    """Raise ``BoardNotFound`` where there is no such board between the tapped corners.

    ``table`` is where the boards in the picture (H, W, 3) were found from ``start`` on.  With
    ``any_print`` one is let through that is another game's, or shows none of the game's spaces
    whichever way round: what is seen of it is said to be unknown.
    """
    rather = _rather_upside_down(image, start, few_cells(start.board))
    for seat, told in start.told.items():
        alone = told.alone()
        if alone.fits < CERTAIN_BOARD:
            _check_doubtful(image, start, table, seat, any_print=any_print)
        elif seat in rather:
            turned = _upside_down(image, start, start.board, [seat])
            _check_way_round(seat, [alone, turned[seat]])


def _check_doubtful(
    image: Image, start: Tapped, table: Table, seat: int, *, any_print: bool
) -> None:
    """Raise ``BoardNotFound`` unless a board lies as tapped that is not certain to."""
    corners = start.corners[seat].pixels
    other, fits = likeliest(image, start.board, corners, start.optics)
    if other is not start.board and fits > CERTAIN_BOARD:
        if any_print:
            return
        raise BoardNotFound(Sentence(ANOTHER, seat=seat, games=titles(other)), seats=(seat,))
    ways = ask_round(image, start.board, corners)
    _check_way_round(seat, ways)
    if any_print or ways[0].fits > 0:
        return
    if ask(image, start.board, table, apart=True)[seat].fits <= 0:
        raise BoardNotFound(Sentence(NONE_THERE, seat=seat), seats=(seat,))


def _rather_upside_down(image: Image, start: Tapped, few: Board) -> set[int]:
    """Return the seats of boards of which a ``few`` cells say that they lie rather upside down."""
    camera, poses = start.table
    turned = _upside_down(image, start, few, list(start.told))
    fitting = {seat: poses[seat] for seat, each in turned.items() if each.fits >= 0}
    if not fitting:
        return set()
    straight = ask(image, few, (camera, fitting), apart=True)
    return {seat for seat in fitting if likely(turned[seat]) > likely(straight[seat])}


def _upside_down(
    image: Image, start: Tapped, board: Board, seats: Sequence[int]
) -> dict[int, Told]:
    """Return what a ``board``'s cells say of each of some seats as if it lay upside down.

    Asked where the corners are, not where the cells would have it: a board of Duel that lies upside
    down is moved until it fits.
    """
    camera, poses = start.table
    turned = {seat: poses[seat].turned(np.pi, board.size_mm) for seat in seats}
    return ask(image, board, (camera, turned), apart=True)


def _check_way_round(seat: int, ways: Sequence[Told]) -> None:
    """Raise ``BoardNotFound`` where a board lies another of some ``ways`` round than the first.

    Where several ways fit, the names of its colours tell.
    """
    best = max((likely(each) for each in ways[1:] if each.fits > 0), default=-np.inf)
    if best - likely(ways[0]) > OTHERWISE:
        raise BoardNotFound(Sentence(TURNED, seat=seat), seats=(seat,))

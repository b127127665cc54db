"""Corners that somebody tapped: whether a board lies between them, and that way round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.arrays import Image
from companion.chosen_numbers import CERTAIN_BOARD, OTHERWISE
from companion.errors import BoardNotFound
from companion.geometry.solve import Table
from companion.sentence import Sentence
from companion.vision.locate.other_boards import likeliest, titles
from companion.vision.locate.settle import Tapped, Told, ask, few_cells
from companion.vision.locate.ways_round import ask_round, likely


def check_tapped(image: Image, start: Tapped, table: Table, *, any_print: bool = False) -> None:
    """Raise ``BoardNotFound`` where there is no such board between the tapped corners.

    ``table`` is where the boards in the picture (H, W, 3) were found from ``start`` on.  With
    ``any_print`` one is let through that is another game's, or shows none of the game's spaces
    whichever way round: what is seen of it is said to be unknown.
    """
    for seat in _uncertain(image, start):
        corners = start.corners[seat].pixels
        other, fits = likeliest(image, start.board, corners, start.optics)
        ways = ask_round(image, start.board, corners)
        found = ask(image, start.board, table, apart=True)[seat]
        if other is not start.board and fits > CERTAIN_BOARD:
            if any_print:
                continue
            said = Sentence(
                "the board between the corners tapped for seat {seat} looks like one of {games}; "
                "choose that game, or tap the right board",
                seat=seat,
                games=titles(other),
            )
        elif _lie_otherwise(ways):
            said = Sentence(
                "the corners of seat {seat} seem to have been tapped from another corner on; "
                "tap them again, clockwise from the board's own top left",
                seat=seat,
            )
        elif any_print or max(ways[0].fits, found.fits) > 0:
            continue
        else:
            said = Sentence(
                "no board of this game can be made out between the corners tapped for seat {seat}; "
                "check the game and the board's side, tap them again, clockwise from the board's "
                "own top left, or give more light",
                seat=seat,
            )
        raise BoardNotFound(said, seats=(seat,))


def _uncertain(image: Image, start: Tapped) -> list[int]:
    """Return the seats whose board does not surely lie as it was tapped, or also upside down.

    Asked where the corners are, not where the cells would have it: a board of Duel that lies upside
    down is moved until it fits.
    """
    camera, poses = start.table
    turned = {seat: pose.turned(np.pi, start.board.size_mm) for seat, pose in poses.items()}
    upside_down = ask(image, few_cells(start.board), (camera, turned), apart=True)
    surely = (seat for seat in poses if start.told[seat].alone().fits >= CERTAIN_BOARD)
    certain = {seat for seat in surely if upside_down[seat].fits < 0}
    return [seat for seat in start.corners if seat not in certain]


def _lie_otherwise(ways: Sequence[Told]) -> bool:
    """Tell whether a board lies another of four ``ways`` round than the first.

    Where several ways fit, the names of its colours tell.
    """
    best = max((likely(each) for each in ways[1:] if each.fits > 0), default=-np.inf)
    return best - likely(ways[0]) > OTHERWISE

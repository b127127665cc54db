"""The four ways round in which a board may lie between corners, and what its cells say of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.arrays import Image, Points
from companion.boards import Board
from companion.chosen_numbers import TAP_NOISE_PX
from companion.geometry.camera import BOARD_MM, board_corners
from companion.geometry.misses import Sight
from companion.geometry.optics import PERHAPS_CUT
from companion.geometry.solve import Table
from companion.vision.cells.legend import names_fit
from companion.vision.locate.settle import Told, ask, by_corners

TURNS = range(4)
"""Quarters of a turn, counter-clockwise, by which a board may lie otherwise."""


def corners_round(corners: Points) -> list[Points]:
    """Return the corners (4, 2) of a board in all ways round, its own top left first in each."""
    return [np.roll(corners, by, axis=0) for by in TURNS]


def tables_round(corners: Points, board: Board, size: tuple[int, int]) -> list[Table]:
    """Return the table with a board between ``corners``, in all ways round that it may lie.

    Corners alone have it there, in a picture of ``size`` (width, height).  A square board fits all
    ways round as it fits one; others fit upside down.
    """
    width, height = board.size_mm
    apart = 1 if width == height else 2
    tables = [_between(each, board, size) for each in corners_round(corners)[:apart]]
    return [_turned(tables[by % apart], board, by - by % apart) for by in TURNS]


def ask_each(image: Image, board: Board, tables: Sequence[Table]) -> list[Told]:
    """Return what the cells of the only board on each of some ``tables`` say, each by itself."""
    told: dict[int, Told] = {}
    for camera in dict.fromkeys(camera for camera, _ in tables):
        poses = {n: each[1][0] for n, each in enumerate(tables) if each[0] is camera}
        told |= ask(image, board, (camera, poses), apart=True)
    return [told[n] for n in range(len(tables))]


def ask_round(image: Image, board: Board, corners: Points) -> list[Told]:
    """Return what cells say of a board between ``corners``, in all ways round that it may lie."""
    return ask_each(image, board, tables_round(corners, board, (image.shape[1], image.shape[0])))


def likely(told: Told) -> float:
    """Return how likely a board lies as its cells were asked, in nats."""
    return told.fits + names_fit(told.seen, told.said, told.board)


def _between(corners: Points, board: Board, size: tuple[int, int]) -> Table:
    sight = Sight(board_corners(board.size_mm), corners, TAP_NOISE_PX, BOARD_MM)
    return by_corners({0: sight}, size, PERHAPS_CUT)


def _turned(table: Table, board: Board, quarters: int) -> Table:
    """Return the table with its only board turned by so many quarters."""
    camera, poses = table
    return camera, {0: poses[0].turned(-quarters * np.pi / 2, board.size_mm)}

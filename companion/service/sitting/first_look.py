"""The first picture of a game: are its boards as empty as they should be?

It is read as any other, without taking anything on it for bare, before it may become the reference.
"""

from __future__ import annotations

from dataclasses import replace

from companion.arrays import Image
from companion.boards import Board
from companion.games.base import Cells, Checkpoint, Moment
from companion.reconcile import BoardReading, Doubt
from companion.service.reports.report import BoardReport, Report, Status
from companion.service.sitting.bareness import tiles_on
from companion.service.sitting.keeper import Keeper

UNKNOWN = Moment(Checkpoint.TURN, 0)
"""A moment at which anything may lie on the boards."""


def first_look(keeper: Keeper, board: Board, image: Image) -> Report | None:
    """Return what lies on boards that should be empty, or over them; None where they may well be.

    ``keeper`` only looks (it applies no rules) and is good for this one picture, (H, W, 3) BGR.
    """
    report = keeper.look(image, UNKNOWN)
    setup = Moment(Checkpoint.SETUP, 0)
    if report.only_covered:  # as its own reference it would show no hand
        return replace(report, moment=setup)
    found = [tiles_on(board, one.seen.cells) for one in report.boards]
    if not any(found):
        return None
    boards = tuple(_doubted(one, cells) for one, cells in zip(report.boards, found, strict=True))
    return replace(report, moment=setup, status=Status.NOT_EMPTY, boards=boards)


def _doubted(one: BoardReport, cells: Cells) -> BoardReport:
    """Return a board with its tiles, each of which may only be print."""
    doubts = tuple(Doubt((cell,), (lies, None), lies, 0.5) for cell, lies in cells.items())
    return replace(one, reading=BoardReading(cells, doubts, ()))

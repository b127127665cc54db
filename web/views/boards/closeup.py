"""One board cut out of the camera's picture and turned upright, its cells there to be pressed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.games.base import Cells
from companion.service.pictures.album import Print
from companion.service.reports.report import BoardReport
from web.views.boards.board_drawing import label, top
from web.views.boards.board_sheet import CORRECTABLE
from web.views.boards.overlay import doubtful, mapped, points_text, wrong
from web.views.boards.upright import Upright

ROOM = 0.05
"""Room around the board, as a part of its larger side."""

SEAL = 0.36
"""Size of the glyph that tells what was read, as a part of the cell."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell over the picture, in its upright pixels; ``colour`` is what was read there."""

    id: str
    points: str
    x: float
    y: float
    size: float
    colour: str
    label: str
    flags: str


@dataclass(frozen=True, slots=True)
class Closeup:
    """A board in the picture: how the picture is turned, the part shown, the cells over it."""

    address: str
    width: int
    height: int
    turn: str
    view_box: str
    stroke: float
    spots: tuple[Spot, ...]


def closeup(
    address: str, picture: Print, board: Board, one: BoardReport | None, cells: Cells
) -> Closeup | None:
    """Return the close-up of a report's board; None where the board was not found.

    ``address`` is where the picture is to be had.
    """
    upright = None if one is None else Upright.of(board, one.seen.corners_px)
    if one is None or upright is None:
        return None
    low, size = upright.corners.min(0), np.ptp(upright.corners, axis=0)
    room = ROOM * size.max()
    box = (*(low - room), *(size + 2 * room))
    return Closeup(
        address=address,
        width=picture.width,
        height=picture.height,
        turn=upright.turn,
        view_box=" ".join(f"{side:.1f}" for side in box),
        stroke=round(float(size.max()) / 260, 2),
        spots=spots(board, one, cells, upright.to_picture),
    )


def spots(
    board: Board,
    one: BoardReport,
    cells: Cells,
    to_picture: NDArray[np.float64],
) -> tuple[Spot, ...]:
    """Return every cell that holds a tile or might, over the picture."""
    at_fault, unsure = frozenset(wrong(one)), frozenset(doubtful(one))
    found = []
    for cell in board.of_kind(*CORRECTABLE):
        shape = mapped(to_picture, cell.polygon_mm)
        low, high = shape.min(0), shape.max(0)
        lies = top(cells.get(cell.id))
        flags = ["wrong"] * (cell.id in at_fault) + ["doubtful"] * (cell.id in unsure)
        found.append(
            Spot(
                id=cell.id,
                points=points_text(shape),
                x=round(float(high[0] - SEAL * (high - low).min()), 1),
                y=round(float(high[1] - SEAL * (high - low).min()), 1),
                size=round(float((high - low).min()) * SEAL, 1),
                colour=lies,
                label=label(cell.id, lies, cell.id in at_fault, cell.id in unsure),
                flags=" ".join(flags),
            )
        )
    return tuple(found)

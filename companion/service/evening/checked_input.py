"""What people say with their fingers: cells, boards and numbers, checked before they count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.boards import load
from companion.errors import CorrectionRefused
from companion.fields import Field, FieldError
from companion.games.base import Cells, Content, Moment, Problem, Setup
from companion.journal.cell_contents import check_cell, check_content, kind_of, said
from companion.reconcile import BoardReading
from companion.sentence import Sentence
from companion.service.evening.asks import Correct
from companion.service.reports.report import BoardReport
from companion.service.sitting.amendment import GONE
from companion.sitting import Sitting
from companion.sitting_folder.told import READERS, read_told

TOLD = "store"
"""The kind of cell whose content is told: the companion lays it there itself."""

Changes = dict[str, Content | None]


def wanted(setup: Setup, before: Cells, ask: Correct) -> Changes:
    """Return what a correction changes on a board that holds ``before``.

    Raises ``CorrectionRefused`` for cells or tiles that do not exist, and where somebody else has
    corrected a cell since the page showed it.
    """
    board = load(setup.game, setup.variant)
    changes: Changes = {}
    for cell, content in ask.cells.items():
        check_cell(board, cell)
        check_content(board, cell, content)
        if kind_of(board, cell) == TOLD:
            raise CorrectionRefused("chips are told, not read; say below the board how many came")
        now = before.get(cell)
        if now == content:
            continue
        if cell in ask.was and ask.was[cell] != now:
            raise CorrectionRefused(
                Sentence(
                    "somebody else has just corrected {cell}: it holds {content} now; "
                    "tap it again if that is wrong",
                    cell=cell,
                    content=said(now),
                )
            )
        changes[cell] = content
    return changes


def cells_of_reading(sitting: Sitting, number: int, seat: int) -> Cells:
    """Return a seat's board in a reading that holds."""
    for played in sitting.history:
        if played.entry.number == number:
            if 0 <= seat < len(played.entry.boards):
                return played.entry.boards[seat]
            raise nobody_at(seat)
    raise CorrectionRefused(Sentence(GONE, reading=number))


def nobody_at(seat: int) -> CorrectionRefused:
    """Return the refusal of a seat where nobody sits."""
    return CorrectionRefused(
        Sentence("nobody sits at seat {seat}; choose one of the boards", seat=seat)
    )


def laid(boards: Sequence[Cells], seat: int, changes: Changes) -> tuple[Cells, ...]:
    """Return the boards with some cells of one changed."""
    board = {cell: content for cell, content in boards[seat].items() if cell not in changes}
    board |= {cell: content for cell, content in changes.items() if content is not None}
    return (*boards[:seat], board, *boards[seat + 1 :])


def problems(
    sitting: Sitting, moment: Moment, boards: Sequence[Cells]
) -> tuple[tuple[Problem, ...], ...]:
    """Return per seat what is wrong with boards at a moment."""
    base = sitting.base_of(moment, boards)
    return tuple(
        sitting.game.problems_at(base, moment, seat, cells, boards)
        for seat, cells in enumerate(boards)
    )


def reported(
    shown: Sequence[BoardReport],
    boards: Sequence[Cells],
    wrong: Sequence[tuple[Problem, ...]],
) -> tuple[BoardReport, ...]:
    """Return a report's boards with other cells on them, and what is wrong with these."""
    return tuple(
        replace(one, reading=BoardReading(cells, (), found))
        for one, cells, found in zip(shown, boards, wrong, strict=True)
    )


def boards_by_hand(setup: Setup, boards: Sequence[Mapping[str, Content]]) -> tuple[Cells, ...]:
    """Return boards that people laid on a page; raises ``CorrectionRefused`` for what cannot be."""
    board = load(setup.game, setup.variant)
    for cells in boards:
        for cell, content in cells.items():
            check_cell(board, cell)
            check_content(board, cell, content)
    return tuple(dict(cells) for cells in boards)


def told(setup: Setup, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was told, checked; raises ``CorrectionRefused`` where it makes no sense."""
    node = Field(dict(values), "told")
    try:
        for name in node.mapping():
            if name not in READERS:
                node.fail(f"has no {name!r}; tell {', '.join(READERS)}")
        found = dict(read_told(node, setup.players))
    except FieldError as error:
        raise CorrectionRefused(Sentence("{error}; tell it again", error=str(error))) from error
    _check_marker(found.get("marker"))
    return found


def _check_marker(marker: Mapping[str, Any] | None) -> None:
    """Refuse a starting player marker that came without a tile: each costs a point (SP-R15)."""
    if marker is not None and not marker["tiles"]:
        raise CorrectionRefused(
            "the starting player marker comes with tiles; say how many were taken with it"
        )

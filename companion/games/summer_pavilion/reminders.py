"""What is worth saying but stops nothing: bonus tiles to take, kept tiles to put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base import Cells, Checkpoint
from companion.games.saying import Notice
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, STRUCTURES, Structure
from companion.games.summer_pavilion.seen import Span

Reminder = tuple[int, Notice]
"""A notice with its seat."""

BONUS_TILE = (
    "The {kind} is complete: take 1 tile from the supply (SP-R30), then fill it up (SP-R34)."
)
BONUS_TILES = (
    "The {kind} is complete: take {count} tiles from the supply (SP-R30), then fill it up (SP-R34)."
)


def reminders(span: Span, boards: Sequence[Cells]) -> Iterator[Reminder]:
    """Yield the reminders of a confirmed moment, seat by seat."""
    if span.at is Checkpoint.SETUP or span.joined:
        return
    for seat, (before, board) in enumerate(zip(span.boards, boards, strict=True)):
        for structure in STRUCTURES:
            if _covered(structure, board) and not _covered(structure, before):
                yield seat, _bonus(structure)
        yield from _left_on_corners(span, seat, board)
        yield from _placed_after_passing(span, seat, before, board)
        if seat == span.moment.seat and span.at is Checkpoint.PLACED:
            yield from _nothing_placed(seat, before, board)


def _around(structure: Structure) -> tuple[str, ...]:
    return tuple(CELLS[space] for space in structure.spaces)


def _covered(structure: Structure, board: Cells) -> bool:
    return all(cell in board for cell in _around(structure))


def _bonus(structure: Structure) -> Notice:
    template = BONUS_TILE if structure.bonus == 1 else BONUS_TILES
    values = {"kind": structure.kind, "count": structure.bonus}
    return Notice(_around(structure), template, values)


def _left_on_corners(span: Span, seat: int, board: Cells) -> Iterator[Reminder]:
    left = tuple(cell for cell in CORNER_CELLS if cell in board)
    if left and span.new_round and span.at is Checkpoint.PLACED:
        text = "A new round: put the kept tiles back beside the board (SP-R41)."
        yield seat, Notice(left, text)


def _new_cells(before: Cells, board: Cells) -> tuple[str, ...]:
    return tuple(cell for cell in CELLS if cell in board and cell not in before)


def _placed_after_passing(span: Span, seat: int, before: Cells, board: Cells) -> Iterator[Reminder]:
    new = _new_cells(before, board)
    if new and seat in span.passed:
        text = "This player has passed: place no more tiles in this round (SP-R35)."
        yield seat, Notice(new, text)


def _nothing_placed(seat: int, before: Cells, board: Cells) -> Iterator[Reminder]:
    if not _new_cells(before, board):
        text = "No new tile lies on this board: place one, or pass (SP-R17)."
        yield seat, Notice((), text)

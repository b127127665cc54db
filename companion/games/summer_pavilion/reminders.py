"""What is worth saying but stops nothing: bonus tiles to take, kept tiles to put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base import Cells, Checkpoint
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, STRUCTURES, Structure
from companion.games.summer_pavilion.seen import Span

Notice = tuple[int, tuple[str, ...], str]
"""(seat, cells, sentence)."""


def reminders(span: Span, boards: Sequence[Cells]) -> Iterator[Notice]:
    """Yield the reminders of a confirmed moment, seat by seat."""
    if span.at is Checkpoint.SETUP or span.joined:
        return
    for seat, (before, board) in enumerate(zip(span.boards, boards, strict=True)):
        for structure in STRUCTURES:
            if _covered(structure, board) and not _covered(structure, before):
                yield seat, _around(structure), _bonus(structure)
        yield from _left_on_corners(span, seat, board)
        yield from _placed_after_passing(span, seat, before, board)
        if seat == span.moment.seat and span.at is Checkpoint.PLACED:
            yield from _nothing_placed(seat, before, board)


def _around(structure: Structure) -> tuple[str, ...]:
    return tuple(CELLS[space] for space in structure.spaces)


def _covered(structure: Structure, board: Cells) -> bool:
    return all(cell in board for cell in _around(structure))


def _bonus(structure: Structure) -> str:
    tiles = "1 tile" if structure.bonus == 1 else f"{structure.bonus} tiles"
    return f"The {structure.kind} is complete: take {tiles} from the supply (SP-R30)."


def _left_on_corners(span: Span, seat: int, board: Cells) -> Iterator[Notice]:
    left = tuple(cell for cell in CORNER_CELLS if cell in board)
    if left and span.new_round and span.at is Checkpoint.PLACED:
        yield seat, left, "A new round: put the kept tiles back beside the board (SP-R41)."


def _new_cells(before: Cells, board: Cells) -> tuple[str, ...]:
    return tuple(cell for cell in CELLS if cell in board and cell not in before)


def _placed_after_passing(span: Span, seat: int, before: Cells, board: Cells) -> Iterator[Notice]:
    new = _new_cells(before, board)
    if new and seat in span.passed:
        yield seat, new, "This player has passed: place no more tiles in this round (SP-R35)."


def _nothing_placed(seat: int, before: Cells, board: Cells) -> Iterator[Notice]:
    if not _new_cells(before, board):
        yield seat, (), "No new tile lies on this board: place one, or pass (SP-R17)."

"""What is worth saying but stops nothing: bonus tiles to take, kept tiles to put back."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Boards, Cells, Checkpoint
from companion.games.saying import Notice
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS, STRUCTURES, Structure
from companion.games.summer_pavilion.reading.span import Span, new_cells

Reminder = tuple[int, Notice]
"""A notice with its seat."""

BONUS_TILE = (
    "The {kind} is complete: take 1 tile from the supply (SP-R30), then fill it up (SP-R34)."
)
BONUS_TILES = (
    "The {kind} is complete: take {count} tiles from the supply (SP-R30), then fill it up (SP-R34)."
)

MANY_PLACED = (
    "More than one tile was placed since the last picture: a press was missed, or a turn had too "
    "many tiles."
)


def reminders(span: Span, boards: Boards) -> Iterator[Reminder]:
    """Yield the reminders of a confirmed moment, seat by seat."""
    if span.at is Checkpoint.SETUP or span.joined:
        return
    yield from _missed_press(span, boards)
    yield from _seen_to_pass(span, boards)
    for seat, (before, board) in enumerate(zip(span.boards, boards, strict=True)):
        for structure in STRUCTURES:
            if _covered(structure, board) and not _covered(structure, before):
                yield seat, _bonus(structure)
        yield from _left_on_corners(span, seat, board)
        placing = seat == span.moment.seat and span.at is Checkpoint.PLACED
        if placing and not new_cells(before, board):
            text = "No new tile lies on this board: place one, or pass (SP-R17)."
            yield seat, Notice((), text)


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


def _seen_to_pass(span: Span, boards: Boards) -> Iterator[Reminder]:
    """Say whose corner spaces tell that they have passed, and what nobody told (SP-R37)."""
    for seat in sorted(span.seen_to_pass(boards)):
        text = (
            "Tiles lie on corner spaces, so this player has passed without a press: say how many"
            " tiles were thrown away (SP-R37)."
        )
        yield seat, Notice(span.kept_now(seat, boards[seat]), text)


def _missed_press(span: Span, boards: Boards) -> Iterator[Reminder]:
    """Say that more was placed since the last picture than one tile in one turn (SP-R17)."""
    new, seat = span.number_placed(boards), span.moment.seat
    if sum(new) > (span.at is Checkpoint.PLACED):
        yield new.index(max(new)) if seat is None else seat, Notice((), MANY_PLACED)

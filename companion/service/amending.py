"""Whether a correction can be: a person may be wrong too, and nothing must be lost by it."""

from __future__ import annotations

from companion.errors import CorrectionRefused
from companion.events import (
    CellCorrected,
    CellsCorrected,
    Confirmed,
    Event,
    ScoreCorrected,
    ToldCorrected,
    Undone,
)
from companion.sitting import Played, Sitting, apply


def check_amendment(sitting: Sitting, event: Event) -> None:
    """Raise ``CorrectionRefused`` when an event is no amendment or leads to impossible boards."""
    match event:
        case Undone():
            if not sitting.history:
                raise CorrectionRefused("there is nothing to take back; the game has just begun")
        case CellCorrected(number, seat, _, _) | CellsCorrected(number, seat, _):
            _check_seat(_entry(sitting, number), seat)
            _check_board(_entry(_after(sitting, event), number), seat, sitting)
        case ScoreCorrected(number, seat, score):
            _check_seat(_entry(sitting, number), seat)
            if score < 0:
                raise CorrectionRefused("a total is never below 0; give the number of points")
        case ToldCorrected(number, _):
            _entry(sitting, number)
            _after(sitting, event)
        case Confirmed():
            _check_by_hand(sitting, event)
        case _:
            raise CorrectionRefused("this is not a correction; correct a cell, a total or undo")


def _entry(sitting: Sitting, number: int) -> Played:
    for played in sitting.history:
        if played.entry.number == number:
            return played
    raise CorrectionRefused(
        f"reading {number} no longer holds; look at the table again and correct what is there now"
    )


def _check_seat(played: Played, seat: int) -> None:
    if not 0 <= seat < len(played.entry.boards):
        raise CorrectionRefused(f"nobody sits at seat {seat}; choose one of the boards in play")


def _after(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after the event; impossible boards are refused, not shown."""
    try:
        return apply(sitting, event)
    except (ValueError, TypeError, LookupError) as error:
        raise CorrectionRefused(
            f"the game cannot have gone on like that ({error}); correct the other cells first"
        ) from error


def _check_by_hand(sitting: Sitting, event: Confirmed) -> None:
    """Check boards that a person laid down on a page, without a picture.

    Each must be legal; whether the tiles of all add up is left to people, who see the whole table.
    """
    players = sitting.table.setup.players
    if len(event.boards) != players:
        raise CorrectionRefused(f"give the boards of all {players} players")
    before = sitting.base_of(event.moment, event.boards)
    for seat, board in enumerate(event.boards):
        earlier = before.boards[seat] if before.boards else None
        wrong = sitting.game.problems(board, earlier, event.moment.checkpoint)
        if wrong:
            raise CorrectionRefused(f"that would not be legal at seat {seat}: {wrong[0].message}")
    _after(sitting, event)


def _check_board(played: Played, seat: int, sitting: Sitting) -> None:
    before = played.base.boards[seat] if played.base.boards else None
    board = played.entry.boards[seat]
    wrong = sitting.game.problems(board, before, played.entry.moment.checkpoint)
    if wrong:
        raise CorrectionRefused(f"that would not be legal: {wrong[0].message}")

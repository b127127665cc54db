"""Whether a correction can be, and how far it reaches: what was misread once was so for a while.

A person may be wrong too, and nothing must be lost by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

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
from companion.games.base import Content
from companion.sentence import Sentence
from companion.service.sentences import said
from companion.sitting import Played, Sitting, apply, wrong_on

GONE = "reading {reading} no longer holds; look at the table again and correct what is there now"
NOBODY = "nobody sits at seat {seat}; choose one of the boards in play"
NOT_LEGAL_THERE = "that would not be legal at seat {seat}: {why}"


def corrections(
    sitting: Sitting, number: int, seat: int, cells: Mapping[str, Content | None]
) -> tuple[Event, ...]:
    """Return the events that put cells of a reading right, and of its neighbours that need it.

    The reading alone where that is legal; otherwise from the earlier one on in which the same was
    misread (a dome tile lies for rounds).  Later readings that showed the same follow where they
    would not fit any more.  Raises ``CorrectionRefused`` where no such correction is legal.
    """
    found = tuple(_from_where_it_fits(sitting, number, seat, cells))
    after = reduce(apply, found, sitting)
    return (*found, *_carried_on(sitting, after, number, seat, cells))


def _from_where_it_fits(
    sitting: Sitting, number: int, seat: int, cells: Mapping[str, Content | None]
) -> Sequence[Event]:
    """Return the correction of a reading, with those just before it as far as it takes."""
    alone = correction(number, seat, cells)
    until = [played for played in sitting.history if played.entry.number <= number]
    same = _shown(_entry(sitting, number), seat, cells)
    events: list[Event] = []
    for played in reversed(until):
        if _shown(played, seat, cells) != same:
            break
        events.insert(0, correction(played.entry.number, seat, cells))
        if not _unfit(sitting, events, seat):
            return events
    return [alone]


def _carried_on(
    before: Sitting, after: Sitting, number: int, seat: int, cells: Mapping[str, Content | None]
) -> Iterator[Event]:
    """Yield the same correction for later readings that showed the same and no longer fit."""
    same = _shown(_entry(before, number), seat, cells)
    for played in [each for each in before.history if each.entry.number > number]:
        event = correction(played.entry.number, seat, cells)
        fits = not wrong_on(after, _entry(after, played.entry.number), seat)
        if fits or _shown(played, seat, cells) != same or _unfit(after, [event], seat):
            return
        after = apply(after, event)
        yield event


def correction(number: int, seat: int, cells: Mapping[str, Content | None]) -> Event:
    """Return the event that changes cells of a reading."""
    if len(cells) == 1:
        ((cell, content),) = cells.items()
        return CellCorrected(number, seat, cell, content)
    return CellsCorrected(number, seat, cells)


def _shown(played: Played, seat: int, cells: Mapping[str, Content | None]) -> list[Content | None]:
    return [played.entry.boards[seat].get(cell) for cell in cells]


def _unfit(sitting: Sitting, events: Sequence[Event], seat: int) -> bool:
    """Tell whether some reading that is corrected would be wrong then."""
    after = reduce(apply, events, sitting)
    numbers = {event.entry for event in events if isinstance(event, CellCorrected | CellsCorrected)}
    return any(wrong_on(after, _entry(after, number), seat) for number in numbers)


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
    raise CorrectionRefused(Sentence(GONE, reading=number))


def _check_seat(played: Played, seat: int) -> None:
    if not 0 <= seat < len(played.entry.boards):
        raise CorrectionRefused(Sentence(NOBODY, seat=seat))


def _after(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after the event; impossible boards are refused, not shown."""
    try:
        return apply(sitting, event)
    except (ValueError, TypeError, LookupError) as error:
        raise CorrectionRefused(
            Sentence(
                "the game cannot have gone on like that ({error}); correct the other cells first",
                error=str(error),
            )
        ) from error


def _check_by_hand(sitting: Sitting, event: Confirmed) -> None:
    """Check boards that a person laid down on a page, without a picture.

    Each must be legal; whether the tiles of all add up is left to people, who see the whole table.
    """
    players = sitting.table.setup.players
    if len(event.boards) != players:
        raise CorrectionRefused(
            Sentence("give the boards of all {players} players", players=players)
        )
    base = sitting.base_of(event.moment, event.boards)
    for seat, board in enumerate(event.boards):
        wrong = sitting.game.problems_at(base, event.moment, seat, board)
        if wrong:
            raise CorrectionRefused(Sentence(NOT_LEGAL_THERE, seat=seat, why=said(wrong[0])))
    _after(sitting, event)


def _check_board(played: Played, seat: int, sitting: Sitting) -> None:
    wrong = wrong_on(sitting, played, seat)
    if wrong:
        raise CorrectionRefused(Sentence("that would not be legal: {why}", why=said(wrong[0])))

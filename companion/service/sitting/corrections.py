"""How far a correction reaches: what was misread once was misread for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from companion.errors import CorrectionRefused
from companion.events import CellCorrected, CellsCorrected
from companion.games.base import Content
from companion.games.played import Played
from companion.service.sitting.amendment import amended, entry_of
from companion.sitting import Sitting, wrong_on

Corrected = CellCorrected | CellsCorrected
Changes = Mapping[str, Content | None]


def corrections(sitting: Sitting, number: int, seat: int, cells: Changes) -> tuple[Corrected, ...]:
    """Return the events that put cells of a reading right, and of its neighbours that need it.

    The reading alone where that is legal; otherwise from the earlier one on in which the same was
    misread (a dome tile lies for rounds).  Later readings that showed the same follow where they
    would not fit any more.  Where no such correction is legal the reading's own is returned, for
    the keeper to refuse with its reason; ``CorrectionRefused`` is raised for impossible boards.
    """
    found = _from_where_it_fits(sitting, number, seat, cells)
    after = reduce(amended, found, sitting)
    return (*found, *_carried_on(sitting, after, number, seat, cells))


def _from_where_it_fits(
    sitting: Sitting, number: int, seat: int, cells: Changes
) -> tuple[Corrected, ...]:
    """Return the correction of a reading, with those just before it as far as it takes."""
    until = [played for played in sitting.history if played.entry.number <= number]
    same = _shown(entry_of(sitting, number), seat, cells)
    events: tuple[Corrected, ...] = ()
    for played in reversed(until):
        if _shown(played, seat, cells) != same:
            break
        events = (correction(played.entry.number, seat, cells), *events)
        # Where it cannot have come it need not be tried on all that follows, which takes long.
        if _all_fit(_alone(sitting, played), events[:1]) and _all_fit(sitting, events):
            return events
    return (correction(number, seat, cells),)


def _carried_on(
    before: Sitting, after: Sitting, number: int, seat: int, cells: Changes
) -> Iterator[Corrected]:
    """Yield the same correction for later readings that showed the same and no longer fit."""
    same = _shown(entry_of(before, number), seat, cells)
    for played in [each for each in before.history if each.entry.number > number]:
        event = correction(played.entry.number, seat, cells)
        fits = not wrong_on(after, entry_of(after, played.entry.number), seat)
        if fits or _shown(played, seat, cells) != same or not _all_fit(after, (event,)):
            return
        after = amended(after, event)
        yield event


def correction(number: int, seat: int, cells: Changes) -> Corrected:
    """Return the event that changes cells of a reading."""
    if len(cells) == 1:
        ((cell, content),) = cells.items()
        return CellCorrected(number, seat, cell, content)
    return CellsCorrected(number, seat, cells)


def cells_of(event: Corrected) -> Changes:
    """Return what an event says of the cells of its reading."""
    return event.cells if isinstance(event, CellsCorrected) else {event.cell: event.content}


def _alone(sitting: Sitting, played: Played) -> Sitting:
    """Return a sitting of nothing but one reading, after what came before it."""
    return replace(sitting, start=played.base, history=(played,))


def _shown(played: Played, seat: int, cells: Changes) -> list[Content | None]:
    return [played.entry.boards[seat].get(cell) for cell in cells]


def _all_fit(sitting: Sitting, events: Sequence[Corrected]) -> bool:
    """Tell whether every reading that is corrected would be legal then."""
    try:
        after = reduce(amended, events, sitting)
    except CorrectionRefused:
        return False
    return not any(wrong_on(after, entry_of(after, one.entry), one.seat) for one in events)

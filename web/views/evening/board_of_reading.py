"""One board as a reading showed it, be it the last picture or an earlier one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games import INFOS
from companion.games.base import Cells
from companion.games.played import Played
from companion.service.bulletin.state import Entry, State
from companion.service.reports.report import Status
from companion.sitting import Sitting, totals
from web.views.evening.unseen_facts import UNTOLD, Telling, chips_seen, stacks_seen, telling
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class Reading:
    """A board to look at and to correct.

    ``number`` is that of the reading, None for what the last picture shows and nobody has
    confirmed; ``last`` tells that its picture is the one shown.  ``picture`` is the address of an
    earlier one's picture, empty where there is none; ``total`` the seat's total after it.
    """

    number: int | None
    title: str
    last: bool
    cells: Cells
    total: int | None
    picture: str
    tellings: tuple[Telling, ...]


def reading_of(
    state: State, sitting: Sitting | None, seat: int, wanted: int | None
) -> Reading | None:
    """Return a seat's board as the reading ``wanted`` has it; None where that does not hold.

    Without ``wanted`` it is what is shown now.
    """
    held = number_shown(state) if wanted is None else wanted
    played = find(sitting, held)
    if played is not None and sitting is not None:
        return of_played(state, sitting, played, seat)
    if wanted is not None:
        return None
    total = state.confirmed[seat] if state.confirmed else None
    return Reading(None, "", True, state.boards.get(seat, {}), total, "", ())


def number_shown(state: State) -> int | None:
    """Return the number of the reading that is shown; None where nothing was confirmed of it."""
    report = state.report
    return report.reading if report is not None and report.status is Status.READ else None


def find(sitting: Sitting | None, number: int | None) -> Played | None:
    """Return a reading that holds."""
    played = sitting.history if sitting else ()
    return next((one for one in played if one.entry.number == number), None)


def of_played(state: State, sitting: Sitting, played: Played, seat: int) -> Reading:
    """Return a seat's board as a reading has it that holds."""
    entry = played.entry
    line = next((one for one in state.history if one.number == entry.number), None)
    return Reading(
        entry.number,
        words.moment(entry.moment.checkpoint, entry.moment.round),
        entry.number == number_shown(state),
        entry.boards[seat],
        totals(sitting.game, played.outcome.table)[seat],
        picture_of(line),
        told_of(state, sitting, played),
    )


def picture_of(line: Entry | None) -> str:
    """Return where the picture of a line of the history is to be had."""
    if line is None:
        return ""
    if line.kept:
        return f"/api/pictures/{line.kept}.jpg"
    return f"/frame.jpg?v={line.picture}" if line.picture else ""


def told_of(state: State, sitting: Sitting, played: Played) -> tuple[Telling, ...]:
    """Return what was told of a reading, or may still be: each with what holds now, or is seen."""
    moment, shown = played.entry.moment, played.entry.number == number_shown(state)
    seen = chips_seen(state.report, played.base, moment.checkpoint) if shown else None
    told = {"chips": seen, "broken": stacks_seen(played.entry.boards), **moment.told}
    asked = sitting.game.told(played.base, replace(moment, told={}))
    also = INFOS[state.setup.game].may_tell.get(moment.checkpoint)
    names = dict.fromkeys((*asked, *moment.told, *([also] if also else ())))
    found = (
        telling(name, state.setup.players, told.get(name, UNTOLD), moment.checkpoint)
        for name in names
    )
    return tuple(one for one in found if one is not None)

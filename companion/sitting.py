"""A sitting as a pure fold over its events.

Nothing is kept that does not follow from the events.  Corrections and undo are events too: they
change which readings hold, and everything after them is worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from typing import Any

from companion.events import (
    Asked,
    CellCorrected,
    CellsCorrected,
    Confirmed,
    Event,
    Opened,
    Refused,
    ScoreCorrected,
    Seated,
    ToldCorrected,
    Unanswered,
    Undone,
)
from companion.games import game as rules_of
from companion.games.base import Cells, Content, Game, Moment, Outcome, Problem, Setup, Table
from companion.games.played import Entry, Played


@dataclass(frozen=True)
class Sitting:
    """A sitting as far as its events have brought it; ``history`` are the readings that hold.

    ``undone`` are those taken back since one was confirmed, the last one last: they can be put
    back.
    """

    game: Game = field(compare=False)
    start: Table
    history: tuple[Played, ...] = ()
    numbered: int = 0
    undone: tuple[Entry, ...] = ()

    @property
    def table(self) -> Table:
        """The table after the last reading that holds."""
        return self.history[-1].outcome.table if self.history else self.start

    @property
    def outcome(self) -> Outcome | None:
        """What the last reading brought."""
        return self.history[-1].outcome if self.history else None

    def until(self, number: int) -> Sitting:
        """Return the sitting as it was before the reading of that number."""
        earlier = tuple(each for each in self.history if each.entry.number < number)
        return replace(self, history=earlier)

    def before(self, moment: Moment) -> Table:
        """Return the table ``moment`` follows: a repeated checkpoint replaces its first reading.

        Where the same seat may act again, it follows the last reading; see ``bases``.
        """
        return self.bases(moment)[0]

    def bases(self, moment: Moment) -> tuple[Table, ...]:
        """Return the tables ``moment`` may follow, the likeliest first."""
        if not self.history or not same_moment(moment, self.history[-1].entry.moment):
            return (self.table,)
        repeat = self.history[-1].base
        return (self.table, repeat) if self.game.acts_again(self.table, moment) else (repeat,)

    def still_told(self, moment: Moment) -> Mapping[str, Any]:
        """Return what must be told at a moment and was, of the reading that a repeat replaces."""
        if not self.history or not same_moment(moment, self.history[-1].entry.moment):
            return {}
        told, repeat = self.history[-1].entry.moment.told, self.bases(moment)[-1]
        return {name: told[name] for name in self.game.told(repeat, moment) if name in told}

    def base_of(self, moment: Moment, boards: Sequence[Cells]) -> Table:
        """Return the table that boards read at ``moment`` follow.

        A further turn of the same seat adds something; a repeat does not, or changes what was read.
        """
        bases = self.bases(moment)
        if len(bases) == 1 or grown(self.history[-1].entry.boards, boards):
            return bases[0]
        return bases[1]


def fold(events: Iterable[Event]) -> Sitting:
    """Return the sitting its events make; the first must be ``Opened``."""
    first, *rest = events
    if not isinstance(first, Opened):
        raise ValueError("a sitting's first event must say what was set up")
    return reduce(apply, rest, opened(first.setup))


def opened(setup: Setup) -> Sitting:
    """Return a sitting that has just begun."""
    game = rules_of(setup)
    return Sitting(game, game.empty_table())


def apply(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after one more event.

    A correction of a reading that no longer holds changes nothing.
    """
    match event:
        case Opened(setup):
            return opened(setup)
        case Confirmed(moment, boards):
            said = _said_of_repeated(sitting, moment, boards)
            entry = Entry(sitting.numbered, moment, boards, said)
            return replace(
                _play(_without_repeat(sitting, moment, boards), entry),
                numbered=entry.number + 1,
                undone=_still_undone(sitting, moment, boards),
            )
        case Refused() | Asked() | Unanswered() | Seated():
            return sitting
        case Undone():
            taken = tuple(played.entry for played in sitting.history[-1:])
            return replace(sitting, history=sitting.history[:-1], undone=(*sitting.undone, *taken))
        case CellCorrected(number, seat, cell, content):
            return _changed(sitting, number, lambda e: _with_cells(e, seat, {cell: content}))
        case CellsCorrected(number, seat, cells):
            return _changed(sitting, number, lambda e: _with_cells(e, seat, cells))
        case ScoreCorrected(number, seat, score):
            return _changed(sitting, number, lambda e: replace(e, scores={**e.scores, seat: score}))
        case ToldCorrected(number, told):
            return _changed(sitting, number, lambda e: _with_told(e, told))


def _still_undone(sitting: Sitting, moment: Moment, boards: tuple[Cells, ...]) -> tuple[Entry, ...]:
    """Return what can be put back after a reading: nothing, but after one that was put back."""
    last = sitting.undone[-1] if sitting.undone else None
    if last is None or (last.moment, last.boards) != (moment, boards):
        return ()
    return sitting.undone[:-1]


@dataclass(frozen=True)
class Change:
    """A total that another event changed: the entry's number, the seat, before and after."""

    entry: int
    seat: int
    was: int
    now: int


def totals(game: Game, table: Table) -> tuple[int, ...]:
    """Return the totals as screens show them: once the game is over with the bonuses of the end."""
    return game.result(table).scores if table.over else table.scores


def changes(before: Sitting, after: Sitting) -> tuple[Change, ...]:
    """Return every total that differs between two versions of a sitting, entry by entry."""
    was = {one.entry.number: totals(before.game, one.outcome.table) for one in before.history}
    return tuple(
        Change(played.entry.number, seat, old, new)
        for played in after.history
        for seat, (old, new) in enumerate(
            zip(
                was.get(played.entry.number, ()),
                totals(after.game, played.outcome.table),
                strict=False,
            )
        )
        if old != new
    )


@dataclass(frozen=True)
class Misfit:
    """A board that no longer follows from what was corrected before it: reading, seat, why."""

    reading: int
    seat: int
    problem: Problem


def misfits(sitting: Sitting) -> tuple[Misfit, ...]:
    """Return what is wrong with readings that hold; nothing, until an earlier one is corrected."""
    return tuple(
        Misfit(played.entry.number, seat, problem)
        for played in sitting.history
        for seat in range(len(played.entry.boards))
        for problem in wrong_on(sitting, played, seat)
    )


def wrong_on(sitting: Sitting, played: Played, seat: int) -> tuple[Problem, ...]:
    """Return what is wrong with a seat's board of a reading, beside what came before it."""
    entry = played.entry
    return sitting.game.problems_at(played.base, entry.moment, seat, entry.boards[seat])


def _play(sitting: Sitting, entry: Entry) -> Sitting:
    """Let one more entry hold."""
    base = sitting.table
    outcome = sitting.game.advance(base, entry.moment, entry.boards)
    if entry.scores:
        outcome = _with_scores(_foretold(sitting.game, base, entry, outcome), entry.scores)
    return replace(sitting, history=(*sitting.history, Played(entry, base, outcome)))


def _foretold(game: Game, base: Table, entry: Entry, outcome: Outcome) -> Outcome:
    """Return an outcome with what is announced to come of the totals people said.

    No total falls below 0, so a scoring that is to come may take more off a higher one.
    """
    if not outcome.ahead:
        return outcome
    more = _more(outcome, entry.scores)
    began = replace(base, scores=tuple(map(add, base.scores, more)))
    return game.advance(began, entry.moment, entry.boards)


def _with_scores(outcome: Outcome, said: Mapping[int, int]) -> Outcome:
    """Return an outcome with the totals people ``said``, by seat, and what comes of them."""
    more = _more(outcome, said)
    return replace(
        outcome,
        table=replace(outcome.table, scores=tuple(map(add, outcome.table.scores, more))),
        announced=tuple(
            None if total is None else total + each
            for total, each in zip(outcome.announced, more, strict=True)
        ),
    )


def _more(outcome: Outcome, said: Mapping[int, int]) -> list[int]:
    """Return by seat how many points more people ``said`` than were counted."""
    return [said.get(seat, was) - was for seat, was in enumerate(outcome.table.scores)]


def _without_repeat(sitting: Sitting, moment: Moment, boards: Sequence[Cells]) -> Sitting:
    if sitting.base_of(moment, boards) is sitting.table:
        return sitting
    return replace(sitting, history=sitting.history[:-1])


def _said_of_repeated(
    sitting: Sitting, moment: Moment, boards: Sequence[Cells]
) -> Mapping[int, int]:
    """Return the totals people corrected in the reading that boards of the same moment replace.

    Of a seat that these bring another total they said nothing.
    """
    replaced = sitting.history[-1] if sitting.history else None
    if replaced is None or not replaced.entry.scores:
        return {}
    if sitting.base_of(moment, boards) is sitting.table:
        return {}
    entry, base = replaced.entry, replaced.base
    was = sitting.game.advance(base, entry.moment, entry.boards).table.scores
    now = sitting.game.advance(base, moment, boards).table.scores
    return {seat: score for seat, score in entry.scores.items() if was[seat] == now[seat]}


def grown(before: Sequence[Cells], after: Sequence[Cells]) -> bool:
    """Tell whether tiles came to some board and none left any."""
    pairs = list(zip(before, after, strict=True))
    kept = all(lies(new.get(cell), old[cell]) for old, new in pairs for cell in old)
    return kept and any(new.keys() - old.keys() for old, new in pairs)


def lies(now: Content | None, before: Content | None) -> bool:
    """Tell whether what lay on a cell still does, be it under more."""
    return now == before or (isinstance(now, tuple) and isinstance(before, tuple))


def _changed(sitting: Sitting, number: int, change: Callable[[Entry], Entry]) -> Sitting:
    """Change one entry and work out everything after it anew, as far as it makes a difference.

    From where the table is what it was, so is all that follows: a game has a hundred readings, and
    a correction may reach through all of them.
    """
    places = (n for n, played in enumerate(sitting.history) if played.entry.number == number)
    at = next(places, None)
    if at is None:
        return sitting
    before = replace(sitting, history=sitting.history[:at])
    after = _play(before, change(sitting.history[at].entry))
    later = sitting.history[at + 1 :]
    for n, played in enumerate(later):
        if after.table == played.base:
            return replace(after, history=(*after.history, *later[n:]))
        after = _play(after, played.entry)
    return after


def _with_cells(entry: Entry, seat: int, cells: Mapping[str, Content | None]) -> Entry:
    board = {cell: content for cell, content in entry.boards[seat].items() if cell not in cells}
    board |= {cell: content for cell, content in cells.items() if content is not None}
    boards = (*entry.boards[:seat], board, *entry.boards[seat + 1 :])
    return replace(entry, boards=boards)


def _with_told(entry: Entry, told: Mapping[str, Any]) -> Entry:
    return replace(entry, moment=replace(entry.moment, told={**entry.moment.told, **told}))


def same_moment(one: Moment, other: Moment) -> bool:
    """Tell whether pictures were taken for the same: whatever was told of them."""
    return (one.checkpoint, one.round, one.seat) == (other.checkpoint, other.round, other.seat)


def asks_of(sitting: Sitting, played: Played) -> tuple[str, ...]:
    """Return what a reading would still like to be told."""
    moment = played.entry.moment
    return tuple(n for n in sitting.game.told(played.base, moment) if n not in moment.told)

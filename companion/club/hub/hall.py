"""The hall as the hub sees it: every table's newest word, who is there, what was not understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from companion.club.books import Books
from companion.club.facts import Begun, Fact, Heard, Met, Withdrawn
from companion.club.message import FOR_A_JUDGE, MessageRefused, Told, load, load_online
from companion.club.seating import calls
from companion.club.topics import table_of
from companion.sentence import Sentence
from companion.service.bulletin.call import Called

COMPLAINTS = 100
"""Topics of which a complaint is kept; the oldest make room."""

LONGEST_TOPIC = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """A table: its newest word (None: none so far), and whether it is there.

    ``asked`` is when it began to need a judge, as its place in the line of all that did; 0: it
    needs none.  A table that was away for a moment keeps its place.
    """

    told: Told | None = None
    online: bool = False
    asked: int = 0

    @property
    def calls(self) -> bool:
        """Whether it needs a judge."""
        return self.online and self.told is not None and self.told.needs in FOR_A_JUDGE

    def knows(self, draw: str) -> bool:
        """Tell whether the table has been told of a draw."""
        return self.told is not None and self.told.seating == draw


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something at a topic that could not be understood: why, and how often."""

    reason: str
    times: int


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything the hub shows, at one version.

    ``joined`` tells whether the broker is there, ``notice`` what was found wrong with the ledger.
    """

    venue: str
    version: int = 1
    tables: Mapping[str, Seen] = field(default_factory=dict)
    complaints: Mapping[str, Complaint] = field(default_factory=dict)
    books: Books = field(default_factory=Books)
    joined: bool = False
    notice: str = ""

    @property
    def calling(self) -> tuple[str, ...]:
        """The tables that need a judge; who has waited longest is first."""
        needy = [name for name, seen in self.tables.items() if seen.calls]
        return tuple(sorted(needy, key=lambda name: self.tables[name].asked))


def hear(hall: Hall, topic: str, payload: bytes) -> Hall:
    """Return the hall after one more message; one that is not understood only adds a complaint."""
    try:
        table, kind = table_of(topic, hall.venue) or (None, "")
        if table is None or kind not in ("state", "online"):
            _refuse(Sentence("A message was skipped, as no table speaks there."))
        if not payload:
            return _without(hall, table)
        seen = hall.tables.get(table, Seen())
        if kind == "online":
            return _with(hall, table, replace(seen, online=load_online(payload)))
        told = load(payload)
        if told.table != table:
            _refuse(
                Sentence(
                    "A message was skipped, as it speaks for the table {name}.", name=told.table
                )
            )
        if seen.told and seen.told.boot == told.boot and seen.told.version > told.version:
            return hall
        return _with(hall, table, replace(seen, told=told, asked=_in_line(hall, seen, told)))
    except MessageRefused as error:
        return _complained(hall, topic, error.args[0])


def _in_line(hall: Hall, seen: Seen, told: Told) -> int:
    """Return a table's place in the line for a judge: the one it has, else behind all others."""
    if told.needs not in FOR_A_JUDGE:
        return 0
    return seen.asked or 1 + max((one.asked for one in hall.tables.values()), default=0)


def news(books: Books, told: Told) -> tuple[Fact, ...]:
    """Return what a table's word adds to the books; nothing when it was heard before."""
    heard = [
        Heard(told.table, one)
        for one in told.finished
        if (known := books.games.get((told.table, one.sitting))) is None or known.finished != one
    ]
    met = _met(books, told, heard)
    going_on = told.sitting not in {one.sitting for one in told.finished}
    if going_on and (told.table, told.sitting) in books.games:
        return (*met, *heard, Withdrawn(told.table, told.sitting))
    return (*met, *heard)


def _met(books: Books, told: Told, heard: Iterable[Heard]) -> tuple[Fact, ...]:
    """Return that a table has come, with the games that nobody here saw it play."""
    if books.tournament is None or told.table in books.met:
        return ()
    known = {sitting for table, sitting in books.games if table == told.table}
    unseen = (one.game.sitting for one in heard if one.game.sitting not in known)
    return (Met(told.table, tuple(unseen)),)


def present(hall: Hall, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return that the tables which are there are there from the start, where a tournament begins.

    What they ended before is in the books already.
    """
    if not any(isinstance(fact, Begun) for fact in facts):
        return ()
    here = (name for name, seen in hall.tables.items() if seen.online and seen.told)
    return tuple(Met(name) for name in here)


def waiting_for(hall: Hall) -> Mapping[str, Called]:
    """Return the tables at which a match was drawn that has not begun, with who is to play it."""
    wanted = calls(hall.books)
    return {name: call for name, call in wanted.items() if not _at_it(hall.tables.get(name), call)}


def _at_it(seen: Seen | None, call: Called) -> bool:
    """Tell whether a table plays the match it was called for."""
    told = seen.told if seen else None
    return bool(told and told.stage != "over" and call.plays(told.game, told.names))


def hall_json(hall: Hall) -> dict[str, Any]:
    """Return the hall as JSON values: what ``/api/state`` gives."""
    return {
        "version": hall.version,
        "venue": hall.venue,
        "joined": hall.joined,
        "notice": hall.notice,
        "tables": {name: _seen_json(seen) for name, seen in sorted(hall.tables.items())},
        "calling": list(hall.calling),
        "complaints": {
            topic: {"reason": one.reason, "times": one.times}
            for topic, one in hall.complaints.items()
        },
        "games": len(hall.books.games),
        "round": hall.books.round,
    }


def _seen_json(seen: Seen) -> dict[str, Any]:
    told = seen.told
    if told is None:
        return {"online": seen.online}
    return {
        "online": seen.online,
        "game": told.game,
        "names": list(told.names),
        "scores": list(told.scores),
        "round": told.round,
        "turn": told.turn,
        "stage": told.stage,
        "needs": told.needs,
        "wrong": [{"seat": one.seat, "rule": one.rule} for one in told.wrong],
        "boot": told.boot,
        "version": told.version,
        "sitting": told.sitting,
        "seating": told.seating,
        "finished": [one.sitting for one in told.finished],
    }


def _with(hall: Hall, table: str, seen: Seen) -> Hall:
    return replace(hall, tables={**hall.tables, table: seen})


def _without(hall: Hall, table: str) -> Hall:
    """A table whose kept messages were cleared is no table of the club any more."""
    left = {name: seen for name, seen in hall.tables.items() if name != table}
    return replace(hall, tables=left)


def deserted(hall: Hall) -> Hall:
    """Return the hall while the broker is away: nobody knows who is there."""
    tables = {name: replace(seen, online=False) for name, seen in hall.tables.items()}
    return replace(hall, tables=tables, joined=False)


def _complained(hall: Hall, topic: str, reason: str) -> Hall:
    topic = topic[:LONGEST_TOPIC]
    known = hall.complaints.get(topic)
    others = {name: one for name, one in hall.complaints.items() if name != topic}
    while len(others) >= COMPLAINTS:
        others.pop(next(iter(others)))
    complaint = Complaint(reason, known.times + 1 if known else 1)
    return replace(hall, complaints={**others, topic: complaint})


def _refuse(reason: Sentence) -> NoReturn:
    raise MessageRefused(reason)

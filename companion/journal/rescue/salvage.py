"""What can be saved of a damaged journal, event by event, from whichever source still has it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from companion.journal.rescue import sqlite_file, sums

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What damage raises; the second where SQLite's own words for it quote the file."""

FURTHER = 2000
"""Rows that are looked for beyond the last one known, where the file does not tell how many."""


FARTHEST = 100_000
"""No row is so far beyond the last one known: where the file says so, its number is damaged."""


class SittingRow(NamedTuple):
    """A row of the table ``sitting``."""

    id: int
    uid: str
    at: str
    seating: str
    sum: str | None

    @property
    def sound(self) -> bool:
        """Whether the row is as it was written."""
        if self.sum is None:
            return is_json(self.seating) and are_texts(self.uid, self.at)
        return self.sum == sums.of_sitting(self.uid, self.at, self.seating)

    def as_long_as(self, other: SittingRow) -> bool:
        """Tell whether two rows may differ by nothing but bytes that changed in their places."""
        return [*map(length, self[1:4])] == [*map(length, other[1:4])]


class EventRow(NamedTuple):
    """A row of the table ``event``."""

    seq: int
    sitting: int
    at: str
    picture: str | None
    body: str
    sum: str | None

    def follows(self, before: str | None) -> bool:
        """Tell whether the row is as it was written, after the row with the sum ``before``."""
        if self.sum is None:
            return is_json(self.body) and are_texts(self.at, self.picture or "")
        return self.sum == sums.of_event(before, self.sitting, self.at, self.picture, self.body)

    def as_long_as(self, other: EventRow) -> bool:
        """Tell whether two rows may differ by nothing but bytes that changed in their places."""
        return [*map(length, self[2:5])] == [*map(length, other[2:5])]


class Summed(Protocol):
    """A row that has a sum, unless an older companion wrote it."""

    @property
    def sum(self) -> str | None:
        """The check sum that was written with it."""


S = TypeVar("S", bound=Summed)
"""A row of any table that has sums."""


def lost_its_sum(row: Summed, twin: Summed | None) -> bool:
    """Tell whether a row has no sum though its twin in the copy has one."""
    return row.sum is None and twin is not None and twin.sum is not None


def proved_first(rows: Iterable[S]) -> list[S]:
    """Put what is only believed, for want of a sum, behind all that sums prove."""
    return sorted(rows, key=lambda row: row.sum is None)


@dataclass
class Rows:
    """What one source tells: sittings by number, events by place, who left, what was typed."""

    sittings: dict[int, SittingRow] = field(default_factory=dict)
    events: dict[int, EventRow] = field(default_factory=dict)
    aside: set[int] = field(default_factory=set)
    drafts: dict[str, str] = field(default_factory=dict)


def merged(sources: Sequence[Rows]) -> Rows:
    """Return what the sources tell together; of what several tell the first that is sound counts.

    What a sum proves to be so goes before what is only believed.
    Events are taken from the first on: a sitting is the fold of its events, so what follows one
    that is missing would mean something else.
    """
    best = Rows()
    told = (row for source in sources for row in source.sittings.values() if row.sound)
    for row in proved_first(told):
        if row.uid not in {other.uid for other in best.sittings.values()}:
            best.sittings.setdefault(row.id, row)
    last: dict[int, str | None] = dict.fromkeys(best.sittings)
    for seq in sorted({seq for source in sources for seq in source.events}):
        found = proved_first(source.events[seq] for source in sources if seq in source.events)
        event = next((e for e in found if e.sitting in last and e.follows(last[e.sitting])), None)
        if event is not None:
            best.events[seq], last[event.sitting] = event, event.sum
    begun = {event.sitting for event in best.events.values()}
    best.sittings = {id: row for id, row in best.sittings.items() if id in begun}
    known = next((source for source in sources if source.sittings), Rows())
    best.aside = known.aside & begun
    typed = ((name, _sound_draft(sources, name)) for name in known.drafts)
    best.drafts = {name: body for name, body in typed if body is not None}
    return best


def _sound_draft(sources: Sequence[Rows], name: str) -> str | None:
    """Return what was typed under a name; None where nobody knows: a journal takes only JSON."""
    bodies = (source.drafts[name] for source in sources if name in source.drafts)
    return next(filter(is_json, bodies), None)


def write(fresh: sqlite3.Connection, rows: Rows) -> None:
    """Write rows into a fresh journal under the numbers they had."""
    fresh.execute("BEGIN IMMEDIATE")
    fresh.executemany("INSERT INTO sitting VALUES (?, ?, ?, ?, ?)", rows.sittings.values())
    fresh.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows.events.values())
    fresh.executemany("INSERT INTO aside VALUES (?)", [(id,) for id in rows.aside])
    fresh.executemany("INSERT INTO draft VALUES (?, ?)", rows.drafts.items())
    fresh.execute("COMMIT")


def read(source: Path, *, at_least: int = 0) -> Rows:
    """Return what a file still tells, row by row; ``at_least`` so many events are looked for."""
    with opened(source) as db:
        return rows_of(db, at_least=at_least) if db else Rows()


@contextmanager
def opened(source: Path) -> Iterator[sqlite3.Connection | None]:
    """Open a file that may be damaged, its texts with all their bytes; None where there is none.

    SQLite refuses all of a file that is shorter than its header says, unless what opens it may
    also mend its schema: then only the pages that are gone cannot be read.  Nothing is written.
    """
    if not source.exists():
        yield None
        return
    db = sqlite_file.connected(source)
    db.text_factory = _text
    db.execute("PRAGMA writable_schema = ON")
    try:
        yield db
    finally:
        db.close()


def rows_of(db: sqlite3.Connection, *, at_least: int = 0) -> Rows:
    """Return the rows of an open file."""
    sittings = table(db, "sitting", "id", "id, uid, at, seating", at_least)
    events = table(db, "event", "seq", "seq, sitting, at, picture, body", at_least)
    return Rows(
        {row[0]: SittingRow(*row) for row in sittings},
        {row[0]: EventRow(*row) for row in events},
        {row[0] for row in _readable(db, "SELECT sitting FROM aside")},
        dict(row for row in _readable(db, "SELECT name, body FROM draft") if are_texts(*row)),
    )


def table(
    db: sqlite3.Connection, name: str, key: str, columns: str, at_least: int
) -> Iterator[tuple[Any, ...]]:
    """Yield a table's rows: all at once, or, where that is not possible, each that can be had."""
    known = {row[1] for row in _readable(db, f"PRAGMA table_info({name})")}
    wanted = f"SELECT {columns}, {'sum' if 'sum' in known else 'NULL'} FROM {name}"
    try:
        yield from db.execute(f"{wanted} ORDER BY {key}").fetchall()
        return
    except BROKEN:
        found = _readable(db, f"SELECT max({key}) FROM {name}")
    last = found[0][0] if found and isinstance(found[0][0], int) else at_least
    for number in range(1, min(max(last, at_least), at_least + FARTHEST) + FURTHER):
        yield from _readable(db, f"{wanted} WHERE {key} = {number}")


def _readable(db: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    """Return what a query gives; nothing where it cannot be answered."""
    try:
        return db.execute(query).fetchall()
    except BROKEN:
        return []


def is_json(text: object) -> bool:
    """Tell whether a row without a sum can be what it should be, and be written anew."""
    try:
        json.loads(str(text), parse_constant=_no_json)
    except (ValueError, RecursionError):
        return False
    return are_texts(text)


def _no_json(word: str) -> NoReturn:
    """Refuse what Python takes for a number, and SQLite for no JSON."""
    raise ValueError(f"{word} is no JSON")


def are_texts(*values: object) -> bool:
    """Tell whether all are texts without bytes that are none (see ``_text``)."""
    together = "".join(map(str, values))
    whole = together.encode(errors="ignore").decode()
    return together == whole and all(isinstance(value, str) for value in values)


def _text(raw: bytes) -> str:
    """Return a text with all its bytes, also where it is none any more."""
    return raw.decode("utf-8", "surrogateescape")


def length(text: object) -> int:
    """Return how many bytes a text has."""
    return len(str(text or "").encode("utf-8", "surrogateescape"))

"""The journal's file: its tables, and how its rows are told from damage."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from companion.journal.rescue import salvage, sqlite_file
from companion.journal.rescue.repair import Kind
from companion.journal.rescue.salvage import Rows
from companion.sentence import Sentence

OPEN = "open"
"""The draft that has the uid of the sitting that is played."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS sitting (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    seating TEXT NOT NULL CHECK (json_valid(seating)),
    sum TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sitting INTEGER NOT NULL REFERENCES sitting (id),
    at TEXT NOT NULL,
    picture TEXT,
    body TEXT NOT NULL CHECK (json_valid(body)),
    sum TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS event_of_sitting ON event (sitting, seq);
CREATE TABLE IF NOT EXISTS aside (
    sitting INTEGER PRIMARY KEY REFERENCES sitting (id)
) STRICT;
CREATE TABLE IF NOT EXISTS draft (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS events_are_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
"""


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the journal's file, or one in memory, and check it; raises ``sqlite3.DatabaseError``."""
    return sqlite_file.with_sums(sqlite_file.connect(path, SCHEMA), "sitting", "event")


def keep_draft(db: sqlite3.Connection, name: str, value: Any) -> None:
    """Write what people have typed, as JSON values; None deletes it."""
    db.execute("DELETE FROM draft WHERE name = ?", (name,))
    if value is not None:
        body = json.dumps(value, ensure_ascii=False)
        db.execute("INSERT INTO draft (name, body) VALUES (?, ?)", (name, body))


def boards_of(sitting: int) -> str:
    """Return under which name the drafts have the boards photographed so far of a moment."""
    return f"boards/{sitting}"


def empty_of(sitting: int) -> str:
    """Return under which name the drafts have the empty boards: those of the moment of set-up."""
    return f"empty/{sitting}"


def last_of(sitting: int) -> str:
    """Return under which name the drafts have the boards as they were read last."""
    return f"last/{sitting}"


def pictures_in(draft: Any) -> tuple[str, ...]:
    """Return the pictures that a draft of boards needs; none of a damaged one."""
    try:
        return tuple(str(one["picture"]) for one in draft["pictures"])
    except (LookupError, TypeError):
        return ()


def pictures_beside(db: sqlite3.Connection, sitting: int | None = None) -> tuple[str, ...]:
    """Return the pictures that drafts of boards need: those of one sitting, or of all."""
    which = "*" if sitting is None else sitting
    names = [f"{each}/{which}" for each in ("boards", "empty", "last")]
    kept = "SELECT body FROM draft WHERE (name GLOB ? OR name GLOB ? OR name GLOB ?)"
    rows = db.execute(f"{kept} AND json_valid(body)", names)
    return tuple(name for (body,) in rows for name in pictures_in(json.loads(body)))


def read(path: Path, copy: Rows) -> Rows:
    """Return what a journal still tells; the events of its copy are looked for in any case."""
    return salvage.read(path, at_least=max(copy.events, default=0))


def gone_wrong(rows: Rows, copy: Rows) -> bool:
    """Tell whether the copy knows better: events that are missing, or of which bytes changed.

    A row of another length is no damage but somebody's doing.
    """
    if copy.events.keys() - rows.events.keys():
        return True
    last: dict[int, str | None] = {}
    for seq, row in sorted(rows.events.items()):
        twin = copy.events.get(seq)
        odd = not row.follows(last.get(row.sitting)) or salvage.lost_its_sum(row, twin)
        if odd and twin and row.as_long_as(twin):
            return True
        last[row.sitting] = row.sum
    return any(
        not row.sound and id in copy.sittings and row.as_long_as(copy.sittings[id])
        for id, row in rows.sittings.items()
    )


def told(saved: Rows, file: str) -> Sentence:
    """Say what was saved of a damaged journal."""
    return Sentence(
        "The journal was damaged: {count} events could be read and were taken over; "
        "the damaged file is kept as {file}.",
        count=len(saved.events),
        file=file,
    )


JOURNAL = Kind(connect, Rows, read, gone_wrong, salvage.merged, salvage.write, told)

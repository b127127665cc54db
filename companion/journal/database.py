"""The journal's file: its tables, how it is opened, and what is done when it is damaged.

``synchronous=FULL`` with a write-ahead log costs a fifth of a millisecond per event and survives a
pulled plug; a game writes a few events a minute.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.errors import JournalError

SCHEMA = """
CREATE TABLE IF NOT EXISTS sitting (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    seating TEXT NOT NULL CHECK (json_valid(seating))
) STRICT;
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sitting INTEGER NOT NULL REFERENCES sitting (id),
    at TEXT NOT NULL,
    picture TEXT,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX IF NOT EXISTS event_of_sitting ON event (sitting, seq);
CREATE TABLE IF NOT EXISTS aside (
    sitting INTEGER PRIMARY KEY REFERENCES sitting (id)
) STRICT;
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS events_are_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
"""

BUSY_MS = 5000
IN_MEMORY = ":memory:"
TAILS = ("", "-wal", "-shm")
"""What the names of the files that belong to one database end with."""


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the journal's file, or one in memory, and check it; raises ``sqlite3.DatabaseError``."""
    db = sqlite3.connect(path or IN_MEMORY, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if answer != "ok":
            raise sqlite3.DatabaseError(answer)
        db.executescript(SCHEMA)
    except BaseException:
        db.close()
        raise
    return db


def open_or_begin_anew(path: Path) -> tuple[sqlite3.Connection, str]:
    """Open the journal at ``path``; where it is damaged, save what can be read into a fresh one.

    Returns the open file and a sentence for the people at the table, empty when all is well.  The
    damaged file is kept beside the new one.
    """
    try:
        return connect(path), ""
    except sqlite3.OperationalError as error:
        raise JournalError(_cannot(path, error), path=path) from error
    except sqlite3.DatabaseError:
        kept = set_aside(path)
    fresh = connect(path)
    saved, lost = salvage(kept, fresh)
    return fresh, (
        f"The journal was damaged: {saved} events could be read and were taken over"
        f"{', the rest is lost' if lost else ''}; the damaged file is kept as {kept.name}."
    )


def set_aside(path: Path) -> Path:
    """Rename a damaged journal, its log with it, and return its new name."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for tail in TAILS:
        file = path.with_name(path.name + tail)
        if file.exists():
            file.rename(kept.with_name(kept.name + tail))
    return kept


def salvage(damaged: Path, fresh: sqlite3.Connection) -> tuple[int, bool]:
    """Copy what can still be read into a fresh journal; return how many events, and if any is lost.

    Events are read from the first on: a sitting is the fold of its events, so that what follows an
    unreadable one would mean something else.
    """
    old = sqlite3.connect(damaged, isolation_level=None)
    lost = False
    try:
        for table, columns in (
            ("sitting", "id, uid, at, seating"),
            ("event", "seq, sitting, at, picture, body"),
            ("aside", "sitting"),
        ):
            lost |= not _copy(old, fresh, table, columns)
    finally:
        old.close()
    (events,) = fresh.execute("SELECT count(*) FROM event").fetchone()
    return int(events), lost


def _copy(old: sqlite3.Connection, fresh: sqlite3.Connection, table: str, columns: str) -> bool:
    """Copy the rows of a table up to the first that cannot be read; tell whether all could be."""
    places = ", ".join("?" * len(columns.split(",")))
    fresh.execute("BEGIN IMMEDIATE")
    try:
        for row in old.execute(f"SELECT {columns} FROM {table} ORDER BY 1"):
            fresh.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", row)
    except sqlite3.Error:
        return False
    finally:
        fresh.execute("COMMIT")
    return True


def _cannot(path: Path, error: sqlite3.Error) -> str:
    return (
        f"the journal {path.name} cannot be opened ({error}); "
        "make its folder writable, or name another with --state"
    )

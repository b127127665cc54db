"""The journal's file: its tables, how it is opened, and what is done when it is damaged.

``synchronous=FULL`` with a write-ahead log costs a fifth of a millisecond per event and survives a
pulled plug; a game writes a few events a minute.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from companion.errors import JournalError
from companion.journal.salvage import Rows, merged, read, write
from companion.sentence import Sentence

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
        check(db)
        db.executescript(SCHEMA)
        db.text_factory = lambda raw: raw.decode(errors="replace")
        for table in ("sitting", "event"):
            if "sum" not in {row[1] for row in db.execute(f"PRAGMA table_info({table})")}:
                db.execute(f"ALTER TABLE {table} ADD COLUMN sum TEXT")
    except UnicodeDecodeError as error:  # damage in SQLite's own words for it
        db.close()
        raise sqlite3.DatabaseError(str(error)) from error
    except BaseException:
        db.close()
        raise
    return db


def check(db: sqlite3.Connection) -> None:
    """Raise ``sqlite3.DatabaseError`` where the file is not whole."""
    (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def open_or_mend(path: Path, known: Sequence[Rows] = ()) -> tuple[sqlite3.Connection, str]:
    """Open the journal at ``path``; where it is damaged, save what can be read into a fresh one.

    Returns the open file and a sentence for the people at the table, empty when all is well.  The
    damaged file is kept beside the new one; each event that cannot be read in it is taken from the
    copy that was made when the journal was last known to be whole, or from what is ``known``.
    """
    copy = read(copy_of(path))
    try:
        db = connect(path)
    except sqlite3.OperationalError as error:
        raise _cannot(path, error) from error
    except sqlite3.DatabaseError:
        return _mended(path, copy, known)
    if not gone_wrong(read(path), copy):
        return db, ""
    db.close()
    return _mended(path, copy, known)


def open_as_guest(path: Path | None) -> sqlite3.Connection:
    """Open a journal that another process tends, or one in memory; raises ``JournalError``."""
    try:
        return connect(path)
    except sqlite3.DatabaseError as error:
        raise _cannot(path or Path(IN_MEMORY), error) from error


def gone_wrong(rows: Rows, copy: Rows) -> bool:
    """Tell whether the copy knows better: events that are missing, or of which bytes changed.

    A row of another length is no damage but somebody's doing.
    """
    if copy.events.keys() - rows.events.keys():
        return True
    last: dict[int, str | None] = {}
    for seq, row in sorted(rows.events.items()):
        twin = copy.events.get(seq)
        if not row.follows(last.get(row.sitting)) and twin and row.as_long_as(twin):
            return True
        last[row.sitting] = row.sum
    return any(
        not row.sound and id in copy.sittings and row.as_long_as(copy.sittings[id])
        for id, row in rows.sittings.items()
    )


def _mended(path: Path, copy: Rows, known: Sequence[Rows]) -> tuple[sqlite3.Connection, str]:
    """Begin a fresh journal with what the damaged one, its copy and what is known still tell."""
    kept = set_aside(path)
    damaged = read(kept, at_least=max(copy.events, default=0))
    fresh = connect(path)
    saved = write(fresh, merged((damaged, copy, *known)))
    return fresh, Sentence(
        "The journal was damaged: {count} events could be read and were taken over; "
        "the damaged file is kept as {file}.",
        count=saved,
        file=kept.name,
    )


def copy_of(path: Path) -> Path:
    """Return where the copy of a journal is kept."""
    return path.with_suffix(".copy" + path.suffix)


def back_up(db: sqlite3.Connection, path: Path) -> None:
    """Make the copy of a journal: under another name first, checked, synced, then renamed.

    Raises ``sqlite3.DatabaseError`` where the journal is not whole any more; the copy stays then.
    """
    unfinished = path.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    write_copy(db, unfinished)
    handle = os.open(unfinished, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    unfinished.replace(copy_of(path))


def write_copy(db: sqlite3.Connection, path: Path) -> None:
    """Write a journal to a new file; raises ``sqlite3.DatabaseError`` where it is not whole."""
    target = sqlite3.connect(path, isolation_level=None)
    try:
        db.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
        check(target)
    finally:
        target.close()


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


def _cannot(path: Path, error: sqlite3.Error) -> JournalError:
    return JournalError(
        f"the journal {path.name} cannot be opened ({error}); "
        "make its folder writable, or name another as service.state_dir; "
        "a companion that starts alone mends a damaged one",
        path=path,
    )

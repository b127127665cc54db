"""One SQLite file and its copy: opened, checked, copied, put aside.

``synchronous=FULL`` with a write-ahead log costs a fifth of a millisecond per event and survives a
pulled plug; a game writes a few events a minute.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

BUSY_MS = 5000
IN_MEMORY = ":memory:"
DAMAGED_HEADER = "unsupported file format"
"""What SQLite says, as of something that cannot be done, where a byte of the header has changed."""

TAILS = ("", "-wal", "-shm")
"""What the names of the files that belong to one database end with."""

BUSY = "SQLITE_BUSY"
"""What SQLite's names begin with for a file that another has for itself."""

FAILED = "SQLITE_IOERR"
"""What its names begin with for what a disk does not do: one that fails, or is full to a quota."""

NO_ROOM = "SQLITE_IOERR_SHMSIZE"
"""SQLite's name for an index of its log that does not fit on the disk: a "disk I/O error" in words.
"""


def connect(path: Path | None, schema: str) -> sqlite3.Connection:
    """Open a file, or one in memory, and check it; raises ``sqlite3.DatabaseError``."""
    db = connected(path or Path(IN_MEMORY))
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        check(db)
        db.executescript(schema)
        db.text_factory = lambda raw: raw.decode(errors="replace")
    except UnicodeDecodeError as error:  # damage in SQLite's own words for it
        db.close()
        raise sqlite3.DatabaseError(str(error)) from error
    except sqlite3.OperationalError as error:
        db.close()
        if DAMAGED_HEADER in str(error):
            raise sqlite3.DatabaseError(str(error)) from error
        raise
    except BaseException:
        db.close()
        raise
    return db


def connected(path: Path) -> sqlite3.Connection:
    """Connect to a file; on a disk without room for the index of its log, with that in memory.

    All that is confirmed can be read then, but through no other connection.  Damage is for others
    to find; raises ``sqlite3.OperationalError`` where it is another one that has the file so.
    """
    db = _connection(path)
    if _refused(db) == NO_ROOM:
        db.close()
        db = _connection(path)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        _refused(db)
    return db


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )


def _refused(db: sqlite3.Connection) -> str:
    """Return SQLite's name for what keeps a file from being read; empty for nothing."""
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        name: str = getattr(error, "sqlite_errorname", "")
        if name.startswith(BUSY):
            db.close()
            raise
        return name
    return ""


def is_shut_to_others(db: sqlite3.Connection) -> bool:
    """Tell whether no other connection can read the file."""
    (mode,) = db.execute("PRAGMA locking_mode").fetchone()
    return bool(mode == "exclusive")


def with_sums(db: sqlite3.Connection, *tables: str) -> sqlite3.Connection:
    """Return the file after giving the rows of older companions room for their sums."""
    for table in tables:
        if "sum" not in {row[1] for row in db.execute(f"PRAGMA table_info({table})")}:
            db.execute(f"ALTER TABLE {table} ADD COLUMN sum TEXT")
    return db


def check(db: sqlite3.Connection) -> None:
    """Raise ``sqlite3.DatabaseError`` where the file is not whole."""
    (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def copy_of(path: Path) -> Path:
    """Return where the copy of a file is kept."""
    return path.with_suffix(".copy" + path.suffix)


def back_up(db: sqlite3.Connection, path: Path) -> None:
    """Make the copy of a file: under another name first, checked, synced, then renamed.

    Raises ``sqlite3.DatabaseError`` where the file is not whole any more; the copy stays then.
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
    """Write all there is to a new file; raises ``sqlite3.DatabaseError`` where it is not whole.

    Half a copy takes none of the room that the journal needs.
    """
    target = sqlite3.connect(path, isolation_level=None)
    try:
        db.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
        check(target)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        target.close()


def set_aside(path: Path) -> Path:
    """Rename a damaged file, its log with it, and return its new name."""
    kept = free_name(path, "damaged")
    for tail in TAILS:
        file = path.with_name(path.name + tail)
        if file.exists():
            file.rename(kept.with_name(kept.name + tail))
    return kept


def free_name(path: Path, why: str) -> Path:
    """Return a name beside a file that is not taken yet, with a word for why it is there."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")).exists():
        number += 1
    return kept

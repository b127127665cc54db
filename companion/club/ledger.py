"""The hub's own journal: facts that are only ever added, on the disk before anybody sees them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from companion.club.facts import Fact, from_json, to_json
from companion.errors import JournalError
from companion.fields import FieldError, parse
from companion.sentence import Sentence

FILE = "club.db"

SCHEMA = """
CREATE TABLE IF NOT EXISTS fact (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE TRIGGER IF NOT EXISTS facts_stay BEFORE UPDATE ON fact
    BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS facts_are_kept BEFORE DELETE ON fact
    BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
"""


class Ledger:
    """All facts, in the order they were written.  Safe to use from several threads."""

    def __init__(self, folder: Path | None) -> None:
        """Open the ledger in ``folder``, which is made where it is missing; None: in memory.

        Raises ``JournalError`` where it cannot be used.
        """
        self._lock = RLock()
        self._path = folder / FILE if folder else Path(":memory:")
        try:
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise self._cannot(error) from error

    def append(self, facts: Sequence[Fact]) -> None:
        """Write facts, all of them or none; when this returns, they are on the disk."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(at, json.dumps(to_json(fact), ensure_ascii=False)) for fact in facts]
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT INTO fact (at, body) VALUES (?, ?)", rows)
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                if self._db.in_transaction:
                    self._db.rollback()
                raise self._cannot(error) from error

    def facts(self) -> tuple[Fact, ...]:
        """Return every fact; raises ``JournalError`` where one cannot be read."""
        with self._lock:
            try:
                rows = self._db.execute("SELECT body FROM fact ORDER BY seq").fetchall()
                return tuple(from_json(parse(body)) for (body,) in rows)
            except (sqlite3.Error, FieldError) as error:
                raise self._cannot(error) from error

    def close(self) -> None:
        """Give the file free."""
        with self._lock:
            self._db.close()

    def _cannot(self, error: Exception) -> JournalError:
        return JournalError(
            Sentence(
                "the hub's journal {file} cannot be used ({error}); see to its disk and its rights",
                file=self._path.name,
                error=str(error),
            ),
            path=self._path,
        )

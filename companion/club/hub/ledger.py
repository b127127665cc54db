"""The hub's own journal: facts that are only ever added, on the disk before anybody sees them.

It is copied as soon as people see what was written, and mended as a table's journal is; as facts
stand for themselves, what follows one that cannot be read any more is kept all the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion.club.fact_rows import SCHEMA, FactRow, Rows, gone_wrong, merged, read, told, write
from companion.club.facts import Fact, from_json, to_json
from companion.errors import JournalError
from companion.fields import FieldError, parse
from companion.journal.journal import make_folder
from companion.journal.rescue import sqlite_file, sums
from companion.journal.rescue.repair import KeptFile, Kind
from companion.sentence import Sentence

FILE = "club.db"


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the ledger's file, or one in memory, and check it; raises ``sqlite3.DatabaseError``."""
    return sqlite_file.with_sums(sqlite_file.connect(path, SCHEMA), "fact")


LEDGER = Kind(connect, Rows, read, gone_wrong, merged, write, told)


class Ledger:
    """All facts, in the order they were written.  Safe to use from several threads."""

    def __init__(self, folder: Path | None) -> None:
        """Open the ledger in ``folder``, which is made where it is missing; None: in memory.

        Who opens it must be alone with the folder.  Raises ``JournalError`` where it cannot be
        used.
        """
        if folder is not None:
            make_folder(folder)
        self._file = KeptFile(LEDGER, folder / FILE if folder else None)

    @property
    def notice(self) -> str:
        """A sentence about what was found wrong; empty when all is well."""
        return self._file.notice

    def append(self, facts: Sequence[Fact]) -> None:
        """Write facts, all of them or none; when this returns, they are on the disk."""
        if not facts:
            return
        at = datetime.now(UTC).isoformat(timespec="seconds")
        with self._file.writing() as db:
            rows = [_insert(db, at, json.dumps(to_json(one), ensure_ascii=False)) for one in facts]
        self._file.since.facts |= {row.seq: row for row in rows}

    def back_up(self) -> None:
        """Copy what is new, if anything is; a copy that cannot be made is only logged."""
        if self._file.since.facts:
            self._file.back_up()

    def facts(self) -> tuple[Fact, ...]:
        """Return every fact; raises ``JournalError`` where one cannot be read."""
        with self._file.reading() as db:
            rows = [FactRow(*row) for row in db.execute(f"SELECT {COLUMNS} FROM fact ORDER BY seq")]
        return tuple(_fact(row) for row in rows)

    def close(self) -> None:
        """Give the file free."""
        self._file.close()


COLUMNS = ", ".join(FactRow._fields)


def _insert(db: sqlite3.Connection, at: str, body: str) -> FactRow:
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM fact").fetchone()
    row = FactRow(last + 1, at, body, sums.of_fact(last + 1, at, body))
    db.execute("INSERT INTO fact (seq, at, body, sum) VALUES (?, ?, ?, ?)", row)
    return row


def _fact(row: FactRow) -> Fact:
    try:
        return from_json(parse(row.body))
    except FieldError as error:
        raise JournalError(
            Sentence(
                "entry {number} of the hub's journal cannot be read ({error}); it was "
                "written by a newer companion, so update this one",
                number=row.seq,
                error=str(error),
            )
        ) from error

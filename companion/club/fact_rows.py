"""The rows of the hub's journal: how they lie on the disk, and how they are told from damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from companion.journal.rescue import salvage, sums
from companion.sentence import Sentence

SCHEMA = """
CREATE TABLE IF NOT EXISTS fact (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    sum TEXT
) STRICT;
CREATE TRIGGER IF NOT EXISTS facts_stay BEFORE UPDATE ON fact
    BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS facts_are_kept BEFORE DELETE ON fact
    BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
"""


class FactRow(NamedTuple):
    """A row of the table ``fact``; those of older hubs have no sum, and are believed."""

    seq: int
    at: str
    body: str
    sum: str | None

    @property
    def sound(self) -> bool:
        """Whether the row is as it was written."""
        if self.sum is None:
            return salvage.is_json(self.body) and salvage.are_texts(self.at)
        return self.sum == sums.of_fact(self.seq, self.at, self.body)


@dataclass
class Rows:
    """What one source tells, by number."""

    facts: dict[int, FactRow] = field(default_factory=dict)


def read(path: Path, copy: Rows) -> Rows:
    """Return what a file still tells; the facts of its copy are looked for in any case."""
    with salvage.opened(path) as db:
        if db is None:
            return Rows()
        found = salvage.table(db, "fact", "seq", "seq, at, body", max(copy.facts, default=0))
        return Rows({row[0]: FactRow(*row) for row in found})


def gone_wrong(rows: Rows, copy: Rows) -> bool:
    """Tell whether facts are missing that the copy has, or not as they were written."""
    missing = copy.facts.keys() - rows.facts.keys()
    return bool(missing) or not all(
        row.sound and not salvage.lost_its_sum(row, copy.facts.get(seq))
        for seq, row in rows.facts.items()
    )


def merged(sources: Sequence[Rows]) -> Rows:
    """Return what the sources tell together: of each fact the first telling that is sound.

    One that its sum proves to be so goes before one that is only believed.
    """
    best = Rows()
    for seq in sorted({seq for source in sources for seq in source.facts}):
        told = (source.facts[seq] for source in sources if seq in source.facts)
        if sound := next((row for row in salvage.proved_first(told) if row.sound), None):
            best.facts[seq] = sound
    return best


def write(fresh: sqlite3.Connection, rows: Rows) -> None:
    """Write rows into a fresh ledger under the numbers they had."""
    fresh.execute("BEGIN IMMEDIATE")
    fresh.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", rows.facts.values())
    fresh.execute("COMMIT")


def told(saved: Rows, file: str) -> Sentence:
    """Say what was saved of a damaged ledger, and how much is missing between what was saved."""
    return Sentence(
        "The hub's journal was damaged: {count} entries were taken over, {gone} could not be "
        "read; the damaged file is kept as {file}.",
        count=len(saved.facts),
        gone=max(saved.facts, default=0) - len(saved.facts),
        file=file,
    )

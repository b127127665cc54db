"""What can be saved of a damaged journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = tuple[Any, ...]


@dataclass
class Saved:
    """One sitting as far as it could be read: its row, whether it was put aside, its events."""

    row: Row
    aside: bool = False
    events: list[Row] = field(default_factory=list)


def salvage(fresh: sqlite3.Connection, *sources: Path) -> int:
    """Write what the sources still tell into a fresh journal; return how many events.

    Of every sitting the source that tells most of it counts.  Events are taken from the first on:
    a sitting is the fold of its events, so what follows an unreadable one would mean something
    else.
    """
    best: dict[str, Saved] = {}
    for source in sources:
        for uid, saved in read(source).items():
            if uid not in best or len(saved.events) > len(best[uid].events):
                best[uid] = saved
    fresh.execute("BEGIN IMMEDIATE")
    for uid, saved in best.items():
        _write(fresh, uid, saved)
    fresh.execute("COMMIT")
    return sum(len(saved.events) for saved in best.values())


def read(source: Path) -> dict[str, Saved]:
    """Return the sittings of a file by their names, as far as they can be read."""
    if not source.exists():
        return {}
    db = sqlite3.connect(source, isolation_level=None)
    try:
        found = {row[0]: Saved(row[1:4]) for row in _rows(db, "id, uid, at, seating", "sitting")}
        for sitting, saved in found.items():
            saved.events = list(_rows(db, "at, picture, body", "event", f"sitting = {sitting}"))
        for (sitting,) in _rows(db, "sitting", "aside"):
            if sitting in found:
                found[sitting].aside = True
    finally:
        db.close()
    return {saved.row[0]: saved for saved in found.values() if saved.events}


def _rows(db: sqlite3.Connection, columns: str, table: str, where: str = "1") -> Iterator[Row]:
    """Yield rows up to the first that cannot be read."""
    try:
        yield from db.execute(f"SELECT {columns} FROM {table} WHERE {where} ORDER BY rowid")
    except sqlite3.Error:
        return


def _write(fresh: sqlite3.Connection, uid: str, saved: Saved) -> None:
    """Write one sitting; a row that is no longer what it should be ends it."""
    try:
        cursor = fresh.execute("INSERT INTO sitting (uid, at, seating) VALUES (?, ?, ?)", saved.row)
        number = cursor.lastrowid
        for event in saved.events:
            fresh.execute(
                "INSERT INTO event (sitting, at, picture, body) VALUES (?, ?, ?, ?)",
                (number, *event),
            )
        if saved.aside:
            fresh.execute("INSERT INTO aside (sitting) VALUES (?)", (number,))
    except sqlite3.IntegrityError:
        return

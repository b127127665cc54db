"""A sitting deleted for good: its events, its pictures, and what the copy has of it.

Everything else in the journal is only ever added to.  What people downloaded, and damaged files
that were put aside, are theirs and stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from companion.journal.database import OPEN, pictures_beside
from companion.journal.rescue.repair import KeptFile
from companion.journal.rescue.salvage import Rows

OF_SITTING = ("told/{}", "coach/{}", "sent/{}", "boards/{}", "empty/{}", "last/{}")
"""What is kept beside a sitting, by its number."""

NOT_OPEN = """
DELETE FROM draft
WHERE name = ? AND body = (SELECT json_quote(uid) FROM sitting WHERE id = ?)
"""

GUARD = "events_are_kept"
"""The trigger that lets nobody delete an event."""


def forget(file: KeptFile[Rows], sitting: int) -> tuple[str, ...]:
    """Delete a sitting; return the hashes of pictures that no other sitting has.

    The copy goes first: it would put back what is missing, and on a full disk it leaves the room
    that deleting needs.  So whenever the power is cut, the sitting is there whole or not at all.
    """
    file.drop_copy()
    with file.writing() as db:
        alone = _pictures_of(db, sitting)
        _without_guard(db, lambda: db.execute("DELETE FROM event WHERE sitting = ?", (sitting,)))
        db.execute("DELETE FROM aside WHERE sitting = ?", (sitting,))
        for name in OF_SITTING:
            db.execute("DELETE FROM draft WHERE name = ?", (name.format(sitting),))
        db.execute(NOT_OPEN, (OPEN, sitting))
        db.execute("DELETE FROM sitting WHERE id = ?", (sitting,))
        events = file.since.events
        file.since.events = {seq: row for seq, row in events.items() if row.sitting != sitting}
    return alone


def _pictures_of(db: sqlite3.Connection, sitting: int) -> tuple[str, ...]:
    rows = db.execute(
        "SELECT DISTINCT picture, sitting = ? FROM event WHERE picture IS NOT NULL", (sitting,)
    ).fetchall()
    theirs = {picture for picture, own in rows if not own}
    own = {picture for picture, own in rows if own} | {*pictures_beside(db, sitting)}
    return tuple(own - theirs)


def _without_guard(db: sqlite3.Connection, what: Callable[[], object]) -> None:
    """Do something that the guard forbids; it stands again when this returns."""
    (made,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (GUARD,)).fetchone()
    db.execute(f"DROP TRIGGER {GUARD}")
    what()
    db.execute(made)

"""The journal itself: sittings, and events that are only ever added."""

from __future__ import annotations

import json
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.errors import JournalError
from companion.events import Confirmed, Event, Opened
from companion.games.base import Checkpoint
from companion.journal import json_forms
from companion.journal.database import JOURNAL, OPEN, keep_draft, pictures_beside
from companion.journal.deletion import forget
from companion.journal.kept_values import Kept, Recorded, Seating, Unreadable, with_or_without
from companion.journal.picture_store import UNFINISHED, PictureStore
from companion.journal.rescue import sums
from companion.journal.rescue.repair import KeptFile
from companion.journal.rescue.salvage import EventRow, SittingRow
from companion.journal.rescue.sqlite_file import write_copy
from companion.sentence import Sentence

FILE = "journal.db"
PICTURES = "pictures"
RESTORING = "restoring-"
"""What the names of folders beside it begin with, in which backups are unpacked."""

ROOM = 20_000_000
"""Bytes that must be free before a disk that was full counts as having room again."""

ROUNDS = (Checkpoint.SETUP, Checkpoint.OPENING, Checkpoint.TILED, Checkpoint.PASSED)
"""After these the journal is copied: nothing of a round that was confirmed can be lost then."""

LEFT_OUT = "left out"
"""Under which the journal notes the evenings that count for no record and no average."""

NEW_GAME = "new-game"
"""The draft of the page for a new game: names and values of its fields."""

Line = tuple[str, Event, str | None]
"""One event as it comes from elsewhere: its time, the event, its picture's hash."""


def coach_of(sitting: int) -> str:
    """Return under which name the drafts have the seats that want the coach in a sitting."""
    return f"coach/{sitting}"


class Journal:
    """All sittings of this table.  Safe to use from several threads."""

    def __init__(
        self, folder: Path | None, *, picture_limit: int | None = None, alone: bool = True
    ) -> None:
        """Open the journal in ``folder``, which is made where it is missing; None: in memory.

        Only who is ``alone`` with the folder mends the file and copies it.  Raises ``JournalError``
        with what to do when the folder cannot be used.
        """
        self._path = folder / FILE if folder else None
        if folder is not None:
            make_folder(folder)
        if folder is not None and alone:
            _clear(folder)
        self._file = KeptFile(JOURNAL, self._path, alone=alone)
        self.pictures = PictureStore(folder / PICTURES if folder else None, picture_limit)

    @property
    def notice(self) -> str:
        """A sentence about what was found wrong; empty when all is well."""
        return self._file.notice

    def close(self) -> None:
        """Copy what is new, and give the file free."""
        self._file.close()
        self.pictures.close()

    def back_up(self) -> None:
        """Copy the journal, in case it is damaged later; after every round, and in the end."""
        self._file.back_up()

    def copy_to(self, path: Path) -> None:
        """Write a whole and checked copy of the journal, without pictures, to another file."""
        with self._file.reading() as db:
            write_copy(db, path)

    def begin(self, seating: Seating) -> int:
        """Open a sitting, which people play from now on, and return its number."""
        opened = (now(), Opened(seating.setup), None)
        return self.take_over(uuid.uuid4().hex, seating, [opened], played=True)

    def take_over(
        self, uid: str, seating: Seating, events: Sequence[Line], *, played: bool = False
    ) -> int:
        """Write a whole sitting at once and return its number.

        With ``played`` people play it from now on, and what they typed for a new game has come of
        it, if they chose it; otherwise what they type here stays.
        """
        beside = json.dumps(json_forms.seating_json(seating), ensure_ascii=False)
        with self._file.writing() as db:
            row = _insert_sitting(db, uid, events[0][0], beside)
            if played:
                keep_draft(db, OPEN, uid)
            if played and seating.chosen:
                keep_draft(db, NEW_GAME, None)
            for at, event, picture in events:
                _insert(db, row.id, at, event, picture)
        self.back_up()
        return row.id

    def keep_draft(self, name: str, value: Any) -> None:
        """Keep what people have typed but not yet done; None forgets it."""
        with self._file.writing() as db:
            keep_draft(db, name, value)

    def draft(self, name: str) -> Any:
        """Return what people have typed but not yet done, as JSON values; None for nothing."""
        with self._file.reading() as db:
            row = db.execute("SELECT body FROM draft WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def change_draft(self, name: str, how: Callable[[Any], Any]) -> None:
        """Keep ``how`` of a draft, in one go: of two who change it at once both have their way."""
        with self._file.writing() as db:
            keep_draft(db, name, how(self.draft(name)))

    def leave_out(self, sitting: int, on: bool) -> None:
        """Let a sitting count for no record and no average, or let it count again."""
        uid = self.sitting(sitting).uid
        self.change_draft(LEFT_OUT, lambda kept: with_or_without(kept or (), uid, on))

    def left_out(self) -> tuple[str, ...]:
        """Return the uids of the sittings that count for no record and no average."""
        return tuple(map(str, self.draft(LEFT_OUT) or ()))

    def forget(self, sitting: int) -> None:
        """Delete a sitting for good: its events, its pictures, and what the copy has of it.

        Raises ``JournalError`` when there is none with this number.
        """
        uid = next((one.uid for one in self.all() if one.id == sitting), None)
        if uid is None:
            self.sitting(sitting)
        self.pictures.forget(forget(self._file, sitting))
        if uid in self.left_out():
            self.change_draft(LEFT_OUT, lambda kept: with_or_without(kept or (), uid, False))
        self._file.overwrite_deleted()
        self._file.back_up()

    def restore(self, journal: Path, pictures: Iterable[Path]) -> Path:
        """Let a whole journal and its pictures take this one's place; return where this one is.

        Raises ``JournalError`` where this journal has no folder.
        """
        if self._path is None:
            raise JournalError(
                "this companion keeps nothing beyond its end; start it with a state folder first"
            )
        for path in pictures:
            self.pictures.add(path.read_bytes())
        return self._file.replace_with(journal)

    @property
    def folder(self) -> Path | None:
        """Where everything is kept; None: in memory."""
        return self._path and self._path.parent

    def append(self, sitting: int, *events: Event, picture: str | None = None) -> None:
        """Write events that belong together; when this returns, they are on the disk.

        Raises ``JournalError``, with none of them written, when they cannot be.
        """
        with self._file.writing() as db:
            rows = [_insert(db, sitting, now(), event, picture) for event in events]
        self._file.since.events.update((row.seq, row) for row in rows)
        if any(isinstance(one, Confirmed) and one.moment.checkpoint in ROUNDS for one in events):
            self.back_up()

    def put_aside(self, sitting: int) -> None:
        """Note that people have left this sitting for another; it can be taken up again."""
        with self._file.writing() as db:
            db.execute("INSERT OR IGNORE INTO aside (sitting) VALUES (?)", (sitting,))

    def take_up(self, sitting: int) -> None:
        """Note that people go on with this sitting.

        Nothing is written where that is noted already: after a restart the disk may be full.
        """
        kept = self.sitting(sitting)
        if not kept.aside and self.draft(OPEN) == kept.uid:
            return
        with self._file.writing() as db:
            db.execute("DELETE FROM aside WHERE sitting = ?", (sitting,))
            keep_draft(db, OPEN, kept.uid)

    def last_played(self) -> Kept | Unreadable | None:
        """Return the sitting that people played last; None where all were put aside.

        Of a journal that does not note it, it is the one that was begun last.
        """
        sittings = self.all()
        uid = self.draft(OPEN)
        for one in sittings:
            if one.uid == uid:
                return one
        last = sittings[-1] if sittings else None
        return None if isinstance(last, Kept) and last.aside else last

    def recorded(self, sitting: int) -> tuple[Recorded, ...]:
        """Return the events of a sitting in the order they were written."""
        with self._file.reading() as db:
            found = db.execute(
                f"SELECT {', '.join(EventRow._fields)} FROM event WHERE sitting = ? ORDER BY seq",
                (sitting,),
            )
            rows = [EventRow(*row) for row in found]
        for row, before in zip(rows, (None, *(row.sum for row in rows)), strict=False):
            if not row.follows(before):
                raise _unlike(row.seq)
        return tuple(Recorded(r.seq, r.at, _event(r.seq, r.body), r.picture) for r in rows)

    def all(self) -> tuple[Kept | Unreadable, ...]:
        """Return every sitting, oldest first, those too that do not say what was set up."""
        with self._file.reading() as db:
            rows = db.execute(ALL).fetchall()
        return tuple(_kept_or_not(row) for row in rows if row[5] is not None)

    def sittings(self) -> tuple[Kept, ...]:
        """Return every sitting that can be read, oldest first."""
        return tuple(one for one in self.all() if isinstance(one, Kept))

    def sitting(self, number: int) -> Kept:
        """Return one sitting; ``JournalError`` when there is none with this number."""
        found = next((one for one in self.all() if one.id == number), None)
        if isinstance(found, Unreadable):
            raise _sealed(found.reason)
        if found is not None:
            return found
        raise JournalError(
            Sentence(
                "there is no sitting {number} in the journal; the history lists those there are",
                number=number,
            )
        )

    def has_room(self) -> bool:
        """Tell whether there is room for some more events and pictures."""
        return self._path is None or shutil.disk_usage(self._path.parent).free > ROOM

    def picture_hashes(self) -> tuple[str, ...]:
        """Return the pictures of all events, newest first, and those of boards beside them."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT picture FROM event WHERE picture IS NOT NULL ORDER BY seq DESC"
            ).fetchall()
            return tuple(dict.fromkeys((*(name for (name,) in rows), *pictures_beside(db))))

    def first_picture(self, sitting: int) -> str | None:
        """Return the hash of the first picture of a sitting: that of the empty boards."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT picture FROM event WHERE sitting = ? AND picture IS NOT NULL "
                "ORDER BY seq LIMIT 1",
                (sitting,),
            ).fetchone()
        return str(row[0]) if row else None

    def keep_picture(self, jpeg: bytes, sitting: int) -> str:
        """Put a picture beside the journal, the oldest making room; return its hash."""
        name = self.pictures.add(jpeg)
        with self._file.reading() as db:
            needed = name, self.first_picture(sitting), *pictures_beside(db, sitting)
        self.pictures.prune((*filter(None, needed), *self.picture_hashes()))
        return name


ALL = """
SELECT s.id, s.uid, s.at, s.seating,
    (SELECT count(*) FROM event WHERE sitting = s.id AND body NOT LIKE '{"event":"seated"%'),
    (SELECT body FROM event WHERE sitting = s.id ORDER BY seq LIMIT 1),
    EXISTS (SELECT 1 FROM aside WHERE sitting = s.id),
    (SELECT min(seq) FROM event WHERE sitting = s.id),
    (SELECT body FROM event WHERE sitting = s.id AND body LIKE '{"event":"seated"%'
     ORDER BY seq DESC LIMIT 1)
FROM sitting s ORDER BY s.id
"""


def _sealed(reason: str) -> JournalError:
    return JournalError(reason)


Row = tuple[int, str, str, str, int, str, int, int, str | None]


def _kept_or_not(row: Row) -> Kept | Unreadable:
    try:
        return _kept(row)
    except JournalError as error:
        number, uid, at, *_ = row
        return Unreadable(number, uid, at, str(error))


def _kept(row: Row) -> Kept:
    number, uid, at, beside, events, first, aside, seq, people = row
    opened = _event(seq, first)
    try:
        if not isinstance(opened, Opened):
            raise ValueError("its first event is another one")
        seating = json_forms.seating_from(opened, json.loads(beside))
        if people is not None:
            seating = json_forms.seated(seating, json_forms.parse(people))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise JournalError(
            Sentence(
                "sitting {number} does not say what was set up ({error}); it stays as it is",
                number=number,
                error=str(error),
            )
        ) from error
    return Kept(number, uid, at, seating, events, bool(aside))


def _event(seq: int, body: str) -> Event:
    try:
        return json_forms.parse(body)
    except ValueError as error:
        raise JournalError(
            Sentence(
                "event {number} of the journal cannot be read ({error}); it was damaged, or "
                "written by a newer companion: then update this one",
                number=seq,
                error=str(error),
            )
        ) from error


def _unlike(seq: int) -> JournalError:
    return JournalError(
        Sentence(
            "event {number} of the journal is not as it was written; its sitting stays as it is",
            number=seq,
        )
    )


def _insert_sitting(db: sqlite3.Connection, uid: str, at: str, seating: str) -> SittingRow:
    total = sums.of_sitting(uid, at, seating)
    cursor = db.execute(
        "INSERT INTO sitting (uid, at, seating, sum) VALUES (?, ?, ?, ?)", (uid, at, seating, total)
    )
    return SittingRow(int(cursor.lastrowid or 0), uid, at, seating, total)


def _insert(
    db: sqlite3.Connection, sitting: int, at: str, event: Event, picture: str | None
) -> EventRow:
    body = json_forms.dump(event)
    before = db.execute(
        "SELECT sum FROM event WHERE sitting = ? ORDER BY seq DESC LIMIT 1", (sitting,)
    ).fetchone()
    total = sums.of_event(before[0] if before else None, sitting, at, picture, body)
    cursor = db.execute(
        "INSERT INTO event (sitting, at, picture, body, sum) VALUES (?, ?, ?, ?, ?)",
        (sitting, at, picture, body, total),
    )
    return EventRow(int(cursor.lastrowid or 0), sitting, at, picture, body, total)


def now() -> str:
    """Return the clock's time for people to read; nothing is ordered by it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _clear(folder: Path) -> None:
    """Remove what is left of a restoring, or of a picture, that a power cut ended."""
    for left in folder.glob(f"{RESTORING}*"):
        shutil.rmtree(left, ignore_errors=True)
    for half in (folder / PICTURES).glob(f"*{UNFINISHED}"):
        with suppress(OSError):  # no reason not to begin
            half.unlink()


def make_folder(folder: Path) -> None:
    """Make the journal's folder; raises ``JournalError`` when that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(
            f"the folder {folder} for the journal cannot be made ({error.strerror}); "
            "name another as service.state_dir",
            path=folder,
        ) from error

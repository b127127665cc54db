"""A file that is copied now and then, and mended from its copy when it turns out to be damaged."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Generic, TypeVar

from companion.errors import JournalError
from companion.journal.rescue import sqlite_file
from companion.journal.rescue.salvage import BROKEN
from companion.sentence import Sentence

log = logging.getLogger(__name__)

DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a damaged file raises, of just these classes; their kin mean a full disk and the like."""

FULL = "full"
"""A word in what SQLite says of a disk without room."""

R = TypeVar("R")
"""The rows of a kind of file, as a value that can be told from damage."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[R]):
    """What sets one kind of file apart.

    ``connect`` opens and checks it; ``nothing`` makes no rows; ``read`` has what a file still
    tells, given the rows of its copy; ``gone_wrong`` tells whether a file's rows are worse than its
    copy's; ``merged`` takes the best of several; ``write`` puts rows into a fresh file; ``told``
    says of rows that were saved what happened, and where the damaged file is.
    """

    connect: Callable[[Path | None], sqlite3.Connection]
    nothing: Callable[[], R]
    read: Callable[[Path, R], R]
    gone_wrong: Callable[[R, R], bool]
    merged: Callable[[Sequence[R]], R]
    write: Callable[[sqlite3.Connection, R], object]
    told: Callable[[R, str], Sentence]


class KeptFile(Generic[R]):
    """A file of one kind.  Safe to use from several threads.

    ``notice`` is a sentence about what was found wrong; empty when all is well.  ``since`` has what
    was written after the last copy, for the case that the file is damaged while it is open.
    """

    def __init__(self, kind: Kind[R], path: Path | None, *, alone: bool = True) -> None:
        """Open the file at ``path``; None: in memory.

        Only who is ``alone`` with the file mends and copies it.  Raises ``JournalError`` with what
        to do where it cannot be used.
        """
        self._kind = kind
        self._lock = RLock()
        self._mended = path if alone else None
        self._shut = False
        self.since = kind.nothing()
        self.notice = ""
        if self._mended is not None:
            self.db, self.notice = open_or_mend(kind, self._mended)
        else:
            self.db = open_as_guest(kind, path)
        self.back_up()

    def close(self) -> None:
        """Copy what is new, and give the file free."""
        with self._lock:
            if self.since != self._kind.nothing():
                self.back_up()
            self.db.close()

    def back_up(self) -> None:
        """Copy the file, in case it is damaged later.

        A copy that cannot be made is no reason to stop: it is only logged.
        """
        if self._mended is None:
            return
        with self._lock:
            try:
                sqlite_file.back_up(self.db, self._mended)
                self.since = self._kind.nothing()
            except (OSError, *BROKEN) as error:
                log.warning("the journal could not be copied (%s)", error)

    def drop_copy(self) -> None:
        """Remove the copy, until the next one is made: what is deleted now must not come back.

        Raises ``JournalError`` where it cannot be removed.
        """
        if self._mended is not None:
            with self._lock:
                try:
                    sqlite_file.copy_of(self._mended).unlink(missing_ok=True)
                except OSError as error:
                    raise cannot_write(str(error.strerror)) from error

    def overwrite_deleted(self) -> None:
        """Write the file anew without what was deleted in it, so that nobody finds it there.

        Deleted it is in any case; where there is no room to write anew, the log says so.
        """
        try:
            with self.reading() as db:
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except JournalError as error:
            log.warning("what was deleted is not overwritten: %s", error)

    def replace_with(self, fresh: Path) -> Path:
        """Let a whole file take this one's place; return where this one is kept from now on.

        Only for who is alone with a file.  At every moment there is one of the two.
        """
        assert self._mended is not None, "a file in memory has no place"
        with self._lock:
            kept = sqlite_file.free_name(self._mended, "before")
            with self.reading() as db:
                sqlite_file.write_copy(db, kept)
            self.drop_copy()
            self._shut_file()
            try:
                for tail in sqlite_file.TAILS[1:]:
                    self._mended.with_name(self._mended.name + tail).unlink(missing_ok=True)
                fresh.replace(self._mended)
                self.since = self._kind.nothing()
            finally:
                self._open_again()
        return kept

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read; raises ``JournalError`` where that is not possible."""
        with self._lock:
            self._open_again()
            try:
                yield self.db
            except BROKEN as error:
                self._mend(error)
                if FULL in str(error):  # a copy that was asked for, or the file written anew
                    raise cannot_write(str(error)) from error
                raise JournalError(
                    Sentence("the journal cannot be read ({error}); start again", error=str(error))
                ) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Make one transaction: either all of it is on the disk afterwards, or none."""
        with self._lock:
            self._open_again()
            try:
                self.db.execute("BEGIN IMMEDIATE")
                yield self.db
                self.db.execute("COMMIT")
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self.db.rollback()
                if isinstance(error, BROKEN):
                    self._mend(error)
                    raise cannot_write(str(error)) from error
                raise

    def _mend(self, error: Exception) -> None:
        """Begin a fresh file where this one turns out to be damaged, with all that was written."""
        if type(error) not in DAMAGED or self._mended is None:
            return
        self._shut_file()
        self._open_again()

    def _shut_file(self) -> None:
        self.db.close()
        self._shut = True

    def _open_again(self) -> None:
        """Open the file if it is shut: where there was no room to mend it, there may be by now."""
        if self._shut and self._mended is not None:
            self.db, self.notice = open_or_mend(self._kind, self._mended, (self.since,))
            self._shut = False
            self.back_up()


def open_or_mend(
    kind: Kind[R], path: Path, known: Sequence[R] = ()
) -> tuple[sqlite3.Connection, str]:
    """Open the file at ``path``; where it is damaged, save what can be read into a fresh one.

    Returns the open file and a sentence for people, empty when all is well.  The damaged file is
    kept beside the new one; each row that cannot be read in it is taken from the copy that was made
    when the file was last known to be whole, or from what is ``known``.
    """
    copy = kind.read(sqlite_file.copy_of(path), kind.nothing())
    try:
        db, rows = _with_rows(kind, path, copy)
    except sqlite3.OperationalError as error:
        raise _cannot(path, error) from error
    except sqlite3.DatabaseError:
        return _mended(kind, path, copy, known)
    if not kind.gone_wrong(rows, copy):
        return db, ""
    db.close()
    return _mended(kind, path, copy, known)


def _with_rows(kind: Kind[R], path: Path, copy: R) -> tuple[sqlite3.Connection, R]:
    """Open a file and read its rows: one after the other where only one may have it."""
    db = kind.connect(path)
    if not sqlite_file.is_shut_to_others(db):
        return db, kind.read(path, copy)
    db.close()
    rows = kind.read(path, copy)
    return kind.connect(path), rows


def open_as_guest(kind: Kind[R], path: Path | None) -> sqlite3.Connection:
    """Open a file that another process tends, or one in memory; raises ``JournalError``."""
    try:
        return kind.connect(path)
    except sqlite3.DatabaseError as error:
        raise _cannot(path or Path(sqlite_file.IN_MEMORY), error) from error


def _mended(
    kind: Kind[R], path: Path, copy: R, known: Sequence[R]
) -> tuple[sqlite3.Connection, str]:
    """Begin a fresh file with what the damaged one, its copy and what is known still tell.

    All of that is the copy first: whoever is interrupted, or finds the disk full, begins again.
    """
    saved = kind.merged((kind.read(path, copy), copy, *known))
    try:
        with closing(kind.connect(None)) as whole:
            kind.write(whole, saved)
            sqlite_file.back_up(whole, path)
        kept = sqlite_file.set_aside(path)
        fresh = kind.connect(path)
        kind.write(fresh, saved)
    except (OSError, sqlite3.Error) as error:
        raise _cannot(path, error) from error
    return fresh, kind.told(saved, kept.name)


def cannot_write(why: str) -> JournalError:
    """Return what to say when something could not be written."""
    if FULL in why:
        return JournalError(
            "The disk is full, so nothing more can be confirmed; nothing confirmed is lost. "
            "Make room and try again.",
            full=True,
        )
    return JournalError(
        Sentence(
            "The journal cannot be written ({error}); nothing confirmed is lost. Try again.",
            error=why,
        )
    )


def _cannot(path: Path, error: Exception) -> JournalError:
    name: str = getattr(error, "sqlite_errorname", "")
    full = getattr(error, "errno", None) == errno.ENOSPC
    if full or FULL in str(error) or name == sqlite_file.NO_ROOM:
        return cannot_write(FULL)
    if name.startswith(sqlite_file.BUSY):
        return JournalError(
            f"another companion has the journal {path.name} for itself, as the disk is full; "
            "make room and start that one again, or use its page",
            path=path,
        )
    if name.startswith(sqlite_file.FAILED):
        return JournalError(
            f"the disk does not let the journal {path.name} be opened ({error}); nothing confirmed "
            "is lost; make room on it, see whether it is sound, and start again",
            path=path,
        )
    return JournalError(
        f"the journal {path.name} cannot be opened ({error}); "
        "make its folder writable, or name another as service.state_dir; "
        "a companion that starts alone mends a damaged one",
        path=path,
    )

"""A whole state from the file that "Download everything" gave: checked first, then taken over."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.errors import JournalError
from companion.journal.archive import DOCUMENT
from companion.journal.database import JOURNAL
from companion.journal.journal import FILE, PICTURES
from companion.journal.picture_store import NAME, SUFFIX
from companion.journal.rescue.salvage import read
from companion.journal.zip_damage import DAMAGED
from companion.sentence import Sentence

LARGEST_PICTURE = 64_000_000
LARGEST_JOURNAL = 2_000_000_000
"""Bytes that one file of the archive may unpack to."""

SPARE = 50_000_000
"""Bytes that must be left free beside what is unpacked."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A state that was found whole, unpacked in ``folder`` beside the one that holds."""

    folder: Path
    sittings: int
    pictures: int

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.folder / FILE

    def jpegs(self) -> tuple[Path, ...]:
        """Return the files of its pictures."""
        return tuple(sorted((self.folder / PICTURES).glob(f"*{SUFFIX}")))


def unpacked(archive: Path, folder: Path) -> Backup:
    """Unpack a backup into an empty ``folder`` and check all of it.

    Raises ``JournalError`` with what is wrong; nothing outside ``folder`` is touched.
    """
    try:
        with zipfile.ZipFile(archive) as file:
            members = _members(file, folder)
            for member in members:
                _unpack(file, member, folder)
    except JournalError:  # which is an OSError, and says itself what is wrong
        raise
    except DAMAGED as error:
        raise _no_backup(error) from error
    return Backup(folder, _sittings(folder / FILE), len(members) - 1)


def _members(file: zipfile.ZipFile, folder: Path) -> list[zipfile.ZipInfo]:
    """Return what is in an archive; ``ValueError`` where that is no backup, or finds no room."""
    members = file.infolist()
    names = [one.filename for one in members]
    if DOCUMENT in names and FILE not in names:
        raise JournalError(
            "this file holds one evening, not everything; choose it beside “Take it over”, which "
            "deletes nothing here"
        )
    if names.count(FILE) != 1 or len(set(names)) != len(names):
        raise ValueError(f"it has not one {FILE}")
    for one in members:
        largest = LARGEST_JOURNAL if one.filename == FILE else LARGEST_PICTURE
        if one.filename != FILE and not _is_picture(one.filename):
            raise ValueError(f"{one.filename[:80]} does not belong there")
        if one.file_size > largest:
            raise ValueError(f"{one.filename} is too large")
    if sum(one.file_size for one in members) + SPARE > shutil.disk_usage(folder).free:
        raise ValueError("there is no room for it on the disk")
    return members


def _is_picture(name: str) -> bool:
    path = PurePosixPath(name)
    right = path.parent == PurePosixPath(PICTURES) and path.suffix == SUFFIX
    return right and NAME.fullmatch(path.stem) is not None


def _unpack(file: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> None:
    """Write one file of an archive; a picture must be what its name says."""
    target = folder / member.filename
    target.parent.mkdir(exist_ok=True)
    with file.open(member) as source, target.open("wb") as kept:
        shutil.copyfileobj(source, kept, 1 << 20)
    if member.filename == FILE:
        return
    if hashlib.sha256(target.read_bytes()).hexdigest() != target.stem:
        raise ValueError(f"the picture {target.stem[:8]} is not what was put in")


def _sittings(path: Path) -> int:
    """Return how many sittings a journal has, after looking whether it is whole."""
    try:
        JOURNAL.connect(path).close()
        rows = read(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _no_backup(error) from error
    last: dict[int, str | None] = {}
    for seq, row in sorted(rows.events.items()):
        if not row.follows(last.get(row.sitting)) or row.sitting not in rows.sittings:
            raise _no_backup(ValueError(f"event {seq} is not as it was written"))
        last[row.sitting] = row.sum
    return len(rows.sittings)


def _no_backup(error: Exception) -> JournalError:
    short = str(error)[:200]
    return JournalError(
        Sentence(
            "this file is no whole backup ({error}); nothing was changed, download it again",
            error=short,
        )
    )

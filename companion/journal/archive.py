"""A whole sitting in one file: ``sitting.json`` and its pictures, zipped."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from companion import events, sitting
from companion.errors import JournalError
from companion.events import Opened
from companion.fields import brief, parse
from companion.journal import import_checks, json_forms
from companion.journal.journal import FILE, PICTURES, Journal, Line
from companion.journal.kept_values import Seating, local_day
from companion.journal.picture_store import NAME, SUFFIX
from companion.journal.zip_damage import DAMAGED
from companion.sentence import Sentence
from companion.whole_file import whole_file

FORMAT = 1
DOCUMENT = "sitting.json"
FOLDER = "pictures/"
LARGEST = 64_000_000
"""Bytes one picture of an archive may unpack to."""

LONGEST = 8_000_000
"""Bytes its document may unpack to."""

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can tell."""

_one_at_a_time = Lock()
"""Held while a sitting is taken over: who sends it twice at once is told that it is there."""


def export_sitting(journal: Journal, number: int, path: Path) -> int:
    """Write a sitting to an archive and return how many pictures it has."""
    kept = journal.sitting(number)
    recorded = journal.recorded(number)
    document = {
        "format": FORMAT,
        "uid": kept.uid,
        "seating": json_forms.seating_json(kept.seating),
        "events": [
            {"at": one.at, "picture": one.picture, **events.to_json(one.event)} for one in recorded
        ],
    }
    names = dict.fromkeys(one.picture for one in recorded if one.picture)
    pictures = ((name, jpeg) for name in names if (jpeg := journal.pictures.get(name)))
    try:
        return _write(path, document, pictures)
    except OSError as error:
        raise JournalError(
            Sentence(
                "the archive {file} cannot be written ({error}); choose another place",
                file=path.name or str(path),
                error=error.strerror,
            ),
            path=path,
        ) from error


def _write(path: Path, document: Mapping[str, Any], pictures: Iterable[tuple[str, bytes]]) -> int:
    """Write the archive, of which there is never half; return how many pictures it has.

    One picture after the other: all of an evening's may be more than a Pi's memory.
    """
    count = 0
    with whole_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        archive.writestr(_member(DOCUMENT), text, zipfile.ZIP_DEFLATED)
        for name, jpeg in pictures:
            archive.writestr(_member(f"{FOLDER}{name}{SUFFIX}"), jpeg)
            count += 1
    return count


def _member(name: str) -> zipfile.ZipInfo:
    """Return a file of an archive that is to be; a Pi's clock may stand before zip's first year."""
    member = zipfile.ZipInfo(name, max(time.localtime(time.time())[:6], OLDEST))
    member.external_attr = 0o600 << 16
    return member


def export_everything(journal: Journal, path: Path) -> None:
    """Write the journal and all its pictures to an archive: unpacked, a folder for ``--state``."""
    folder = path.with_suffix("")
    try:
        folder.mkdir()
        journal.copy_to(folder / FILE)
        with zipfile.ZipFile(path, "w", strict_timestamps=False) as archive:
            archive.write(folder / FILE, FILE, zipfile.ZIP_DEFLATED)
            for name in journal.picture_hashes():
                if jpeg := journal.pictures.get(name):
                    archive.writestr(_member(f"{PICTURES}/{name}{SUFFIX}"), jpeg)
    except JournalError:  # which is an OSError, and says itself what is wrong
        raise
    except OSError as error:
        raise JournalError(
            Sentence(
                "the copy cannot be written ({error}); make room on the disk", error=error.strerror
            ),
            path=path,
        ) from error


@dataclass(frozen=True)
class Archive:
    """A sitting's archive that was opened, and its document understood."""

    path: Path
    file: zipfile.ZipFile
    uid: str
    seating: Seating
    lines: tuple[Line, ...]


def import_sitting(journal: Journal, path: Path) -> int:
    """Take a sitting over from an archive and return its number; raises ``JournalError``."""
    with opened_archive(path) as archive:
        return take_over(journal, archive)


@contextmanager
def opened_archive(path: Path) -> Iterator[Archive]:
    """Open an archive and understand its document; raises ``JournalError``."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(zipfile.ZipFile(path))
            _check_one(path, file)
            archive = Archive(path, file, *understood(_unpacked(file, DOCUMENT, LONGEST)))
        except JournalError:  # which is an OSError, and says itself what is wrong
            raise
        except RecursionError as error:
            raise _damaged(path, "it is nested too deeply") from error
        except (*DAMAGED, TypeError, LookupError, AttributeError) as error:
            raise _damaged(path, getattr(error, "strerror", None) or str(error)) from error
        yield archive


def _check_one(path: Path, file: zipfile.ZipFile) -> None:
    """Raise ``JournalError`` for a backup of all sittings."""
    if FILE in file.namelist() and DOCUMENT not in file.namelist():
        raise JournalError(
            Sentence(
                "the file {file} holds everything, not one evening; on the page “Past evenings” "
                "“Restore everything” takes it",
                file=path.name,
            ),
            path=path,
        )


def take_over(journal: Journal, archive: Archive) -> int:
    """Put the sitting of an archive into the journal and return its number there."""
    with _one_at_a_time:
        return _taken_over(journal, archive)


def _taken_over(journal: Journal, archive: Archive) -> int:
    if any(one.uid == archive.uid for one in journal.all()):
        raise JournalError(
            Sentence(
                "the sitting of {file} is in the journal already; nothing was changed",
                file=archive.path.name,
            ),
            path=archive.path,
        )
    for name in dict.fromkeys(name for _, _, name in archive.lines if name):
        _take_picture(journal, archive, name)
    number = journal.take_over(archive.uid, archive.seating, archive.lines)
    journal.put_aside(number)
    return number


def understood(text: bytes) -> tuple[str, Seating, tuple[Line, ...]]:
    """Return a document's uid, seating and events; ``ValueError`` and its kin say what is wrong."""
    document = parse(text).mapping()
    if document["format"] != FORMAT:
        raise ValueError(f"it has format {brief(document['format'])}, and {FORMAT} is known")
    lines = tuple(_line(one) for one in document["events"])
    import_checks.check_events(event for _, event, _ in lines)
    sitting.fold(event for _, event, _ in lines)
    opened = lines[0][1]
    assert isinstance(opened, Opened)
    beside = import_checks.check_seating(document["seating"], opened.setup.players)
    return import_checks.check_uid(document["uid"]), json_forms.seating_from(opened, beside), lines


def _line(data: Mapping[str, Any]) -> Line:
    values = dict(data)
    at, picture = import_checks.check_time(values.pop("at")), values.pop("picture")
    if picture is not None and not NAME.fullmatch(picture):
        raise ValueError("a picture is not named by its hash")
    return at, events.from_json(values), picture


def _take_picture(journal: Journal, archive: Archive, name: str) -> None:
    """Keep a picture of the archive, where it has it, under the hash it really has."""
    member = f"{FOLDER}{name}{SUFFIX}"
    if member not in archive.file.namelist():
        return
    try:
        jpeg = _unpacked(archive.file, member)
    except DAMAGED as error:
        raise _damaged(archive.path, str(error)) from error
    if journal.pictures.add(jpeg) != name:
        raise _damaged(archive.path, f"the picture {name[:8]} is not what was put in")


def _unpacked(archive: zipfile.ZipFile, member: str, most: int = LARGEST) -> bytes:
    if archive.getinfo(member).file_size > most:
        raise ValueError(f"{member} is too large")
    return archive.read(member)


def _damaged(path: Path, why: str) -> JournalError:
    short = why if len(why) <= 200 else f"{why[:197]}..."
    return JournalError(
        Sentence(
            "the file {file} is no archive of a sitting, or damaged ({error}); export it again",
            file=path.name,
            error=short,
        ),
        path=path,
    )


def archive_name(kept_at: str, game: str, number: int) -> str:
    """Return a name for an archive: the day, the game, the sitting's number."""
    return f"{local_day(kept_at)}-{game}-{number}.zip"

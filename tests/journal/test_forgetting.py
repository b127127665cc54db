"""A sitting that is deleted is gone: events, pictures, copy; and nothing brings it back."""

import sqlite3
from pathlib import Path

import pytest
from sittings_to_keep import finished, kept

from companion.errors import JournalError
from companion.journal import Journal, coach_of, deletion, history
from companion.journal.rescue.sqlite_file import copy_of
from companion.service.evening.handlers.phones import under
from companion.service.evening.told_ahead import draft_of


def everything(folder):
    """All bytes of the journal's files."""
    return b"".join(path.read_bytes() for path in folder.glob("journal*"))


def test_a_sitting_is_deleted_with_its_pictures_and_the_copy_of_it(tmp_path):
    journal = Journal(tmp_path)
    first, second = kept(journal), finished(journal, ("Zdzisława", "Ben"), 7)
    name = journal.pictures.add(b"\xff\xd8 of the first alone")
    shared = journal.pictures.add(b"\xff\xd8 of both")
    for sitting, picture in ((first, name), (first, shared), (second, shared)):
        journal.append(sitting, journal.recorded(sitting)[-1].event, picture=picture)
    mine = journal.picture_hashes()
    assert name in mine
    journal.forget(first)
    assert [one.id for one in journal.all()] == [second]
    assert journal.pictures.get(name) is None
    assert journal.pictures.get(shared) == b"\xff\xd8 of both"
    assert len(journal.recorded(second)) > 1, "the other is whole"
    journal.close()
    again = Journal(tmp_path)
    assert [one.id for one in again.all()] == [second], "the copy does not bring it back"
    assert again.notice == ""
    again.close()


def test_no_file_of_the_journal_tells_of_it_any_more(tmp_path):
    journal = Journal(tmp_path)
    silly = finished(journal, ("Brzęczyszczykiewicz", "Ben"), 3)
    assert b"Brz\xc4\x99czyszczykiewicz" in everything(tmp_path)
    journal.leave_out(silly, True)
    uid = journal.sitting(silly).uid
    beside = (draft_of(silly), under(silly), coach_of(silly))
    for name in beside:
        journal.keep_draft(name, {"x": 1})
    journal.forget(silly)
    assert b"Brz\xc4\x99czyszczykiewicz" not in everything(tmp_path)
    assert uid.encode() not in everything(tmp_path)
    assert [journal.draft(name) for name in beside] == [None] * 3
    assert history(journal).evenings == ()
    journal.close()


def test_the_journal_is_still_only_added_to(tmp_path):
    journal = Journal(tmp_path)
    kept(journal)
    journal.forget(finished(journal, ("Ada", "Ben"), 3))
    journal.close()
    for path in (tmp_path / "journal.db", copy_of(tmp_path / "journal.db")):
        db = sqlite3.connect(path)
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute("DELETE FROM event")
        db.close()


def test_a_power_cut_in_the_middle_leaves_it_whole(tmp_path, monkeypatch):
    """The copy is dropped, then the power goes: the sitting is there, and nothing is mended."""
    journal = Journal(tmp_path)
    number = finished(journal, ("Ada", "Ben"), 3)
    monkeypatch.setattr(deletion, "_pictures_of", lambda db, sitting: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        journal.forget(number)
    assert not copy_of(tmp_path / "journal.db").exists()
    journal._file.db.close()
    again = Journal(tmp_path)
    assert again.notice == ""
    assert [one.id for one in again.all()] == [number]
    again.close()


def test_what_was_never_there_is_refused(tmp_path):
    journal = Journal(tmp_path)
    with pytest.raises(JournalError, match="there is no sitting 9"):
        journal.forget(9)
    journal.close()


class Crowded:
    """A connection on a disk that is full as long as these files are there."""

    def __init__(self, db, copy, picture):
        self.db = db
        self.full = {"INSERT": copy, "DELETE": copy, "VACUUM": picture}

    def execute(self, words, *values):
        file = self.full.get(words.split()[0])
        if file is not None and file.exists():
            raise sqlite3.OperationalError("database or disk is full")
        return self.db.execute(words, *values)

    def __getattr__(self, name):
        return getattr(self.db, name)


def test_on_a_full_disk_what_is_deleted_makes_the_room_it_needs(tmp_path):
    journal = Journal(tmp_path)
    number, other = kept(journal), finished(journal, ("Ada", "Ben"), 3)
    picture = tmp_path / "pictures" / f"{journal.picture_hashes()[0]}.jpg"
    assert picture.exists()
    journal._file.db = Crowded(journal._file.db, copy_of(tmp_path / "journal.db"), picture)
    journal.forget(number)
    assert [one.id for one in journal.all()] == [other]
    assert not picture.exists()
    assert b"Ben" in everything(tmp_path)
    assert copy_of(tmp_path / "journal.db").exists()
    journal.close()


def test_where_nothing_can_be_written_anew_it_is_deleted_all_the_same(tmp_path, caplog):
    journal = Journal(tmp_path)
    number = kept(journal)
    hashes = journal.picture_hashes()
    journal._file.db = Crowded(journal._file.db, tmp_path / "none", tmp_path)
    journal.forget(number)
    assert journal.all() == ()
    assert not any(map(journal.pictures.get, hashes))
    assert "is not overwritten" in caplog.text
    journal._file.db = journal._file.db.db
    journal.close()


def test_a_disk_that_became_read_only_keeps_everything_and_says_so(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    number = kept(journal)

    def read_only(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", read_only)
    with pytest.raises(JournalError, match=r"cannot be written .Read-only file system"):
        journal.forget(number)
    assert len(journal.all()) == 1
    monkeypatch.undo()
    journal.close()

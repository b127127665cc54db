"""A backup takes the place of everything; a file that is no whole backup changes nothing."""

import io
import os
import shutil
import sqlite3
import zipfile

import pytest
from sittings_to_keep import finished, kept

from companion.errors import JournalError
from companion.journal import Journal, export_everything, unpacked
from companion.journal.journal import RESTORING


@pytest.fixture
def backup(tmp_path):
    """The backup of a table with two sittings and a picture."""
    journal = Journal(tmp_path / "old")
    kept(journal)
    number = finished(journal, ("Ada", "Ben"), 5)
    name = journal.pictures.add(b"\xff\xd8 a picture")
    journal.append(number, journal.recorded(number)[-1].event, picture=name)
    export_everything(journal, tmp_path / "backup.zip")
    journal.close()
    return tmp_path / "backup.zip"


def fresh(folder):
    folder.mkdir()
    return folder


def test_a_backup_takes_the_place_of_everything_and_the_old_is_put_aside(tmp_path, backup):
    here = Journal(tmp_path / "here")
    finished(here, ("Cid", "Dan"), 9)
    found = unpacked(backup, fresh(tmp_path / "here" / "inside"))
    assert (found.sittings, found.pictures >= 1) == (2, True)
    aside = here.restore(found.journal, found.jpegs())
    assert [one.seating.names for one in here.sittings()][-1] == ("Ada", "Ben")
    assert here.pictures.get(here.recorded(2)[-1].picture) == b"\xff\xd8 a picture"
    here.begin(here.sittings()[0].seating)
    here.close()
    again = Journal(tmp_path / "here")
    assert len(again.sittings()) == 3
    assert again.notice == "", "no copy of the old one mends it"
    again.close()
    shutil.copy(aside, fresh(tmp_path / "there") / "journal.db")
    old = Journal(tmp_path / "there")
    assert [one.seating.names for one in old.sittings()] == [("Cid", "Dan")]
    old.close()


def test_neither_the_copy_nor_the_log_of_the_old_one_spoils_it(tmp_path, backup):
    """The old one has more events than the backup, and somebody else is looking at it."""
    here = Journal(tmp_path / "here")
    for lead in range(4):
        finished(here, ("Cid", "Dan"), lead)
    guest = Journal(tmp_path / "here", alone=False)
    assert len(guest.sittings()) == 4
    here.append(1, here.recorded(1)[-1].event)
    found = unpacked(backup, fresh(tmp_path / "here" / "inside"))
    here.restore(found.journal, found.jpegs())
    assert here.notice == ""
    assert [one.seating.names for one in here.sittings()] == [("Ada", "Ben")] * 2
    guest.close()
    here.close()
    again = Journal(tmp_path / "here")
    assert (again.notice, len(again.sittings())) == ("", 2)
    again.close()


def changed(backup, how):
    """The backup with its files changed."""
    with zipfile.ZipFile(backup) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files = how(files)
    kept_bytes = io.BytesIO()
    with zipfile.ZipFile(kept_bytes, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return kept_bytes.getvalue()


def without_journal(files):
    return {name: content for name, content in files.items() if name != "journal.db"}


def halved(files):
    return files | {"journal.db": files["journal.db"][: len(files["journal.db"]) // 2]}


def other_body(files):
    return files | {"journal.db": files["journal.db"].replace(b"confirmed", b"confirmex", 1)}


def other_picture(files):
    return {n: c + b"!" if n.startswith("pictures/") else c for n, c in files.items()}


def way_out(files):
    return files | {"../devices.json": b"{}"}


@pytest.mark.parametrize(
    "how",
    [without_journal, halved, other_body, other_picture, way_out],
    ids=lambda how: how.__name__,
)
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(tmp_path, backup, how):
    spoiled = tmp_path / "spoiled.zip"
    spoiled.write_bytes(changed(backup, how))
    with pytest.raises(JournalError, match=r"no whole backup .* nothing was changed"):
        unpacked(spoiled, fresh(tmp_path / "inside"))
    assert not (tmp_path / "devices.json").exists()


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + b"\0" * 18, b"x" * 9000])
def test_any_other_file_is_refused(tmp_path, content):
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(JournalError, match="no whole backup"):
        unpacked(tmp_path / "x.zip", fresh(tmp_path / "inside"))


def test_a_companion_that_keeps_nothing_says_so(tmp_path, backup):
    memory = Journal(None)
    found = unpacked(backup, fresh(tmp_path / "inside"))
    with pytest.raises(JournalError, match="keeps nothing"):
        memory.restore(found.journal, found.jpegs())
    memory.close()


def test_a_backup_packed_in_ways_nobody_knows_is_refused(tmp_path, backup):
    packed = backup.read_bytes().replace(
        b"PK\x03\x04\x14\x00\x00\x00\x08", b"PK\x03\x04\x14\x00\x01\x00\x63"
    )
    backup.write_bytes(packed.replace(b"\x14\x00\x00\x00\x08\x00", b"\x14\x00\x01\x00\x63\x00"))
    with pytest.raises(JournalError, match="no whole backup"):
        unpacked(backup, fresh(tmp_path / "inside"))


def test_a_clock_that_stands_in_1970_is_no_reason_to_give_no_backup(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "old")
    kept(journal)
    monkeypatch.setattr("time.time", lambda: 60.0)
    write_copy = journal.copy_to

    def copied_then(path):
        write_copy(path)
        os.utime(path, (60, 60))

    monkeypatch.setattr(journal, "copy_to", copied_then)
    export_everything(journal, tmp_path / "backup.zip")
    monkeypatch.undo()
    assert unpacked(tmp_path / "backup.zip", fresh(tmp_path / "inside")).pictures == 3
    journal.close()


def test_a_picture_that_was_damaged_on_the_disk_does_not_spoil_the_backup(tmp_path):
    """Nobody finds out before the backup is needed; then it must be whole."""
    journal = Journal(tmp_path / "old")
    kept(journal)
    damaged = tmp_path / "old" / "pictures" / f"{journal.picture_hashes()[0]}.jpg"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    export_everything(journal, tmp_path / "backup.zip")
    assert unpacked(tmp_path / "backup.zip", fresh(tmp_path / "inside")).pictures == 2
    journal.close()


def test_what_a_power_cut_left_of_a_restoring_is_cleared_away(tmp_path):
    """A backup may have a gigabyte, and nobody else would ever look for it."""
    left = tmp_path / f"{RESTORING}x1"
    left.mkdir()
    (left / "backup.zip").write_bytes(bytes(10))
    guest = Journal(tmp_path, alone=False)
    assert left.exists(), "who is not alone cannot know"
    guest.close()
    Journal(tmp_path).close()
    assert not left.exists()


def full(*_):
    raise sqlite3.OperationalError("database or disk is full")


def test_a_backup_that_finds_no_room_says_so(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "old")
    kept(journal)
    monkeypatch.setattr("companion.journal.rescue.sqlite_file.check", full)
    with pytest.raises(JournalError, match="disk is full"):
        export_everything(journal, tmp_path / "backup.zip")
    monkeypatch.undo()
    journal.close()


def test_where_the_journal_that_holds_cannot_be_put_aside_it_stays(tmp_path, backup, monkeypatch):
    here = Journal(tmp_path / "here")
    finished(here, ("Cid", "Dan"), 9)
    found = unpacked(backup, fresh(tmp_path / "here" / "inside"))
    monkeypatch.setattr("companion.journal.rescue.sqlite_file.check", full)
    with pytest.raises(JournalError, match="disk is full"):
        here.restore(found.journal, found.jpegs())
    monkeypatch.undo()
    assert [one.seating.names for one in here.sittings()] == [("Cid", "Dan")]
    assert not list((tmp_path / "here").glob("*.before-*")), "half of it takes no room"
    here.close()

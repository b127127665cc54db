"""On a disk without any room, all that was confirmed can still be read and saved elsewhere."""

import resource
import shutil
from contextlib import contextmanager

import pytest
from sittings_to_keep import EVENING, SETUP, kept

from companion.cli import main
from companion.errors import JournalError
from companion.events import Opened
from companion.journal import Journal, import_sitting
from companion.journal.journal import FILE

LITTLE = 16_000
"""Bytes that a file may have: fewer than SQLite keeps beside the journal."""


@contextmanager
def no_room(bytes_a_file=LITTLE):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_a_file, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def switched_off(tmp_path):
    """The folder of a companion that was ended in order."""
    folder = tmp_path / "state"
    journal = Journal(folder)
    kept(journal)
    journal.close()
    return folder


@pytest.fixture
def pulled(tmp_path):
    """The folder of one whose plug was pulled: what was confirmed is in the log alone."""
    journal = Journal(tmp_path / "before")
    kept(journal)
    folder = tmp_path / "state"
    shutil.copytree(tmp_path / "before", folder, ignore=shutil.ignore_patterns("*-shm", "*.copy.*"))
    journal.close()
    assert (folder / f"{FILE}-wal").stat().st_size > (folder / FILE).stat().st_size
    return folder


@pytest.fixture(params=["switched_off", "pulled"])
def folder(request):
    return request.getfixturevalue(request.param)


def test_what_was_confirmed_is_read(folder):
    with no_room():
        journal = Journal(folder)
        assert [one.event for one in journal.recorded(1)] == [Opened(SETUP), *EVENING]
        journal.close()


def test_it_is_all_there_when_there_is_room_again(folder):
    with no_room():
        Journal(folder).close()
    journal = Journal(folder)
    assert (journal.notice, len(journal.recorded(1))) == ("", 1 + len(EVENING))
    journal.close()


def test_it_goes_on_as_soon_as_there_is_room(folder):
    with no_room():
        journal = Journal(folder)
    journal.append(1, EVENING[1])
    journal.close()
    journal = Journal(folder)
    assert (journal.notice, len(journal.recorded(1))) == ("", 2 + len(EVENING))
    journal.close()


def test_an_evening_is_listed_and_saved_to_another_disk(folder, tmp_path, capsys):
    archive = tmp_path / "evening.zip"
    with no_room():
        assert main(["history", "--state", str(folder)]) == 0
        assert "Ada 1, Ben 7" in capsys.readouterr().out
        assert main(["export", "1", "--to", str(archive), "--state", str(folder)]) == 0
    other = Journal(None)
    assert len(other.recorded(import_sitting(other, archive))) == 1 + len(EVENING)
    other.close()


def test_bytes_that_changed_are_noticed_there_too(switched_off):
    """Nothing is put aside then: mending needs room, and begins again when there is some."""
    file = switched_off / FILE
    file.write_bytes(file.read_bytes().replace(b"line/0/0", b"line/0/9"))
    with no_room(), pytest.raises(JournalError):
        Journal(switched_off)
    assert not list(switched_off.glob("*damaged*"))
    journal = Journal(switched_off)
    assert "The journal was damaged" in journal.notice
    assert [one.event for one in journal.recorded(1)] == [Opened(SETUP), *EVENING]
    journal.close()


def test_who_comes_second_is_told_of_the_other(switched_off, monkeypatch):
    monkeypatch.setattr("companion.journal.rescue.sqlite_file.BUSY_MS", 10)
    with no_room():
        journal = Journal(switched_off)
        with pytest.raises(JournalError, match=r"another companion has the journal.*use its page"):
            Journal(switched_off, alone=False)
        journal.close()


def test_a_command_that_finds_no_room_is_not_told_to_press(switched_off, tmp_path, capsys):
    archive = tmp_path / "evening.zip"
    state = ["--state", str(switched_off)]
    assert main(["export", "1", "--to", str(archive), *state]) == 0
    journal = Journal(switched_off)
    journal.forget(1)
    journal.close()
    with no_room():
        assert main(["import", str(archive), *state]) == 2
    said = capsys.readouterr().err
    assert "nothing confirmed is lost" in said
    assert said.endswith("Try again.\n")


def test_a_disk_that_takes_no_journal_is_no_folder_to_be_made_writable(tmp_path):
    """SQLite speaks of a disk I/O error, as of a disk that fails."""
    with no_room(1000), pytest.raises(JournalError, match="make room on it") as refused:
        Journal(tmp_path / "new")
    assert "writable" not in str(refused.value)

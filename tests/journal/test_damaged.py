"""A journal damaged in mid-game, in every way a card can fail: what was confirmed comes back."""

import errno
import random
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
from sittings_to_keep import SEATING, finished, kept

from companion.club.fact_rows import FactRow
from companion.errors import JournalError
from companion.events import Confirmed, Opened, Undone
from companion.games.base import Checkpoint, Moment
from companion.journal import Journal
from companion.journal.database import JOURNAL
from companion.journal.journal import FILE
from companion.journal.rescue import salvage, sums
from companion.journal.rescue.salvage import FARTHEST, EventRow, SittingRow, read
from companion.journal.rescue.sqlite_file import copy_of

TURN = Confirmed(Moment(Checkpoint.TURN, 2, 0), ({"wall/0/2": "red", "line/1/0": "blue"}, {}))


def mid_game(folder):
    """A journal as the plug was pulled in round 2; return its events up to the last round."""
    journal = Journal(folder / "whole")
    finished(journal, ("Cleo", "Dan"), 3)
    number = kept(journal)
    confirmed = [one for one in journal.recorded(number) if not hasattr(one.event, "score")]
    journal.append(number, TURN)
    journal._file.db.close()  # no clean stop: what follows the last round is in the file alone
    return number, [(one.seq, one.event, one.picture) for one in confirmed]


def truncated(bytes_, chance):
    return bytes_[: chance.randrange(len(bytes_))]


def with_random_bytes(bytes_, chance):
    damaged = bytearray(bytes_)
    for _ in range(200):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def with_a_random_stretch(bytes_, chance):
    at = chance.randrange(len(bytes_))
    return bytes_[:at] + chance.randbytes(200) + bytes_[at + 200 :]


def with_one_odd_byte(bytes_, chance):
    at = chance.randrange(len(bytes_))
    return bytes_[:at] + chance.randbytes(1) + bytes_[at + 1 :]


def with_a_zeroed_page(bytes_, chance):
    at = 4096 * chance.randrange(max(1, len(bytes_) // 4096))
    return bytes_[:at] + bytes(4096) + bytes_[at + 4096 :]


def without_its_sums(bytes_, chance):
    """The column of the sums has lost its name, and texts some of their bytes."""
    return with_random_bytes(bytes_.replace(b"sum TEXT", b"sun TEXT"), chance)


DAMAGES = (truncated, with_random_bytes, with_a_random_stretch, with_one_odd_byte,
           with_a_zeroed_page, without_its_sums)  # fmt: skip


def comes_back(folder, damage, chance):
    """Damage the file of a game; what was confirmed is there, and the page says what happened."""
    number, confirmed = folder.number, folder.confirmed
    shutil.rmtree(folder.path / "state", ignore_errors=True)
    shutil.copytree(folder.path / "whole", folder.path / "state")
    file = folder.path / "state" / FILE
    whole = file.read_bytes()
    file.write_bytes(damage(whole, chance))
    changed = file.read_bytes() != whole
    journal = Journal(folder.path / "state")
    found = [(one.seq, one.event, one.picture) for one in journal.recorded(number)]
    assert found[: len(confirmed)] == confirmed
    assert all(one in (TURN, *found) for one in found[len(confirmed) :])
    assert journal.sitting(number).seating == SEATING
    told = journal.notice
    journal.append(number, Undone())
    journal.close()
    again = Journal(folder.path / "state")
    assert again.notice == ""
    assert again.recorded(number)[-1].event == Undone()
    again.close()
    return changed and "damaged" in told


class Folder:
    def __init__(self, path):
        self.path = path
        self.number, self.confirmed = mid_game(path)


@pytest.mark.parametrize("times", [4, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_everything_up_to_the_last_round_comes_back(tmp_path, damage, times):
    chance, folder = random.Random(damage.__name__), Folder(tmp_path)
    said = [comes_back(folder, damage, chance) for _ in range(times)]
    assert damage in (with_one_odd_byte, with_a_random_stretch) or sum(said) > times / 2


@pytest.mark.long
def test_it_comes_back_two_hundred_times(tmp_path):
    chance, folder = random.Random(2), Folder(tmp_path)
    for count in range(200):
        comes_back(folder, DAMAGES[count % len(DAMAGES)], chance)


def test_bytes_that_damage_made_of_a_text_are_not_what_was_written():
    """One bit of a row's header tells a text from a blob."""
    event = EventRow(1, 1, "now", None, "{}", sums.of_event(None, 1, "now", None, "{}"))
    sitting = SittingRow(1, "u", "now", "{}", sums.of_sitting("u", "now", "{}"))
    fact = FactRow(1, "now", "{}", sums.of_fact(1, "now", "{}"))
    assert event.follows(None)
    assert sitting.sound
    assert fact.sound
    assert not event._replace(body=b"{}").follows(None)
    assert not sitting._replace(uid=b"u").sound
    assert not fact._replace(at=b"now").sound
    assert not fact._replace(body=b"{}", sum=None).sound
    assert not fact._replace(at="n\udceew", sum=None).sound
    assert not sitting._replace(at="n\udceew", sum=None).sound
    assert not event._replace(picture="\udcee.jpg", sum=None).follows(None)


@pytest.mark.parametrize(("left", "at_least"), [(0.9, 80), (0.75, 40)])
def test_of_a_file_without_its_tail_the_beginning_is_read(tmp_path, left, at_least):
    """There is no copy, so what the pages that are left tell is all there is."""
    journal = Journal(tmp_path)
    number = kept(journal)
    for _ in range(120):
        journal.append(number, TURN)
    whole = journal.recorded(number)
    journal.close()
    copy_of(tmp_path / FILE).unlink()
    bytes_ = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(bytes_[: int(len(bytes_) * left)])
    journal = Journal(tmp_path)
    found = journal.recorded(number)
    assert at_least <= len(found) < len(whole)
    assert found == whole[: len(found)]
    assert f"{len(found)} events could be read" in journal.notice
    journal.close()


SCHEMA_FORMAT = 47
"""The byte of a file's header that says how SQLite wrote it."""


def test_a_header_of_a_format_that_there_is_not_is_damage(tmp_path):
    _, events = mid_game(tmp_path)
    path = tmp_path / "whole" / FILE
    journal = Journal(tmp_path / "whole")
    journal.close()  # all of it is in the file
    whole = bytearray(path.read_bytes())
    whole[SCHEMA_FORMAT] = 200
    path.write_bytes(whole)
    journal = Journal(tmp_path / "whole")
    assert "damaged" in journal.notice
    found = [(one.seq, one.event, one.picture) for one in journal.recorded(2)]
    assert found[: len(events)] == events
    journal.close()


@pytest.mark.parametrize("farthest", [1000, pytest.param(FARTHEST, marks=pytest.mark.long)])
def test_a_number_beyond_all_numbers_keeps_nobody_waiting(tmp_path, monkeypatch, farthest):
    """One page cannot be read, so each row is looked for, up to the last; its number is damage."""
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, sitting, at, picture, body, sum)")
    rows = [(seq, 1, "now", None, "x" * 100, None) for seq in (*range(1, 200), 2**40)]
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)
    db.commit()
    db.close()
    whole = bytearray((tmp_path / FILE).read_bytes())
    at = whole.index(b"x" * 100) // 4096 * 4096  # a page of rows, not the last
    whole[at : at + 8] = b"\x77" * 8
    (tmp_path / FILE).write_bytes(whole)
    monkeypatch.setattr(salvage, "FARTHEST", farthest)
    began = time.monotonic()
    found = read(tmp_path / FILE, at_least=199)
    assert time.monotonic() - began < 30
    assert 0 < len(found.events) < 200


INDEX = 5
"""The page with the index of events; all rows can still be read without it."""


@pytest.mark.parametrize("write", [1, 2])
@pytest.mark.parametrize("end", [KeyboardInterrupt, sqlite3.OperationalError("disk is full")])
def test_mending_that_is_broken_off_begins_again_with_everything(tmp_path, monkeypatch, write, end):
    """What followed the last round is in the damaged file alone; the power goes, or the room."""
    folder = Folder(tmp_path)
    with closing(sqlite3.connect(tmp_path / "whole" / FILE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (tmp_path / "whole" / FILE).open("r+b") as file:
        file.seek(4096 * INDEX)
        file.write(bytes(100))
    left = [None] * write

    def breaks_off(fresh, rows):
        left.pop()
        if not left:
            raise end
        JOURNAL.write(fresh, rows)

    monkeypatch.setattr("companion.journal.journal.JOURNAL", replace(JOURNAL, write=breaks_off))
    with pytest.raises((KeyboardInterrupt, JournalError)):
        Journal(tmp_path / "whole")
    monkeypatch.undo()
    journal = Journal(tmp_path / "whole")
    assert "damaged" in journal.notice
    found = journal.recorded(folder.number)
    assert (len(found), found[-1].event) == (len(folder.confirmed) + 2, TURN)
    journal.close()


def test_a_file_that_is_gone_is_made_again_from_its_copy(tmp_path):
    folder = Folder(tmp_path)
    (tmp_path / "whole" / FILE).unlink()
    for tail in ("-wal", "-shm"):
        (tmp_path / "whole" / (FILE + tail)).unlink(missing_ok=True)
    journal = Journal(tmp_path / "whole")
    assert "damaged" in journal.notice
    assert len(journal.recorded(folder.number)) >= len(folder.confirmed)
    journal.close()


def test_the_copy_is_made_after_every_round_and_in_the_end(tmp_path):
    journal = Journal(tmp_path)

    def copied():
        with sqlite3.connect(copy_of(tmp_path / FILE)) as db:
            (count,) = db.execute("SELECT count(*) FROM event").fetchone()
        db.close()
        return count

    number = kept(journal)
    assert copied() == 4, "the correction came after the round"
    journal.append(number, TURN)
    assert copied() == 4
    journal.close()
    assert copied() == 6


def test_a_sitting_is_copied_as_soon_as_it_is_begun(tmp_path):
    """Its row is in no event: what is written since the last copy would have no sitting."""
    journal = Journal(tmp_path)
    number = journal.begin(SEATING)
    journal.append(number, TURN)
    overwritten(journal, tmp_path / FILE)
    with pytest.raises(JournalError):
        journal.recorded(number)
    assert [one.event for one in journal.recorded(number)] == [Opened(SEATING.setup), TURN]
    assert journal.sitting(number).seating == SEATING
    journal.close()


def test_a_copy_takes_the_place_of_the_one_before_when_it_is_on_the_disk(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    kept(journal)
    before = copy_of(tmp_path / FILE).read_bytes()

    def fails(_):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("os.fsync", fails)
    journal.back_up()
    assert copy_of(tmp_path / FILE).read_bytes() == before
    monkeypatch.undo()
    journal.close()


def test_a_copy_is_never_made_of_damage(tmp_path, caplog):
    journal = Journal(tmp_path)
    number = kept(journal)
    before = copy_of(tmp_path / FILE).read_bytes()
    journal._file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal._file.db.execute("PRAGMA writable_schema = ON")
    journal._file.db.execute("UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'event'")
    journal.back_up()
    assert copy_of(tmp_path / FILE).read_bytes() == before
    assert "could not be copied" in caplog.text
    journal._file.db.close()
    assert number == 1


def test_a_copy_that_finds_no_room_takes_none(tmp_path, monkeypatch, caplog):
    journal = Journal(tmp_path)
    kept(journal)
    before = copy_of(tmp_path / FILE).read_bytes()

    def full(_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("companion.journal.rescue.sqlite_file.check", full)
    journal.back_up()
    assert "could not be copied" in caplog.text
    assert not list(tmp_path.glob("*.part*"))
    assert copy_of(tmp_path / FILE).read_bytes() == before
    monkeypatch.undo()
    journal.close()


def test_what_is_damaged_while_it_is_open_is_mended_with_all_that_was_written(tmp_path):
    journal = Journal(tmp_path)
    number = kept(journal)
    journal.append(number, TURN)
    whole = journal.recorded(number)
    overwritten(journal, tmp_path / FILE)
    with pytest.raises(JournalError):
        journal.append(number, Undone())
    assert "damaged" in journal.notice
    assert journal.recorded(number)[: len(whole)] == whole
    journal.append(number, Undone())
    journal.close()


def test_while_there_is_no_room_to_mend_it_the_next_attempt_may_find_some(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    number = kept(journal)
    journal.append(number, TURN)
    whole = journal.recorded(number)
    overwritten(journal, tmp_path / FILE)

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("companion.journal.rescue.sqlite_file.back_up", full)
    for _ in range(2):
        with pytest.raises(JournalError, match="The disk is full") as refused:
            journal.append(number, Undone())
        assert refused.value.full
    with pytest.raises(JournalError, match="The disk is full"):
        journal.recorded(number)
    monkeypatch.undo()
    assert journal.recorded(number)[: len(whole)] == whole
    assert "damaged" in journal.notice
    journal.append(number, Undone())
    journal.close()


def overwritten(journal, path):
    """Let a card forget all of a file that is open, and SQLite what it remembers of it."""
    journal._file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"\x55" * path.stat().st_size)
    journal._file.db.execute("PRAGMA shrink_memory")


def test_what_is_on_record_counts_although_the_damage_has_no_words(tmp_path, caplog):
    """A copy is made after the event was written: what SQLite quotes then need be no text."""
    journal = Journal(tmp_path)
    number = kept(journal)
    journal._file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = (tmp_path / FILE).read_bytes()
    spoiled = whole.replace(b"tabledraftdraft", b"table\xff\xfe\xfdxydraft")
    spoiled = spoiled.replace(b"CREATE TABLE draft", b"\xff\xfe\xfdATE TABLE draft")
    assert spoiled != whole
    (tmp_path / FILE).write_bytes(spoiled)
    journal._file.db.execute("PRAGMA shrink_memory")
    tiled = replace(TURN, moment=Moment(Checkpoint.TILED, 1))
    journal.append(number, tiled)
    assert "could not be copied" in caplog.text
    assert journal.recorded(number)[-1].event == tiled
    journal._file.db.close()

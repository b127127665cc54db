"""The journal: what is written stays, in the order it was written, whatever happens."""

import sqlite3
import time
from threading import Thread

import pytest
from sittings_to_keep import EVENING, SEATING, SETUP, finished, kept

from companion import sitting
from companion.errors import JournalError
from companion.events import Opened, Undone
from companion.journal import Journal
from companion.journal import journal as journal_module
from companion.journal.journal import FILE


@pytest.fixture
def journal(tmp_path):
    one = Journal(tmp_path / "state")
    yield one
    one.close()


def events(journal, number):
    return tuple(one.event for one in journal.recorded(number))


def test_a_sitting_comes_back_as_it_was_written(journal, tmp_path):
    number = kept(journal)
    again = Journal(tmp_path / "state")
    assert events(again, number) == (Opened(SETUP), *EVENING)
    assert again.sitting(number).seating == SEATING
    assert sitting.fold(events(again, number)).table.scores == (1, 7)
    again.close()


def test_names_are_kept_beside_the_setup_and_the_rules_never_see_them(journal):
    number = kept(journal)
    assert journal.sitting(number).seating.names == ("Ada", "Ben")
    assert "Ada" not in repr(events(journal, number))


def test_events_can_neither_be_changed_nor_removed(journal, tmp_path):
    kept(journal)
    with sqlite3.connect(tmp_path / "state" / FILE, isolation_level=None) as db:
        for command in ("UPDATE event SET at = ''", "DELETE FROM event"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                db.execute(command)
    db.close()


def test_it_is_as_durable_as_sqlite_can_be(journal):
    assert journal._file.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._file.db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._file.db.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_clock_that_jumps_back_changes_nothing(journal, monkeypatch):
    times = iter(["2026-11-20", "1970-01-01", "2030-01-01", "1970-01-01", "2026-11-21"])
    monkeypatch.setattr(journal_module, "now", lambda: next(times))
    number = kept(journal)
    assert events(journal, number) == (Opened(SETUP), *EVENING)
    assert [one.at[:4] for one in journal.recorded(number)] == [
        "2026", "1970", "2030", "1970", "2026",
    ]  # fmt: skip


def test_several_threads_may_write(journal):
    numbers = [journal.begin(SEATING) for _ in range(4)]

    def write(number):
        for _ in range(25):
            journal.append(number, Undone())

    threads = [Thread(target=write, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [journal.sitting(number).events for number in numbers] == [26] * 4


def test_two_programs_may_use_it_at_once(journal, tmp_path):
    number = kept(journal)
    other = Journal(tmp_path / "state")
    other.append(number, Undone())
    journal.append(number, Undone())
    assert events(other, number)[-2:] == (Undone(), Undone())
    other.close()


def append_many(journal, number, count):
    for _ in range(count):
        journal.append(number, EVENING[1])


def test_a_full_disk_is_said_and_nothing_confirmed_is_lost(journal):
    number = kept(journal)
    (pages,) = journal._file.db.execute("PRAGMA page_count").fetchone()
    journal._file.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match=r"disk is full.*nothing confirmed is lost"):
        append_many(journal, number, 1000)
    written = events(journal, number)
    assert written[: len(EVENING) + 1] == (Opened(SETUP), *EVENING)
    journal._file.db.execute("PRAGMA max_page_count = 100000")
    journal.append(number, Undone())
    assert events(journal, number) == (*written, Undone())


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be made"):
        Journal(tmp_path / "file" / "state")


def test_a_file_that_is_no_journal_is_kept_and_a_fresh_one_begun(tmp_path):
    (tmp_path / FILE).write_bytes(b"this was never a database, but somebody's letter " * 99)
    journal = Journal(tmp_path)
    assert "damaged" in journal.notice
    assert (tmp_path / "journal.damaged-1.db").read_bytes().startswith(b"this was never")
    assert kept(journal) == 1
    journal.close()


def damage(path, at):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\x55" * 4096)


def test_of_a_damaged_journal_everything_readable_is_taken_over(tmp_path):
    journal = Journal(tmp_path)
    numbers = [kept(journal) for _ in range(30)]
    whole = [events(journal, number) for number in numbers]
    journal.close()
    size = (tmp_path / FILE).stat().st_size
    damage(tmp_path / FILE, size - 4096)
    again = Journal(tmp_path)
    assert "damaged" in again.notice
    assert (tmp_path / "journal.damaged-1.db").stat().st_size == size
    saved = again.sittings()
    assert 1 <= len(saved) <= 30
    for one in saved:
        assert events(again, one.id) == whole[one.id - 1][: one.events]
    again.close()
    third = Journal(tmp_path)
    assert third.notice == ""
    third.close()


def test_what_a_damaged_journal_does_not_tell_its_copy_does(tmp_path):
    journal = Journal(tmp_path)
    numbers = [kept(journal) for _ in range(20)]
    whole = [events(journal, number) for number in numbers]
    journal.back_up()
    later = kept(journal)
    journal.append(later, Undone())
    journal.put_aside(1)
    journal.close()
    damage(tmp_path / FILE, 3 * 4096)
    again = Journal(tmp_path)
    assert "damaged" in again.notice
    assert [events(again, one.id) for one in again.sittings()][:20] == whole
    again.close()


def test_a_journal_that_cannot_be_copied_goes_on(journal, tmp_path, caplog):
    (tmp_path / "state" / "journal.part").mkdir()
    journal.back_up()
    assert "could not be copied" in caplog.text
    assert journal.sitting(kept(journal)).events == 5


def test_each_damaged_file_is_kept(tmp_path):
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"damaged again and again and again" * 99)
        Journal(tmp_path).close()
        assert (tmp_path / f"journal.damaged-{number}.db").exists()


def test_a_sitting_is_put_aside_and_taken_up(journal):
    number = kept(journal)
    journal.put_aside(number)
    journal.put_aside(number)
    assert journal.sitting(number).aside
    journal.take_up(number)
    assert not journal.sitting(number).aside


def test_a_sitting_that_is_not_there_is_one_sentence(journal):
    with pytest.raises(JournalError, match="there is no sitting 9"):
        journal.sitting(9)


def test_an_event_from_the_future_is_said(journal):
    number = kept(journal)
    journal._file.db.execute(
        "INSERT INTO event (sitting, at, body) VALUES (?, '', '{\"event\": \"danced\"}')", (number,)
    )
    with pytest.raises(JournalError, match="newer companion"):
        journal.recorded(number)


def test_without_a_folder_it_lives_in_memory():
    journal = Journal(None)
    number = finished(journal, ("Ada", "Ben"), 1)
    assert journal.sitting(number).events == 6
    assert journal.pictures.get(journal.keep_picture(b"jpeg", number)) == b"jpeg"
    journal.close()


def test_an_event_that_was_changed_is_never_taken_for_what_was_written(journal):
    number = kept(journal)
    journal._file.db.execute("DROP TRIGGER events_stay")
    journal._file.db.execute("UPDATE event SET body = replace(body, 'red', 'blue') WHERE seq = 4")
    with pytest.raises(JournalError, match="not as it was written"):
        journal.recorded(number)


def test_two_who_leave_an_evening_out_at_once_both_have_their_way(journal, monkeypatch):
    evenings, read = [kept(journal), kept(journal)], journal.draft

    def slowly(name):
        found = read(name)
        time.sleep(0.1)
        return found

    monkeypatch.setattr(journal, "draft", slowly)
    people = [Thread(target=journal.leave_out, args=(one, True)) for one in evenings]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert len(journal.left_out()) == 2

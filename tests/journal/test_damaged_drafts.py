"""What was typed beside the games and is damaged: none of it has a sum of its own."""

import sqlite3
from contextlib import closing

import pytest
from sittings_to_keep import kept

from companion.journal import Journal
from companion.journal.journal import FILE
from companion.journal.rescue.sqlite_file import copy_of


@pytest.mark.parametrize("body", ['{"name": [1, 2}', "NaN", ""])
def test_what_was_typed_and_is_damaged_keeps_no_journal_from_being_opened(tmp_path, body):
    """SQLite finds the file not whole then: what it does not take back is left out."""
    journal = Journal(tmp_path)
    number = kept(journal)
    whole = journal.recorded(number)
    journal.keep_draft("coach/1", [0])
    journal.keep_draft("new-game", 1)
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE draft SET body = ? WHERE name = 'new-game'", (body,))
        db.commit()
    copy_of(tmp_path / FILE).unlink()
    journal = Journal(tmp_path)
    assert "damaged" in journal.notice
    assert journal.recorded(number) == whole
    assert (journal.draft("new-game"), journal.draft("coach/1")) == (None, [0])
    journal.close()


def test_what_was_typed_comes_back_from_the_copy(tmp_path):
    journal = Journal(tmp_path)
    kept(journal)
    journal.keep_draft("left out", ["0123"])
    journal.back_up()
    journal.close()
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole.replace(b'["0123"]', b'["0123"}'))
    journal = Journal(tmp_path)
    assert journal.left_out() == ("0123",)
    journal.close()

"""A sitting that cannot be read is shown as such; everything else goes on."""

import json
import sqlite3

import pytest
from sittings_to_keep import SEATING, finished, kept

from companion.cli import main
from companion.errors import JournalError
from companion.journal import Journal, history
from companion.journal.journal import FILE

FROM_THE_FUTURE = '{"event": "danced", "how": "slowly"}'
ODD_TOTAL = '{"event": "score-corrected", "entry": 0, "seat": 0, "score": "many"}'
DAMAGES = {
    "an event from the future": FROM_THE_FUTURE,
    "one that is no object": "[1, 2]",
    "boards that are none": '{"event": "confirmed", "boards": 3}',
    "a total that is no number": ODD_TOTAL,
    "brackets without an end": "[" * 900 + "]" * 900,
}


@pytest.fixture
def state(tmp_path):
    journal = Journal(tmp_path)
    finished(journal, ("Ada", "Ben"), 5)
    kept(journal)
    finished(journal, ("Cleo", "Dan"), -5)
    journal.close()
    return tmp_path


def spoil(state, body):
    """Let the second sitting have an event that nobody can read."""
    with sqlite3.connect(state / FILE) as db:
        db.execute("INSERT INTO event (sitting, at, body) VALUES (2, '', ?)", (body,))
    db.close()


@pytest.mark.parametrize("body", DAMAGES.values(), ids=DAMAGES)
def test_one_event_costs_no_more_than_its_sitting(state, body):
    spoil(state, body)
    journal = Journal(state)
    found = history(journal)
    assert [one.id for one in found.evenings] == [1, 3]
    (sealed,) = found.unreadable
    assert (sealed.id, bool(sealed.reason)) == (2, True)
    assert [one.name for one in found.standings] == ["Ben", "Cleo", "Ada", "Dan"]
    assert journal.begin(SEATING) == 4
    journal.close()


def test_a_sitting_that_does_not_say_what_was_set_up_is_one_of_them(state):
    with sqlite3.connect(state / FILE) as db:
        db.execute("DROP TRIGGER events_stay")
        first = "(SELECT min(seq) FROM event WHERE sitting = 2)"
        db.execute(f"UPDATE event SET body = ? WHERE seq = {first}", (FROM_THE_FUTURE,))
    db.close()
    journal = Journal(state)
    assert [one.id for one in journal.sittings()] == [1, 3]
    assert [one.id for one in history(journal).unreadable] == [2]
    with pytest.raises(JournalError, match="newer companion"):
        journal.sitting(2)
    journal.close()


def test_names_that_are_none_are_one_too(state):
    with sqlite3.connect(state / FILE) as db:
        db.execute("UPDATE sitting SET seating = '[]' WHERE id = 2")
    db.close()
    journal = Journal(state)
    assert [one.id for one in history(journal).unreadable] == [2]
    journal.close()


def test_the_commands_say_it_in_a_line(state, capsys):
    spoil(state, FROM_THE_FUTURE)
    assert main(["history", "--state", str(state)]) == 0
    out = capsys.readouterr().out
    assert "Cleo" in out
    assert "newer companion" in out
    assert main(["history", "--json", "--state", str(state)]) == 0
    assert json.loads(capsys.readouterr().out)["unreadable"][0]["id"] == 2
    assert main(["export", "2", "--state", str(state)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["export", "3", "--state", str(state), "--to", str(state / "3.zip")]) == 0

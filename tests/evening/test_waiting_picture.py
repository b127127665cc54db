"""A question that was open when the power went is open again, and its picture is not lost."""

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from killed_asking import JOINED, asked, evening_in
from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED, Later
from test_unanswered import EITHER
from truth import right_answer

from companion.errors import BoardNotFound, JournalError
from companion.events import Asked, Confirmed, Refused
from companion.journal import Journal, export_sitting, import_sitting
from companion.service.bulletin.state import Stage
from companion.service.evening import asks

PROGRAM = Path(__file__).with_name("killed_asking.py")


@pytest.fixture
def restarted(kitchens):
    """Stops an evening and goes on with it; the pictures looked at again show ``sights``."""

    def restart(kitchen, *sights):
        kitchen.evening.stop()
        again = kitchens(kitchen.journal)
        again.eyes.sights += sights
        assert again.evening.go_on()
        assert again.eyes.sights == [], "looked at again"
        again.evening.start()
        return again

    return restart


@pytest.fixture
def asking(kitchen):
    """A kitchen in which people are asked at the offer's end."""
    kitchen.start()
    assert kitchen.sees(EMPTY, EITHER).stage is Stage.QUESTION
    return kitchen


def told(kitchen, ask):
    return kitchen.evening.ask(ask).result(5)


def kept_pictures(kitchen):
    recorded = kitchen.journal.recorded(kitchen.evening.state.sitting)
    return [one.picture for one in recorded if isinstance(one.event, Confirmed)]


def gone_on_asking(folder, shown):
    """Go on with an evening that was killed; the same question is shown at once."""
    evening = evening_in(folder)
    assert evening.go_on()
    assert (evening.state.stage, asked(evening)) == (Stage.QUESTION, shown)
    assert evening.sitting.history == ()
    evening.start()
    return evening


def answered(evening):
    option = right_answer(evening.state.report.question, JOINED.boards)
    return evening.ask(asks.Answer(option)).result(5)


def ended(evening):
    evening.stop()
    evening.journal.close()


def test_the_plug_is_pulled_while_a_question_is_open(tmp_path):
    """With real eyes: the picture that is kept asks the same, and answered it counts."""
    command = [sys.executable, str(PROGRAM), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        shown = process.stdout.readline().strip()
        process.kill()
    assert shown.startswith("Question(")
    evening = gone_on_asking(tmp_path, shown)
    assert answered(evening).stage is Stage.QUESTION, "a second one, about another board"
    second = asked(evening)
    ended(evening)
    evening = gone_on_asking(tmp_path, second)
    while evening.state.stage is Stage.QUESTION:
        answered(evening)
    state, sitting = evening.state, evening.sitting
    assert (state.happened, state.reading, len(state.history)) == ("read", 0, 1)
    assert sitting.table.boards[0]["place/0/0"] == JOINED.boards[0]["place/0/0"]
    assert evening.journal.pictures.get(state.history[0].kept)
    ended(evening)


def test_it_is_answered_as_without_a_restart(asking, restarted):
    picture = sha256(asking.evening.album.newest.jpeg).hexdigest()
    again = restarted(asking, EITHER)
    state = again.evening.state
    assert (state.stage, state.happened, state.due.checkpoint) == (
        Stage.QUESTION, "question", "offer-end",
    )  # fmt: skip
    assert [line.status for line in state.history] == ["read", "question"]
    assert state.history[1].kept == picture
    assert sha256(again.evening.album.get(state.picture).jpeg).hexdigest() == picture
    state = told(again, asks.Answer(0))
    assert [line.status for line in state.history] == ["read", "read"]
    assert (state.announced, state.history[1].kept) == ((1, 0), picture)
    assert kept_pictures(again)[1] == picture
    assert again.sees(TILED).confirmed == (1, 0)


def test_after_two_restarts_it_is_asked_still_and_stands_once_on_record(asking, restarted):
    before = asking.events()
    again = restarted(restarted(asking, EITHER), EITHER)
    assert again.evening.state.stage is Stage.QUESTION
    assert [line.status for line in again.evening.state.history] == ["read", "question"]
    assert again.events() == before


def test_where_people_play_on_the_next_press_is_for_what_comes_then(asking, restarted):
    picture = sha256(asking.evening.album.newest.jpeg).hexdigest()
    again = restarted(asking, EITHER)
    state = again.sees(Later(TILED))
    assert [line.checkpoint for line in state.history] == ["setup", "offer-end", "tiled"]
    assert [line.number for line in state.history] == [0, 1, 2]
    assert kept_pictures(again)[1] == picture
    third = restarted(again)
    assert [line.status for line in third.evening.state.history] == ["read"] * 3


def test_a_first_picture_that_asks_is_no_reason_to_begin_anew(kitchen, restarted):
    joined = replace(SEATING.setup, round=3, scores=(5, 9))
    kitchen.start(seating=replace(SEATING, setup=joined))
    kitchen.sees(EITHER)
    assert restarted(kitchen, EITHER).evening.state.stage is Stage.QUESTION


def test_what_could_be_read_by_now_counts(asking, restarted):
    again = restarted(asking, OFFER)
    assert (again.evening.state.reading, again.evening.state.announced) == (1, (1, 0))
    assert [line.status for line in again.evening.state.history] == ["read", "read"]


def test_a_total_that_is_put_right_meanwhile_does_not_close_it(asking, restarted):
    told(asking, asks.CorrectScore(1, 7))
    again = restarted(asking, EITHER)
    assert again.evening.state.stage is Stage.QUESTION
    assert again.evening.state.confirmed == (0, 7)


@pytest.mark.parametrize("ask", [asks.Undo(), asks.LayByHand(OFFER), asks.Answer(0)])
def test_what_ended_it_ends_it_over_a_restart_too(asking, restarted, ask):
    told(asking, ask)
    state = restarted(asking).evening.state
    assert (state.stage in (Stage.PLAYING, Stage.SET_UP), state.trouble) == (True, "")


def test_undo_takes_back_what_was_answered_after_it(asking, restarted):
    again = restarted(asking, EITHER)
    told(again, asks.Answer(0))
    state = again.evening.double().result(5)
    assert (state.reading, [line.status for line in state.history]) == (0, ["read", "undone"])
    assert again.sees(OFFER).announced == (1, 0)


def test_what_was_wrong_is_shown_again(kitchen, restarted):
    kitchen.start()
    before = kitchen.sees(EMPTY, MIXED)
    told(kitchen, asks.Seat(("Cleo", "Dan")))
    events = kitchen.events()
    again = restarted(kitchen, MIXED)
    state = again.evening.state
    assert state.stage is Stage.VIOLATION
    assert [one.problems for one in state.report.boards] == [
        one.problems for one in before.report.boards
    ]
    assert [line.status for line in state.history] == ["read", "violation"]
    assert again.events() == events
    assert again.sees(OFFER).announced == (1, 0)


WORSE = ({**MIXED[0], "line/0/0": "red"}, MIXED[1])
"""As people say it lies there: another tile that was not seen, and the line is wrong still."""


@pytest.mark.parametrize("before", [(), (EITHER,)], ids=["as it is", "after a question"])
def test_so_is_what_people_have_said_of_it_as_far_as_they_got(kitchen, restarted, before):
    kitchen.start()
    kitchen.sees(EMPTY, *before, MIXED)
    said = told(kitchen, asks.Correct(0, {"line/0/0": "red"}))
    assert [one.cells for one in said.report.boards] == list(WORSE)
    again, before = kitchen, kitchen.events()
    for _ in range(2):
        again = restarted(again, MIXED)
        state = again.evening.state
        assert (state.stage, state.happened) == (Stage.VIOLATION, "corrected")
        assert [one.cells for one in state.report.boards] == list(WORSE)
        assert state.report.boards[0].problems == said.report.boards[0].problems
        assert again.events() == before
    state = told(again, asks.Correct(0, {"line/1/1": "blue"}))
    assert (state.stage, state.announced) == (Stage.PLAYING, (2, 0))
    assert again.evening.sitting.table.boards == ({**WORSE[0], "line/1/1": "blue"}, WORSE[1])


def test_what_people_said_of_a_picture_that_could_be_read_by_now_is_not_put_up(kitchen, restarted):
    kitchen.start()
    kitchen.sees(EMPTY, MIXED)
    told(kitchen, asks.Correct(0, {"line/0/0": "red"}))
    again = restarted(kitchen, OFFER)
    assert (again.evening.state.reading, again.evening.state.announced) == (1, (1, 0))


def test_what_was_said_is_on_record_before_it_is_shown(kitchen, monkeypatch):
    kitchen.start()
    kitchen.sees(EMPTY, MIXED)
    monkeypatch.setattr(kitchen.journal, "append", full)
    with pytest.raises(JournalError, match="disk is full"):
        told(kitchen, asks.Correct(0, {"line/0/0": "red"}))
    assert [one.cells for one in kitchen.evening.state.report.boards] == list(MIXED)


def test_a_question_is_asked_though_the_next_picture_was_wrong(asking, restarted):
    asking.sees(MIXED)
    assert isinstance(asking.events()[-1], Refused)
    again = restarted(asking, EITHER)
    state = again.evening.state
    assert state.stage is Stage.QUESTION
    assert [line.status for line in state.history] == ["read", "question", "violation", "question"]
    told(again, asks.Answer(0))
    assert again.evening.sitting.table.boards == OFFER


def test_another_picture_that_asks_the_same_after_a_restart_is_on_record_too(asking, restarted):
    again = restarted(asking, EITHER)
    before = again.events()
    again.sees(EITHER)
    assert again.events() == (*before, before[-1])
    newest = sha256(again.evening.album.newest.jpeg).hexdigest()
    assert again.journal.recorded(again.evening.state.sitting)[-1].picture == newest


def test_after_a_correction_the_boards_are_looked_at_anew_for_what_was_wrong(kitchen, restarted):
    kitchen.start()
    kitchen.sees(EMPTY, MIXED)
    told(kitchen, asks.CorrectScore(1, 7))
    assert restarted(kitchen).evening.state.stage is Stage.PLAYING


def test_what_was_told_is_of_the_picture_it_was_told_of(kitchen, restarted):
    kitchen.start()
    kitchen.sees(EMPTY)
    told(kitchen, asks.Tell({"broken": [0, 1]}))
    kitchen.sees(EITHER)
    told(kitchen, asks.Tell({"drawn": [1, 0]}))
    again = restarted(kitchen, EITHER)
    assert again.evening.context.told == {"drawn": (1, 0)}
    again.sees(Later(TILED))
    offer, tiled = (played.entry.moment.told for played in again.evening.sitting.history[1:])
    assert {name: list(value) for name, value in offer.items()} == {"broken": [0, 1]}
    assert dict(tiled) == {"drawn": (1, 0)}


def test_without_its_picture_people_are_told_and_the_moment_is_due_still(asking, restarted):
    asking.journal.pictures._memory.keep_only(set())
    again = restarted(asking)
    state = again.evening.state
    assert (state.stage, state.due.checkpoint) == (Stage.PLAYING, "offer-end")
    assert "waited for your answer is gone or damaged; take another one" in state.trouble
    assert again.sees(OFFER).announced == (1, 0)
    assert again.evening.state.trouble == ""


def test_so_they_are_where_the_card_has_damaged_it(kitchens, restarted, tmp_path):
    kitchen = kitchens(Journal(tmp_path))
    kitchen.start()
    kept = kitchen.sees(EMPTY, EITHER).history[1].kept
    (tmp_path / "pictures" / f"{kept}.jpg").write_bytes(b"\xff\xd8 half of it")
    assert "is gone or damaged" in restarted(kitchen).evening.state.trouble


def test_so_they_are_where_no_board_is_found_in_it(asking, restarted):
    again = restarted(asking, BoardNotFound("no board is to be seen; lay the brackets"))
    assert "lay the brackets" in again.evening.state.trouble
    assert again.sees(OFFER).announced == (1, 0)


def full(*_, **more):
    raise JournalError("The disk is full, so nothing more can be written. Make room.", full=True)


def test_on_a_full_disk_it_is_asked_again_too(asking, restarted, monkeypatch):
    monkeypatch.setattr(asking.journal, "append", full)
    again = restarted(asking, EITHER)
    assert again.evening.state.stage is Stage.QUESTION
    with pytest.raises(JournalError, match="disk is full"):
        told(again, asks.Answer(0))
    monkeypatch.undo()
    assert told(again, asks.Answer(0)).announced == (1, 0)


def test_what_cannot_be_written_is_not_asked(kitchen, monkeypatch):
    kitchen.start()
    kitchen.sees(EMPTY)
    monkeypatch.setattr(kitchen.journal, "append", full)
    state = kitchen.sees(EITHER)
    assert (state.stage, "disk is full" in state.trouble) == (Stage.PLAYING, True)


def test_a_question_whose_picture_cannot_be_kept_is_asked_all_the_same(
    kitchen, restarted, monkeypatch
):
    kitchen.start()
    kitchen.sees(EMPTY)
    monkeypatch.setattr(kitchen.journal, "keep_picture", full)
    assert kitchen.sees(EITHER).stage is Stage.QUESTION
    monkeypatch.undo()
    assert "gone or damaged" in restarted(kitchen).evening.state.trouble


def test_it_goes_with_the_evening_to_another_table(asking, kitchens, tmp_path):
    path = tmp_path / "evening.zip"
    assert export_sitting(asking.journal, asking.evening.state.sitting, path) == 2
    other = kitchens(Journal(None))
    number = import_sitting(other.journal, path)
    other.start()
    other.eyes.sights.append(EITHER)
    assert told(other, asks.TakeUp(number)).stage is Stage.QUESTION
    assert told(other, asks.Answer(0)).announced == (1, 0)


def test_a_journal_from_before_it_was_on_record_goes_on_as_ever(asking, restarted):
    events = asking.journal.recorded(asking.evening.state.sitting)
    older = [(one.at, one.event, one.picture) for one in events if not isinstance(one.event, Asked)]
    kitchen = asking
    kitchen.evening.stop()
    kitchen.journal.take_over("0" * 32, SEATING, older)
    assert restarted(kitchen).evening.state.stage is Stage.PLAYING

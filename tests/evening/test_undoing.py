"""What is taken back, and put back."""

import itertools
import sqlite3

import pytest
from kitchen import EMPTY, MIXED, OFFER, TILED, Webcam, asked

from companion.errors import CorrectionRefused, JournalError
from companion.games.base import Checkpoint, Moment
from companion.journal import journal as journals
from companion.ports import Gesture
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.guides import Script, Tape

OTHERWISE = ({"line/1/0": "blue"}, {})


def test_two_people_who_undo_the_same_step_take_back_one(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    assert asked(evening, asks.Undo(2)).reading == 1
    with pytest.raises(CorrectionRefused, match="no longer the last step"):
        asked(evening, asks.Undo(2))
    assert evening.state.reading == 1


def test_what_was_taken_back_can_be_put_back(kitchen):
    """Pressed twice by mistake, or because a later picture was wrong: nothing confirmed is lost."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    asked(evening, asks.CorrectScore(0, 9))
    whole = evening.state
    asked(evening, asks.Undo())
    assert asked(evening, asks.Undo()).undone == 1
    assert asked(evening, asks.PutBack(1)).undone == 2
    back = asked(evening, asks.PutBack())
    assert (back.table, back.confirmed, back.boards) == (whole.table, whole.confirmed, whole.boards)
    assert (back.due, back.undone, back.happened) == (whole.due, None, "put-back")
    assert [line.status for line in back.history] == ["read", "undone", "undone", "read", "read"]
    with pytest.raises(CorrectionRefused, match="nothing to put back"):
        asked(evening, asks.PutBack())


def test_the_end_of_a_game_that_is_put_back_has_brought_as_much_as_before(kitchen):
    """Not its bonuses alone."""
    evening = kitchen.start()
    over = kitchen.plays_to_the_end()
    asked(evening, asks.Undo())
    back = asked(evening, asks.PutBack())
    assert (back.before, back.confirmed) == (over.before, over.confirmed) == ((10, 0), (17, 0))


def test_what_is_put_back_is_on_record_with_its_totals_or_not_at_all(kitchen, monkeypatch):
    """The disk is full, or the power goes, after the first of several rows."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    asked(evening, asks.CorrectScore(0, 9))
    asked(evening, asks.Undo())
    before = evening.state, kitchen.events()
    count, insert = itertools.count(), journals._insert

    def half_way(*row):
        if next(count):
            raise sqlite3.OperationalError("database or disk is full")
        return insert(*row)

    monkeypatch.setattr(journals, "_insert", half_way)
    with pytest.raises(JournalError, match="The disk is full"):
        asked(evening, asks.PutBack())
    assert (evening.state, kitchen.events()) == before
    assert evening.sitting.undone, "it can be put back as soon as there is room"
    monkeypatch.undo()
    assert asked(evening, asks.PutBack()).confirmed == (9, 0)


def test_what_was_taken_back_can_be_put_back_after_a_restart_and_stays_so(kitchens):
    kitchen = kitchens()
    kitchen.start()
    whole = kitchen.sees(EMPTY, OFFER, TILED)
    asked(kitchen.evening, asks.Undo())
    for undone in (2, None):
        kitchen.evening.stop()
        kitchen = kitchens(kitchen.journal)
        assert kitchen.evening.go_on()
        kitchen.evening.start()
        assert kitchen.evening.state.undone == undone
        if undone is not None:
            asked(kitchen.evening, asks.PutBack(undone))
        state = kitchen.evening.state
        assert (state.table, state.due) == (whole.table, whole.due)
        assert state.history[-1].status == "read", "its picture is kept"


def test_the_picture_of_what_is_put_back_is_kept_with_it(kitchen):
    """From it the eyes learn again after a restart."""
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    asked(kitchen.evening, asks.Undo())
    state = asked(kitchen.evening, asks.PutBack())
    recorded = kitchen.journal.recorded(state.sitting)
    assert recorded[-1].picture == next(one.picture for one in recorded[::-1][2:] if one.picture)


def test_it_is_kept_with_it_after_a_restart_too(kitchens):
    """Then only the journal has it: without it the history had no picture, and the eyes none."""
    kitchen = kitchens()
    kitchen.start()
    kitchen.sees(EMPTY)
    asked(kitchen.evening, asks.Undo())
    kitchen.evening.stop()
    again = kitchens(kitchen.journal)
    assert again.evening.go_on()
    again.evening.start()
    asked(again.evening, asks.PutBack())
    taken, _, put_back = kitchen.journal.recorded(1)[1:]
    assert put_back.picture == taken.picture is not None


def test_boards_laid_by_hand_are_put_back_as_what_they_were(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    asked(evening, asks.LayByHand(OFFER))
    asked(evening, asks.Undo())
    state = asked(evening, asks.PutBack())
    assert [line.status for line in state.history] == ["read", "undone", "by-hand"]


def test_what_was_taken_back_is_gone_once_something_else_is_confirmed(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    asked(evening, asks.Undo())
    kitchen.sees(MIXED)
    assert evening.state.stage is Stage.VIOLATION
    assert evening.state.undone == 2, "what is not legal is not taken over"
    with pytest.raises(CorrectionRefused, match="nothing to put back"):
        asked(evening, asks.PutBack(1))
    asked(evening, asks.Undo())
    assert asked(evening, asks.LayByHand(OTHERWISE)).undone is None


def test_undo_at_a_script_shows_the_picture_again(kitchens):
    kitchen = kitchens(live=False)
    kitchen.start()
    assert kitchen.evening.state.frames == 4
    kitchen.sees(EMPTY, OFFER, TILED)
    evening = kitchen.evening
    assert evening.state.due.round == 2
    assert evening.double().result(5).reading == 1
    assert evening.state.due.round == 1
    state = kitchen.sees(TILED)
    assert (state.report.file, state.confirmed) == ("003.jpg", (1, 0))
    assert kitchen.camera.taken == 3, "the tape has it"


def test_what_is_looked_at_at_a_script_is_due_until_it_is_seen(kitchens):
    kitchen = kitchens(live=False)
    evening = kitchen.start()
    kitchen.eyes.takes_s = 0.1
    looking = evening.press().result(5)
    assert (looking.stage, looking.due.checkpoint) == (Stage.LOOKING, Checkpoint.SETUP)
    kitchen.rest()
    assert evening.state.due.checkpoint is Checkpoint.OFFER_END


def test_what_is_put_back_at_a_script_goes_on_behind_its_picture(kitchens):
    kitchen = kitchens(live=False)
    kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    evening = kitchen.evening
    asked(evening, asks.Undo())
    assert asked(evening, asks.PutBack(2)).reading == 3
    assert evening.state.due.round == 2
    assert kitchen.sees(OFFER).report.file == "004.jpg"


def test_what_is_put_back_at_a_script_is_the_picture_and_not_a_later_one_of_its_moment():
    """A player has many turns in a round, and all are of the same moment."""
    turn, other = (Moment(Checkpoint.TURN, 1, seat) for seat in (0, 1))
    tape = Tape(Webcam())
    script = Script((turn, other, turn, other), tape)
    for number, moment in enumerate((turn, other)):
        script.taken()
        tape.frame()
        script.read(number, moment)
    script.undone(1)
    script.undone(0)
    script.put_back(2)
    assert (script.next(Gesture.PRESS, None, None), tape.frame().name) == (other, "002.jpg")
    script.put_back(3)
    assert (script.next(Gesture.PRESS, None, None), tape.frame().name) == (turn, "003.jpg")


def test_a_picture_of_a_script_is_its_own_whatever_it_seems_to_show():
    """The demonstration stood still for ever where its guide knew of no such picture."""
    tiled = Moment(Checkpoint.TILED, 1)
    script = Script((Moment(Checkpoint.SETUP, 0), Moment(Checkpoint.OFFER_END, 1)), Tape(Webcam()))
    script.taken()
    script.taken()
    script.read(1, tiled)
    script.undone(1)
    assert script.next(Gesture.PRESS, None, None) == Moment(Checkpoint.OFFER_END, 1)


def test_what_was_laid_by_hand_at_a_script_is_put_back_before_its_picture(kitchens):
    kitchen = kitchens(live=False)
    kitchen.start()
    kitchen.sees(EMPTY)
    evening = kitchen.evening
    asked(evening, asks.LayByHand(OFFER))
    asked(evening, asks.Undo())
    asked(evening, asks.PutBack())
    assert kitchen.sees(OFFER).report.file == "002.jpg"
    assert evening.state.due.checkpoint is Checkpoint.TILED


def test_there_is_an_end_to_undoing(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    assert evening.double().result(5).stage is Stage.SET_UP
    with pytest.raises(CorrectionRefused, match="nothing to take back"):
        evening.double().result(5)

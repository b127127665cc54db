"""After a restart the sitting goes on that was played last, wherever the journal has it."""

import numpy as np
import pytest
from kitchen import EMPTY, MIXED, OFFER, TILED, Kitchen, asked, with_names

from companion.errors import JournalError
from companion.events import Confirmed, Opened
from companion.games.base import Checkpoint, Moment, Setup
from companion.journal import Journal, export_sitting, import_sitting
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.sitting.keeper import Keeper


@pytest.fixture
def archive(tmp_path):
    """An evening of another table, as a file."""
    elsewhere = Kitchen()
    elsewhere.start()
    elsewhere.sees(EMPTY, OFFER)
    export_sitting(elsewhere.journal, 1, tmp_path / "evening.zip")
    elsewhere.evening.stop()
    return tmp_path / "evening.zip"


@pytest.fixture
def restarted(kitchen, kitchens):
    """Pulls the plug, and returns what the companion goes on with."""

    def restart():
        kitchen.evening.stop()
        again = kitchens(kitchen.journal)
        assert again.evening.go_on()
        return again.evening.state

    return restart


def test_the_game_under_way_goes_on_though_another_evening_was_imported(
    kitchen, archive, restarted
):
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    import_sitting(kitchen.journal, archive)
    state = restarted()
    assert (state.sitting, state.reading, state.stage) == (1, 1, Stage.PLAYING)


def test_it_does_so_where_the_plug_was_pulled_in_the_middle_of_the_import(
    kitchen, archive, restarted, monkeypatch
):
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)

    def pull(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "put_aside", pull)
    with pytest.raises(KeyboardInterrupt):
        import_sitting(kitchen.journal, archive)
    assert restarted().sitting == 1


def test_it_goes_on_where_the_disk_takes_nothing(kitchen, restarted):
    """It is full after a power cut: people saw no game, and none came when there was room."""
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    kitchen.journal._file.db.execute("PRAGMA query_only = ON")
    state = restarted()
    assert (state.sitting, state.reading, state.stage) == (1, 1, Stage.PLAYING)


def test_an_earlier_game_that_was_taken_up_again_goes_on(kitchen, restarted):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    kitchen.sees(EMPTY)
    asked(evening, asks.TakeUp(1))
    kitchen.sees(MIXED)
    state = restarted()
    assert (state.sitting, state.names) == (1, ("Ada", "Ben"))


def test_a_later_one_that_was_played_to_its_end_does_not_go_before_it(kitchen, restarted):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    assert kitchen.plays_to_the_end().stage is Stage.OVER
    asked(evening, asks.TakeUp(1))
    assert restarted().sitting == 1


def test_a_game_is_left_only_when_the_next_one_is_on_record(kitchen, restarted, monkeypatch):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)

    def full(*_, **more):
        raise JournalError("The disk is full.", full=True)

    monkeypatch.setattr(Journal, "take_over", full)
    with pytest.raises(JournalError):
        asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    assert restarted().sitting == 1


def test_a_journal_of_an_earlier_companion_goes_on_with_what_was_begun_last(kitchen, restarted):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    kitchen.journal.keep_draft("open", None)
    assert restarted().sitting == 2


def test_a_game_goes_on_without_pictures_that_the_eyes_cannot_make_anything_of(
    kitchen, kitchens, monkeypatch
):
    """Other eyes took them: the companion was updated, or calibrated anew, in mid-game."""
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    kitchen.evening.stop()
    again = kitchens(kitchen.journal)
    recalled = again.recalled

    def dazed(setup, memory, record):
        if memory.seen:
            raise RuntimeError("no such cell")
        return recalled(setup, memory, record)

    monkeypatch.setattr(again, "recalled", dazed)
    assert again.evening.go_on()
    assert (again.evening.state.reading, again.evening.state.notice) == (1, "")


def test_nor_does_a_picture_of_the_set_up_keep_people_from_their_game():
    setup = Setup("azul", players=2, first_player=0)
    events = (Opened(setup), Confirmed(Moment(Checkpoint.SETUP, 0), EMPTY))
    grey = np.full((600, 800, 3), 90, np.uint8)
    keeper = Keeper.resume(setup, None, events, ((lambda: grey, None),), seen=((lambda: grey, 0),))
    assert len(keeper.sitting.history) == 1
    assert keeper.scene is None, "the next picture is the first"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("told/1", {"aftes": 2, "told": {"broken": [0, 1]}}),
        ("told/1", {"after": 2, "told": {"broke.": [0, 1]}}),
        ("told/1", {"after": 2, "told": [0, 1]}),
        ("told/1", [0, 1]),
        ("sent/1", {"read": [], "name": "a", "aftes": 1}),
        ("sent/1", {"read": [], "name": "a", "after": "1"}),
        ("sent/1", {"read": 7, "name": "a", "after": 1}),
        ("sent/1", "a"),
    ],
)
def test_what_was_said_beside_a_game_and_is_damaged_does_not_keep_people_from_it(
    kitchen, restarted, name, kept
):
    """A draft has no check sum: one bit may have made other JSON of it."""
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    kitchen.journal.keep_draft(name, kept)
    assert restarted().reading == 1

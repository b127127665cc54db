"""A question that nobody answered: its line of the history becomes a reading."""

import itertools
from hashlib import sha256

import pytest
from kitchen import EMPTY, MIXED, OFFER, SETUP, TILED, Later

from companion.errors import BoardNotFound, JournalError
from companion.events import Confirmed
from companion.games.base import Checkpoint, Moment
from companion.service.bulletin import after
from companion.service.bulletin.state import Entry, Stage, State
from companion.service.evening.asks import Correct, Tell
from companion.service.reports.report import Answered

EITHER = {"options": (OFFER, MIXED)}


@pytest.fixture
def gone_on(kitchens):
    """A game that was photographed before; nobody answered at the offer's end."""
    kitchen = kitchens(live=False)
    kitchen.start()
    assert kitchen.sees(EMPTY, EITHER).stage is Stage.QUESTION
    kitchen.sees(TILED)
    return kitchen


def test_its_line_of_the_history_is_a_reading(gone_on):
    state = gone_on.evening.state
    assert [line.status for line in state.history] == ["read"] * 3
    assert [line.number for line in state.history] == [0, 1, 2]
    assert [line.picture for line in state.history] == [1, 2, 3]
    assert (state.history[1].scores, state.confirmed, state.stage) == (
        (1, 0),
        (1, 0),
        Stage.PLAYING,
    )


def test_each_reading_is_kept_with_its_own_picture(gone_on):
    names = [sha256(gone_on.evening.album.get(n).jpeg).hexdigest() for n in (1, 2, 3)]
    recorded = gone_on.journal.recorded(gone_on.evening.state.sitting)
    assert [one.picture for one in recorded if isinstance(one.event, Confirmed)] == names
    assert [line.kept for line in gone_on.evening.state.history] == names


def test_it_can_be_corrected_as_any_other(gone_on):
    state = gone_on.evening.ask(Correct(0, {"line/2/0": "white"}, reading=1)).result(5)
    assert gone_on.evening.sitting.history[1].entry.boards[0]["line/2/0"] == "white"
    assert state.history[1].number == 1


def test_where_the_disk_is_full_half_way_what_is_on_record_is_shown(kitchens, monkeypatch):
    """The question counts as answered then, and is open no more."""
    kitchen = kitchens(live=False)
    kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    append, count = kitchen.journal.append, itertools.count()

    def half_way(*event, **more):
        if next(count):
            raise JournalError("The disk is full, so nothing more can be written.", full=True)
        append(*event, **more)

    monkeypatch.setattr(kitchen.journal, "append", half_way)
    state = kitchen.sees(TILED)
    assert [line.status for line in state.history] == ["read", "read", "failed"]
    assert [line.number for line in state.history] == [0, 1, None]
    assert (state.stage, state.reading, state.announced) == (Stage.PLAYING, 1, (1, 0))
    assert "disk is full" in state.trouble
    assert state.history[1].kept, "its picture is the one that was asked about"


def test_taken_back_twice_its_picture_is_shown_again(gone_on):
    gone_on.evening.double().result(5)
    state = gone_on.evening.double().result(5)
    assert [line.status for line in state.history] == ["read", "undone", "undone"]
    again = gone_on.sees(OFFER)
    assert again.report.file == "002.jpg"
    assert again.report.moment.checkpoint == "offer-end"


def test_whoever_takes_the_sitting_up_again_finds_it(gone_on, kitchens):
    gone_on.evening.stop()
    later = kitchens(gone_on.journal)
    assert later.evening.go_on()
    assert [played.entry.boards for played in later.evening.sitting.history] == [
        EMPTY,
        OFFER,
        TILED,
    ]
    assert len(later.memory.seen) == 3


def test_another_press_for_the_same_moment_is_no_answer(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    state = kitchen.sees(EITHER)
    assert state.stage is Stage.QUESTION
    assert [line.number for line in state.history] == [0, None, None]


def test_where_people_play_on_the_next_press_is_for_what_comes_then(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    state = kitchen.sees(Later(TILED))
    assert [line.checkpoint for line in state.history] == ["setup", "offer-end", "tiled"]
    assert [line.number for line in state.history] == [0, 1, 2]
    assert (state.due.checkpoint, state.due.round, state.stage) == ("offer-end", 2, Stage.PLAYING)


def test_a_hold_goes_on_as_a_press_does(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    state = kitchen.sees(Later(TILED), hold=True)
    assert [line.checkpoint for line in state.history] == ["setup", "offer-end", "tiled"]


@pytest.mark.parametrize(("between", "stage"), [
    ("waiting", Stage.LOST), (BoardNotFound("gone"), Stage.LOST), (MIXED, Stage.VIOLATION),
])  # fmt: skip
def test_so_it_does_after_a_hand_or_something_wrong(kitchen, between, stage):
    kitchen.start()
    assert kitchen.sees(EMPTY, EITHER, between).stage is stage
    state = kitchen.sees(Later(TILED))
    assert (state.stage, state.report.moment.checkpoint) == (Stage.PLAYING, "tiled")
    assert [line.number for line in state.history] == [0, 1, None, 2]


def test_what_was_told_meanwhile_is_of_the_picture_that_comes_then(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    evening.ask(Tell({"drawn": [1, 0]})).result(5)
    kitchen.sees("waiting", Later(TILED))
    offer, tiled = (played.entry.moment for played in evening.sitting.history[1:])
    assert (dict(offer.told), dict(tiled.told)) == ({}, {"drawn": (1, 0)})


@pytest.mark.parametrize("between", [(), ("waiting",), (MIXED,)])
def test_each_is_kept_with_its_own_picture_though_the_press_was_for_one_moment(kitchen, between):
    """After a restart the eyes learn from what is kept: walls as they were tiled must not be it."""
    kitchen.start()
    state = kitchen.sees(EMPTY, EITHER, *between, Later(TILED))
    lines = [line for line in state.history if line.number]
    recorded = kitchen.journal.recorded(state.sitting)
    kept = [one.picture for one in recorded if isinstance(one.event, Confirmed)]
    shown = [kitchen.evening.album.get(line.picture).jpeg for line in lines]
    assert kept[1:] == [sha256(jpeg).hexdigest() for jpeg in shown]
    assert kept[1:] == [line.kept for line in lines]


def test_what_no_longer_follows_is_still_pointed_out(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, TILED)
    unfit = evening.ask(Correct(0, {"line/0/0": "black"}, reading=1)).result(5).misfits
    assert [(one.reading, one.seat) for one in unfit] == [(2, 0)]
    second = (TILED[0] | {"line/1/1": "blue"}, {"floor/0": "first"})
    state = kitchen.sees({"options": (second, MIXED)}, Later(({"wall/1/1": "blue"}, {})))
    assert state.history[3].status == "read", "the question has settled itself"
    assert state.misfits == unfit


def test_a_press_after_that_is_a_new_one(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY, EITHER, Later(TILED))
    state = kitchen.sees(({"line/1/0": "blue", "wall/0/2": "red"}, {}))
    assert (state.report.moment.checkpoint, state.report.moment.round) == ("offer-end", 2)


def test_it_is_the_line_of_its_own_moment():
    """A phone's later picture may be asked about too: whose board it shows."""
    asked, whose = Moment(Checkpoint.OFFER_END, 2), Moment(Checkpoint.TILED, 2)
    lines = tuple(Entry.of(at, "question") for at in (asked, asked, whose))
    state = after.answered(State(SETUP, 0, history=lines), Answered(3, asked), "hash")
    assert [line.status for line in state.history] == ["question", "read", "question"]
    assert (state.history[1].number, state.history[1].kept) == (3, "hash")
    assert after.answered(state, Answered(4, Moment(Checkpoint.SETUP, 0)), "") == state


def test_after_a_power_cut_the_same_is_looked_at_again(kitchen, kitchens):
    kitchen.start()
    kitchen.sees(EMPTY, EITHER)
    kitchen.evening.stop()
    later = kitchens(kitchen.journal)
    later.eyes.sights.append(EITHER)
    assert later.evening.go_on()
    later.evening.start()
    assert later.evening.state.due.checkpoint is Checkpoint.OFFER_END
    assert later.sees(OFFER).history[-1].number == 1

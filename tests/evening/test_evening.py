"""An evening from the empty boards on: what is pressed, what is shown, what is in the journal."""

import time
from dataclasses import replace

import pytest
from kitchen import EMPTY, MIXED, OFFER, ROW, SEATING, SETUP, TILED, asked, picture, with_names

from companion.errors import BoardNotFound, CorrectionRefused, JournalError
from companion.events import Confirmed, Opened, Refused, Undone
from companion.games.base import Checkpoint
from companion.journal import Journal
from companion.service.bulletin.state import Phase, Stage
from companion.service.evening import asks


def test_pictures_are_taken_for_what_is_due(kitchen):
    evening = kitchen.start()
    assert (evening.state.stage, evening.state.due.checkpoint) == (Stage.SET_UP, "setup")
    assert kitchen.sees(EMPTY).due.checkpoint is Checkpoint.OFFER_END
    state = kitchen.sees(OFFER)
    assert (state.announced, state.due.checkpoint) == ((1, 0), "tiled")
    state = kitchen.sees(TILED)
    assert (state.confirmed, state.due.round, state.stage) == ((1, 0), 2, Stage.PLAYING)
    assert [line.status for line in state.history] == ["read"] * 3
    assert state.names == ("Ada", "Ben")


def test_a_players_own_button_says_that_a_turn_is_done(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY)
    state = kitchen.sees(({"line/1/0": "blue"}, {}), seat=0)
    assert (state.report.moment.checkpoint, state.turn) == ("turn", 1)
    assert kitchen.sees(OFFER, hold=True).report.moment.checkpoint == "offer-end"


@pytest.mark.parametrize("seat", [2, 5, -1])
def test_the_button_of_a_seat_that_nobody_has_does_nothing(kitchen, seat):
    """Four buttons are wired and two play: a turn of the third seat was on record."""
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    for gesture in (evening.press, evening.hold):
        with pytest.raises(CorrectionRefused, match=f"nobody sits at seat {seat}"):
            gesture(seat).result(5)
    kitchen.sees(MIXED)
    with pytest.raises(CorrectionRefused, match=f"nobody sits at seat {seat}"):
        evening.press(seat).result(5)
    assert [line.status for line in evening.state.history] == ["read", "violation"]


def test_everything_confirmed_is_in_the_journal_before_it_is_shown(kitchen, monkeypatch):
    evening = kitchen.start()
    shown_too_early = []

    def watching(change):
        state = original(change)
        numbered = state.reading is not None and state.reading + 1
        written = sum(isinstance(event, Confirmed) for event in kitchen.events())
        if numbered and numbered > written:
            shown_too_early.append(state)
        return state

    original = evening.bulletin.change
    monkeypatch.setattr(evening.bulletin, "change", watching)
    kitchen.sees(EMPTY, OFFER, TILED)
    assert not shown_too_early
    assert [type(event) for event in kitchen.events()] == [Opened, *[Confirmed] * 3]


def test_the_picture_of_every_reading_is_kept(kitchen):
    kitchen.start()
    state = kitchen.sees(EMPTY, MIXED)
    for line, taken in zip(state.history, (1, 2), strict=True):
        assert kitchen.journal.pictures.get(line.kept) == picture(taken)


def test_what_cannot_be_written_is_not_shown(kitchen, monkeypatch):
    evening = kitchen.start()
    kitchen.sees(EMPTY)

    def full(*_, **more):
        raise JournalError("The disk is full, so nothing more can be confirmed. Make room.")

    monkeypatch.setattr(kitchen.journal, "append", full)
    state = kitchen.sees(OFFER)
    assert "disk is full" in state.trouble
    assert (state.phase, state.stage, state.reading) == (Phase.FAILED, Stage.PLAYING, 0)
    monkeypatch.undo()
    assert kitchen.sees(OFFER).announced == (1, 0)
    assert evening.state.trouble == ""


def test_a_picture_that_cannot_be_kept_costs_no_reading(kitchen, monkeypatch):
    kitchen.start()

    def full(*_):
        raise JournalError("the picture cannot be kept; make room on the disk")

    monkeypatch.setattr(kitchen.journal, "keep_picture", full)
    state = kitchen.sees(EMPTY)
    assert (state.stage, state.history[0].kept) == (Stage.PLAYING, "")
    assert "make room" in state.notice


def test_a_violation_waits_and_a_press_looks_again(kitchen):
    kitchen.start()
    state = kitchen.sees(EMPTY, MIXED)
    assert (state.stage, state.report.boards[0].problems[0].rule) == (
        Stage.VIOLATION, "AZ-R15",
    )  # fmt: skip
    assert isinstance(kitchen.events()[-1], Refused)
    assert kitchen.sees(OFFER, seat=1).report.moment.checkpoint == "offer-end", "the same moment"


def test_a_covered_board_changes_nothing(kitchen):
    kitchen.start()
    state = kitchen.sees(EMPTY, "waiting")
    assert (state.stage, state.reading) == (Stage.LOST, 0)
    assert kitchen.sees(OFFER).stage is Stage.PLAYING


def test_a_script_comes_by_time_to_its_end(kitchens):
    kitchen = kitchens(live=False, autoplay=True, interval_s=0.01)
    second = ({**TILED[0], "line/2/0": "red"}, {"floor/0": "first"})
    kitchen.start(EMPTY, "waiting", TILED, second)
    kitchen.until(lambda state: state.stage is Stage.OVER)


def test_a_second_press_of_the_same_button_is_impatience(kitchen):
    evening = kitchen.start(EMPTY, OFFER)
    kitchen.eyes.takes_s = 0.05
    for _ in range(5):
        evening.press()
    evening.press().result(5)
    kitchen.rest()
    assert len(evening.state.history) == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_so_is_one_while_another_look_is_taken(kitchen, seat):
    """Ben has it taken, where Ada has put right what was not legal, and pressed before."""
    evening = kitchen.start(seating=replace(SEATING, turns=True))
    kitchen.sees(EMPTY)
    kitchen.sees(MIXED, seat=0)
    kitchen.eyes.takes_s = 0.1
    kitchen.eyes.sights += [({"line/0/0": "red"}, {}), "waiting"]
    evening.press(1).result(5)
    evening.press(seat).result(5)
    kitchen.rest()
    time.sleep(0.05)
    assert (evening.state.stage, len(evening.state.history)) == (Stage.PLAYING, 3)


def test_another_players_press_meanwhile_is_a_turn_of_its_own(kitchen):
    kitchen.eyes.takes_s = 0.05
    evening = kitchen.start(EMPTY, ({"line/1/0": "blue"}, {}), OFFER)
    evening.press()
    kitchen.until(lambda state: state.stage is Stage.PLAYING)
    evening.press(0).result(5)
    evening.press(1).result(5)
    kitchen.until(lambda state: len(state.history) == 3)


def test_what_is_asked_while_it_looks_is_done_afterwards(kitchen):
    kitchen.eyes.takes_s = 0.1
    evening = kitchen.start(EMPTY)
    evening.press().result(5)
    assert evening.state.stage is Stage.LOOKING
    state = evening.double().result(5)
    assert (state.stage, len(kitchen.events())) == (Stage.SET_UP, 3)


def test_the_end_of_the_game(kitchen):
    evening = kitchen.start()
    four = {cell: colour for cell, colour in ROW.items() if cell != "wall/0/2"}
    kitchen.sees(EMPTY, ({"line/0/0": "red", **four}, {}))
    assert evening.state.stage is Stage.VIOLATION, "nobody could have filled the wall"
    asked(evening, asks.Again())
    state = kitchen.plays_to_the_end()
    assert (state.stage, state.phase, state.result.complete) == (Stage.OVER, Phase.OVER, True)
    assert state.result.winners == (0,)
    evening.press().result(5)
    assert evening.state is state
    assert evening.double().result(5).stage is Stage.PLAYING, "also the end can be undone"


def test_a_game_that_is_over_stays_so_when_a_disk_that_was_full_has_room_again(kitchen):
    kitchen.start()
    kitchen.sees(JournalError("The disk is full.", full=True))
    kitchen.plays_to_the_end()
    assert asked(kitchen.evening, asks.Room()).phase is Phase.OVER


def test_the_light_is_measured_anew_for_a_new_game(kitchen):
    """Otherwise the evening would be photographed by the light of noon."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    before = kitchen.camera.rewound
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    kitchen.sees(EMPTY)
    assert kitchen.camera.rewound == before + 1
    kitchen.sees(OFFER)
    assert kitchen.camera.rewound == before + 1, "once"


def test_a_new_game_puts_the_old_one_aside(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    first = evening.state.sitting
    state = asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    assert (state.stage, state.names, state.history) == (Stage.SET_UP, ("Cleo", "Dan"), ())
    assert kitchen.journal.sitting(first).aside
    state = asked(evening, asks.TakeUp(first))
    assert (state.names, state.announced, state.reading) == (("Ada", "Ben"), (1, 0), 1)
    assert kitchen.sees(TILED).confirmed == (1, 0)


def test_preparing_a_game_shows_which_boards_are_found(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY)
    state = kitchen.previews(EMPTY)
    assert [one.seat for one in state.preview.boards] == [0, 1]
    state = kitchen.previews(BoardNotFound("no board is to be seen; lay the brackets"))
    assert "lay the brackets" in state.preview.sentence
    assert len(kitchen.events()) == 2, "looking for boards is no event"


def test_preparing_a_game_never_touches_the_one_under_way(kitchen):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    before = evening.state
    state = kitchen.previews(EMPTY)
    assert replace(state, version=before.version, preview=None) == before
    assert kitchen.sees(OFFER).announced == (1, 0), "presses count as before"
    assert evening.double().result(5).happened == "undone"
    assert kitchen.sees(OFFER, hold=True).announced == (1, 0)


def test_what_is_prepared_while_it_looks_comes_afterwards(kitchen):
    evening = kitchen.start()
    kitchen.eyes.takes_s = 0.1
    kitchen.eyes.sights += [EMPTY]
    evening.press().result(5)
    assert evening.state.stage is Stage.LOOKING
    state = kitchen.previews(EMPTY)
    assert (state.stage, state.reading) == (Stage.PLAYING, 0)


def test_the_evening_goes_on_after_a_restart(kitchen, kitchens):
    kitchen.start()
    before = kitchen.sees(EMPTY, OFFER, MIXED)
    kitchen.evening.stop()
    again = kitchens(kitchen.journal)
    again.eyes.sights.append(MIXED)
    assert again.evening.go_on()
    again.evening.start()
    state = again.evening.state
    assert (state.sitting, state.announced, state.reading, state.stage) == (
        before.sitting, (1, 0), 1, Stage.VIOLATION,
    )  # fmt: skip
    assert [line.status for line in state.history] == ["read", "read", "violation"]
    assert state.history[1].kept == before.history[1].kept
    assert [(bring() is None, number) for bring, number in again.memory.seen] == [
        (False, 0),
        (False, 1),
    ]
    assert [(bring() is None, corners) for bring, corners in again.memory.empty] == [(False, None)]
    assert again.sees(TILED).confirmed == (1, 0)


def test_it_goes_on_without_its_pictures_too(kitchen, kitchens):
    kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    kitchen.evening.stop()
    kitchen.journal.pictures._memory.keep_only(set())
    again = kitchens(kitchen.journal)
    assert again.evening.go_on()
    assert [(bring(), corners) for bring, corners in again.memory.empty] == [(None, None)]
    assert [(bring(), number) for bring, number in again.memory.seen] == [(None, 0), (None, 1)]


def test_a_game_that_people_set_up_is_kept_before_its_first_picture(kitchen, kitchens):
    evening = kitchen.start()
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    evening.stop()
    again = kitchens(kitchen.journal)
    assert again.evening.go_on()
    assert (again.evening.state.names, again.evening.state.stage) == (("Cleo", "Dan"), Stage.SET_UP)


def test_what_the_configuration_opened_gives_way_to_another_one(kitchen, kitchens):
    kitchen.start()
    kitchen.evening.stop()
    assert not kitchens(kitchen.journal).evening.go_on()


def test_what_is_typed_for_a_new_game_is_kept_until_it_begins(kitchen):
    evening = kitchen.start()
    asked(evening, asks.Draft((("name0", "Cleo"),)))
    assert kitchen.journal.draft("new-game") == [["name0", "Cleo"]]
    asked(evening, asks.Begin(with_names("Cleo", "Dan")))
    assert kitchen.journal.draft("new-game") is None


def test_what_was_told_in_advance_outlives_a_restart_but_not_its_picture(kitchen, kitchens):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    asked(evening, asks.Tell({"broken": [0, 1]}))
    evening.stop()
    again = kitchens(kitchen.journal)
    assert again.evening.go_on()
    again.evening.start()
    assert again.evening.context.told == {"broken": (0, 1)}
    again.sees(OFFER)
    assert list(again.events()[-1].moment.told["broken"]) == [0, 1]
    again.evening.stop()
    third = kitchens(kitchen.journal)
    assert third.evening.go_on()
    assert third.evening.context.told == {}


def test_there_may_be_nothing_to_go_on_with(kitchen):
    assert not kitchen.evening.go_on()
    assert kitchen.evening.state.stage is Stage.IDLE


def test_a_sitting_that_cannot_be_gone_on_with_is_said(kitchen, monkeypatch):
    number = kitchen.journal.begin(SEATING)
    kitchen.journal.append(number, Undone())

    def refuse(*_):
        raise RuntimeError("no eyes to be had")

    monkeypatch.setattr("kitchen.HearsayKeeper.__init__", refuse)
    assert not kitchen.evening.go_on()
    assert "cannot be gone on with" in kitchen.evening.state.notice


def test_it_is_said_until_people_begin_a_game(kitchen, kitchens, monkeypatch):
    kitchen.start()
    kitchen.evening.stop()
    again = kitchens(kitchen.journal)
    monkeypatch.delattr(again.__class__, "recalled")
    again.journal.append(1, Undone())
    assert not again.evening.go_on()
    again.start()
    assert "cannot be gone on with" in again.evening.state.notice, "the one that is open now is new"
    assert asked(again.evening, asks.Begin(SEATING)).notice == ""


def test_a_damaged_journal_is_said_on_the_page(tmp_path, kitchens):
    (tmp_path / "journal.db").write_bytes(b"a letter, not a journal" * 99)
    kitchen = kitchens(Journal(tmp_path))
    kitchen.start()
    assert "damaged" in kitchen.sees(EMPTY).notice
    kitchen.journal.close()


def test_names_never_reach_the_rules(kitchen):
    evening = kitchen.start()
    assert evening.state.setup == SETUP
    assert evening.state.names == ("Ada", "Ben")


def test_a_live_camera_gives_as_many_pictures_as_must_agree(kitchen):
    place = kitchen.place
    kitchen.place = lambda seating: replace(place(seating), agreeing=3)
    evening = kitchen.start()
    state = kitchen.sees(EMPTY)
    assert (kitchen.camera.taken, len(evening.context.keeper.looked_at)) == (3, 3)
    assert state.history[-1].file == "003.jpg", "the newest is the one that is kept"

"""The camera goes and comes back; meanwhile people go on by hand."""

import time
from concurrent.futures import wait
from dataclasses import replace
from threading import Event

import pytest
from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED

from companion.errors import CameraLost, CorrectionRefused, JournalError
from companion.events import Confirmed
from companion.games.base import Checkpoint, Setup
from companion.journal import Seating
from companion.ports import Gesture
from companion.service.bulletin.state import Phase, Stage
from companion.service.evening import asks, lookout
from companion.service.evening.due import mark


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(lookout, "GLANCE_S", 0.01)


def pulled(kitchen):
    """An evening with two readings, and the cable pulled."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER)
    kitchen.camera.gone = True
    evening.press().result(5)
    kitchen.until(lambda state: state.stage is Stage.CAMERA_GONE)
    return evening


def test_it_is_said_and_the_game_is_kept(kitchen):
    state = pulled(kitchen).state
    assert "plug it in" in state.trouble
    assert (state.announced, state.reading, state.due.checkpoint) == ((1, 0), 1, "tiled")


def test_a_picture_that_comes_after_all_is_shown(kitchen):
    """The cable was loose for a glance: what is on record must be on the page."""
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    kitchen.eyes.sights.append(OFFER)
    kitchen.eyes.takes_s = 0.2
    evening.press().result(5)
    assert evening.ask(asks.CameraGone("plug it in")).result(5).stage is Stage.LOOKING
    state = kitchen.rest()
    assert (state.stage, state.trouble) == (Stage.PLAYING, "")
    assert state.boards[0] == OFFER[0]


def test_a_picture_that_comes_after_all_is_of_the_game_it_was_taken_for(kitchen, monkeypatch):
    """Who begins another one meanwhile must not find it there."""
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    asked_for, taken = Event(), kitchen.camera.frame
    monkeypatch.setattr(kitchen.camera, "frame", lambda: asked_for.wait(5) and taken())
    kitchen.eyes.sights.append(OFFER)
    evening.press().result(5)
    evening.ask(asks.CameraGone("plug it in")).result(5)
    begun = evening.ask(asks.Begin(SEATING))
    wait([begun], 0.3)
    asked_for.set()
    begun.result(5)
    assert [len(kitchen.journal.recorded(sitting)) for sitting in (1, 2)] == [3, 1]
    assert evening.sitting.history == ()


def test_corrections_count_and_the_camera_stays_gone(kitchen):
    evening = pulled(kitchen)
    state = evening.ask(asks.Correct(0, {"line/0/0": "black"})).result(5)
    assert (state.stage, state.boards[0]["line/0/0"]) == (Stage.CAMERA_GONE, "black")
    assert "plug it in" in state.trouble


def test_a_question_stays_open_beside_a_correction(kitchen):
    """It can be answered as soon as the camera is back."""
    evening = kitchen.start()
    kitchen.sees(EMPTY, OFFER, {"options": [TILED, OFFER], "answers": (("red",), ("blue",))})
    evening.ask(asks.CameraGone("plug it in")).result(5)
    state = evening.ask(asks.CorrectScore(0, 5, 1)).result(5)
    assert (state.stage, state.trouble) == (Stage.CAMERA_GONE, "plug it in")
    assert evening.ask(asks.CameraBack()).result(5).stage is Stage.QUESTION
    assert evening.ask(asks.Answer(0)).result(5).reading == 2


def test_tiles_that_cannot_be_shown_are_skipped_and_the_camera_stays_gone(kitchen, quick):
    evening = kitchen.start(seating=replace(SEATING, show_tiles=True))
    kitchen.sees(EMPTY)
    kitchen.camera.gone = True
    evening.press().result(5)
    kitchen.until(lambda state: state.stage is Stage.CAMERA_GONE)
    state = evening.ask(asks.SkipTiles()).result(5)
    assert (state.stage, state.due.checkpoint) == (Stage.CAMERA_GONE, Checkpoint.OFFER_END)
    assert "plug it in" in state.trouble
    kitchen.camera.gone = False
    kitchen.until(lambda state: state.stage is Stage.PLAYING)


def test_boards_are_laid_by_hand_as_long_as_it_takes(kitchen):
    evening = pulled(kitchen)
    state = evening.ask(asks.LayByHand(TILED)).result(5)
    assert (state.stage, state.confirmed) == (Stage.CAMERA_GONE, (1, 0))
    assert [line.status for line in state.history] == ["read", "read", "by-hand"]
    second = ({**TILED[0], "line/2/0": "red"}, {"floor/0": "first"})
    state = evening.ask(asks.LayByHand(second, Gesture.HOLD)).result(5)
    assert (state.report.moment.round, state.announced, state.stage) == (
        2,
        (1, 0),
        Stage.CAMERA_GONE,
    )
    assert isinstance(kitchen.events()[-1], Confirmed)
    state = evening.ask(asks.Undo()).result(5)
    assert (state.confirmed, state.stage) == ((1, 0), Stage.CAMERA_GONE)


def test_boards_laid_by_hand_count_for_what_they_were_laid(kitchen):
    """A second press, or a page left open: the same boards must not end the next round too."""
    evening = pulled(kitchen)
    late = mark(evening.state.sitting, evening.state.due, evening.state.reading)
    state = evening.ask(asks.LayByHand(TILED, late=late)).result(5)
    assert (state.reading, state.due.checkpoint) == (2, Checkpoint.OFFER_END)
    with pytest.raises(CorrectionRefused, match="the game has moved on"):
        evening.ask(asks.LayByHand(TILED, late=late)).result(5)
    assert evening.state.reading == 2
    evening.ask(asks.LayByHand(TILED)).result(5)


@pytest.mark.parametrize(
    ("boards", "word"),
    [
        (TILED[:1], "boards of all 2 players"),
        (MIXED, "not be legal at seat 0"),
        (({"wall/9/9": "red"}, {}), "no cell"),
    ],
)
def test_boards_that_cannot_lie_so_are_refused(kitchen, boards, word):
    evening = pulled(kitchen)
    with pytest.raises(CorrectionRefused, match=word):
        evening.ask(asks.LayByHand(boards)).result(5)
    assert evening.state.reading == 1


@pytest.mark.parametrize("gesture", Gesture)
def test_boards_are_laid_by_hand_for_no_seat_that_nobody_has(kitchen, gesture):
    """Of two players a third passed, and the round was over for one of them too early."""
    pavilion = Setup("summer-pavilion", players=2, first_player=0)
    evening = kitchen.start(seating=Seating(pavilion))
    kitchen.sees(EMPTY)
    with pytest.raises(CorrectionRefused, match="nobody sits at seat 2"):
        evening.ask(asks.LayByHand(EMPTY, gesture, seat=2)).result(5)
    assert evening.state.reading == 0


def test_it_stays_gone_when_a_disk_that_was_full_has_room_again(kitchen):
    kitchen.start()
    kitchen.sees(EMPTY, JournalError("The disk is full.", full=True))
    kitchen.camera.gone = True
    kitchen.evening.press().result(5)
    kitchen.until(lambda state: state.stage is Stage.CAMERA_GONE)
    state = kitchen.evening.ask(asks.Room()).result(5)
    assert (state.stage, state.phase) == (Stage.CAMERA_GONE, Phase.FAILED)
    assert "plug it in" in state.trouble


def test_it_returns_by_itself(kitchen, quick):
    evening = pulled(kitchen)
    kitchen.camera.gone = False
    state = kitchen.until(lambda state: state.stage is Stage.PLAYING)
    assert (state.happened, state.trouble) == ("camera-back", "")
    assert kitchen.sees(TILED).confirmed == (1, 0)
    assert evening.state.stage is Stage.PLAYING


def test_what_was_laid_meanwhile_holds_when_it_returns(kitchen, quick):
    evening = pulled(kitchen)
    evening.ask(asks.LayByHand(TILED)).result(5)
    kitchen.camera.gone = False
    state = kitchen.until(lambda state: state.stage is Stage.PLAYING)
    assert (state.confirmed, state.due.round) == ((1, 0), 2)


def test_a_press_looks_whether_it_is_back(kitchen):
    evening = pulled(kitchen)
    evening.press().result(5)
    kitchen.until(lambda state: state.stage is Stage.CAMERA_GONE)
    kitchen.camera.gone = False
    assert kitchen.sees(TILED).stage is Stage.PLAYING


def test_it_may_go_while_nobody_presses(kitchen, quick):
    evening = kitchen.start()
    kitchen.sees(EMPTY)
    evening.set_autoplay(True)
    kitchen.camera.gone = True
    kitchen.until(lambda state: state.stage is Stage.CAMERA_GONE)
    kitchen.camera.gone = False
    kitchen.until(lambda state: state.stage is Stage.PLAYING)


def test_when_the_game_is_over_it_may_be_put_away(kitchen, quick):
    """Where pictures come by themselves, too: the winner stays on the page, and the lamp green."""
    evening = kitchen.start()
    evening.set_autoplay(True)
    kitchen.plays_to_the_end()
    kitchen.camera.gone = True
    time.sleep(0.2)
    assert evening.state.stage is Stage.OVER


def test_without_a_camera_a_new_game_cannot_be_looked_at_but_begun(kitchen):
    evening = kitchen.start()
    kitchen.camera.gone = True
    evening.ask(asks.Preview(evening.place.seating)).result(5)
    assert "plug it in" in kitchen.until(lambda state: state.preview).preview.sentence
    assert evening.ask(asks.Begin(evening.place.seating)).result(5).stage is Stage.SET_UP


def test_the_sentence_of_the_camera_is_shown(kitchen):
    kitchen.start()
    state = kitchen.sees(CameraLost("the cable is loose; push it in", camera="x", attempts=3))
    assert (state.stage, state.trouble) == (Stage.CAMERA_GONE, "the cable is loose; push it in")

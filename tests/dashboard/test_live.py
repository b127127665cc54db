"""The running companion: a press, a picture, a new state."""

import logging
import time

import pytest
from evening import REPORTS, TABLE_JPEG, Evening, RehearsedKeeper, violation
from typed_reports import report_from

from companion.errors import BoardNotFound
from companion.service.bulletin.state import Phase
from companion.service.evening import asks
from web.routes.data.state_json import state_json


def test_nothing_is_looked_at_before_the_first_press(evening):
    state = evening.live.state
    assert (state.version, state.phase, state.shown, state.report) == (1, Phase.READY, 0, None)


def test_a_press_shows_the_next_picture(evening):
    state = evening.press()
    assert state.phase is Phase.SHOWN
    assert state.report.to_json() == report_from(REPORTS[0]).to_json()
    assert evening.live.album.get(state.picture).jpeg == TABLE_JPEG


def test_looking_is_a_state_of_its_own(evening):
    evening.live.press()
    assert evening.until(lambda state: state.phase is Phase.LOOKING).shown == 0
    assert evening.until(lambda state: state.phase is Phase.SHOWN).shown == 1


def test_presses_while_it_looks_count_once(evening):
    evening.camera.shutter.clear()
    evening.live.press()
    evening.until(lambda state: state.phase is Phase.LOOKING)
    for _ in range(20):
        evening.live.press()
    evening.camera.shutter.set()
    evening.until(lambda state: state.shown == 2)
    time.sleep(0.05)
    assert evening.live.state.shown == 2


def test_an_offers_end_announces_what_the_tiling_confirms(evening):
    offered = evening.press(2)
    assert (offered.confirmed, offered.announced) == ((0, 0), (3, 2))
    tiled = evening.press()
    assert (tiled.confirmed, tiled.announced, tiled.before) == ((3, 2), (), (0, 0))


def test_the_end_brings_bonuses_and_a_winner(evening):
    end = evening.press(len(REPORTS))
    assert end.phase is Phase.OVER
    assert end.confirmed == (52, 68)
    assert state_json(end)["result"]["winners"] == [1]


def test_after_the_end_the_button_does_nothing(evening):
    end = evening.press(len(REPORTS))
    evening.live.press()
    time.sleep(0.05)
    assert evening.live.state is end


def test_restart_begins_anew_under_higher_versions(evening):
    before = evening.press(3)
    evening.live.ask(asks.Again())
    fresh = evening.until(lambda state: state.shown == 0)
    assert fresh.version > before.version
    assert (fresh.report, fresh.confirmed, fresh.history) == (None, None, ())
    assert evening.press().report.file == "000.jpg"


def test_a_violation_leaves_the_totals_and_shows_the_boards_as_they_lie():
    evening = Evening({3: violation()})
    state = evening.press(4)
    assert state.confirmed == (3, 2)
    assert state.history[-1].status == "violation"
    assert state.boards[1]["line/3/0"] == "red"
    evening.live.stop()


def test_a_covered_board_is_shown_as_it_was():
    covered = REPORTS[2] | {"status": "waiting", "boards": [], "breakdown": [[], []]}
    evening = Evening({2: covered})
    seen = evening.press(2).boards
    assert evening.press().boards == seen
    evening.live.stop()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (BoardNotFound("no board is to be seen; move the lamp"), "no board is to be seen"),
        (RuntimeError("a mistake of ours"), "RuntimeError: a mistake of ours"),
    ],
)
def test_a_keeper_that_fails_costs_one_picture_and_nothing_else(error, sentence, caplog):
    caplog.set_level(logging.ERROR, "companion.service")
    evening = Evening({2: error})
    before = evening.press(2)
    failed = evening.press()
    assert failed.phase is Phase.FAILED
    assert sentence in failed.trouble
    assert failed.confirmed == before.confirmed
    assert failed.history[-1].status == "failed"
    evening.instead.clear()
    evening.live.stop()


def test_life_goes_on_after_a_failure(caplog):
    caplog.set_level(logging.ERROR, "companion.service")
    evening = Evening({0: RuntimeError("dark")})
    evening.press()
    assert evening.press().report.to_json() == report_from(REPORTS[1]).to_json()
    assert evening.live.state.trouble == ""
    evening.live.stop()


def test_a_keeper_that_cannot_begin_again_is_said_not_suffered(caplog):
    caplog.set_level(logging.ERROR, "companion.service")
    evening = Evening()

    def refuse():
        raise RuntimeError("no keeper to be had")

    evening.press()
    evening.live._make_keeper = refuse
    evening.live.ask(asks.Again())
    assert "no keeper" in evening.until(lambda state: state.phase is Phase.FAILED).trouble
    evening.live._make_keeper = RehearsedKeeper
    evening.live.ask(asks.Again())
    assert evening.until(lambda state: state.shown == 0).trouble == ""
    evening.live.stop()


def test_autoplay_goes_through_to_the_end_by_itself():
    evening = Evening(autoplay=True, interval_s=0.01)
    assert evening.until(lambda state: state.phase is Phase.OVER).shown == len(REPORTS)
    evening.live.stop()


def test_autoplay_can_be_turned_off_and_on(evening):
    evening.live.set_autoplay(True)
    evening.live.set_autoplay(False)
    assert evening.press().autoplay is False
    assert evening.live.state.shown == 1


def test_with_autoplay_off_only_the_button_counts():
    evening = Evening(interval_s=0.01)
    time.sleep(0.1)
    assert evening.live.state.shown == 0
    evening.live.stop()


def test_stop_is_quick_even_while_autoplay_waits():
    evening = Evening(autoplay=True, interval_s=60)
    started = time.monotonic()
    evening.live.stop()
    assert time.monotonic() - started < 1
    assert not evening.live._thread.is_alive()

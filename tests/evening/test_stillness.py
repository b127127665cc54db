"""Something moved, and now it rests: then the companion looks by itself."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kitchen import EMPTY, MIXED, OFFER

from companion.service.bulletin.state import Stage
from companion.service.evening import lookout
from companion.service.evening.glance import glance
from companion.service.evening.stillness import REST_S, Stillness

RANDOM = np.random.default_rng(1)
TABLE = RANDOM.integers(0, 255, (96, 128, 3), np.uint8)


def with_hand():
    picture = TABLE.copy()
    picture[20:90, 30:80] = 140
    return picture


def watched(pictures, seconds=0.5):
    watcher = Stillness()
    return [watcher.see(one, seconds * n) for n, one in enumerate(pictures)]


def test_a_table_at_which_nothing_happens_asks_for_nothing():
    assert not any(watched([TABLE] * 20))


def test_after_a_hand_has_gone_and_all_rests_it_is_said_once():
    said = watched([TABLE, TABLE, with_hand(), with_hand()[:, ::-1], *[TABLE] * 8])
    assert said.count(True) == 1
    assert said.index(True) * 0.5 >= 2.0 + REST_S


def test_a_hand_that_goes_on_is_waited_for():
    hands = [np.roll(with_hand(), 9 * n, axis=1) for n in range(12)]
    assert not any(watched([TABLE, *hands]))


@given(noise=st.integers(0, 6), light=st.integers(-20, 20))
def test_noise_and_a_cloud_are_no_movement(noise, light):
    jitter = RANDOM.integers(-noise, noise + 1, TABLE.shape)
    other = np.clip(TABLE.astype(int) // 2 + 60 + jitter + light, 0, 255).astype(np.uint8)
    plain = (TABLE // 2 + 60).astype(np.uint8)
    assert not any(watched([plain, other] * 6))


class Moving:
    """Says that the table rests, as often as a test wants."""

    def __init__(self):
        self.rests = threading.Semaphore(0)

    def see(self, pixels, now_s):
        return self.rests.acquire(blocking=False)

    def forget(self):
        pass


@pytest.fixture
def table(kitchen, monkeypatch):
    monkeypatch.setattr(lookout, "GLANCE_S", 0.01)
    kitchen.evening.context.stillness = Moving()
    return kitchen


def test_with_by_itself_on_stillness_counts_as_a_press(table):
    evening = table.start(EMPTY, OFFER)
    evening.set_autoplay(True)
    evening.context.stillness.rests.release()
    table.until(lambda state: len(state.history) == 1)
    evening.context.stillness.rests.release()
    table.until(lambda state: len(state.history) == 2)


def test_without_it_stillness_is_not_even_looked_for(table):
    evening = table.start()
    table.sees(EMPTY)
    evening.context.stillness.rests.release()
    assert glance(evening.context) is None
    assert evening.context.stillness.rests.acquire(blocking=False)


def test_without_it_what_is_to_be_put_right_is_looked_at_again(table):
    evening = table.start()
    table.sees(EMPTY, MIXED)
    table.eyes.sights.append(OFFER)
    evening.context.stillness.rests.release()
    table.until(lambda state: state.stage is Stage.PLAYING and len(state.history) == 3)


def test_a_camera_that_hiccups_is_asked_again_later(table, monkeypatch):
    from companion.errors import PictureError

    evening = table.start()
    table.sees(EMPTY)
    evening.set_autoplay(True)
    monkeypatch.setattr(
        table.camera, "frame", lambda: (_ for _ in ()).throw(PictureError("a black picture"))
    )
    assert glance(evening.context) is None
    assert evening.state.stage is Stage.PLAYING

"""A tap is my turn, a hold scores the round, a double tap undoes; a chattering contact is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import PanelConfig
from companion.ports import Gesture
from hardware.panel.gestures import Gestures, Timing

TIMING = Timing(bounce_s=0.03, hold_s=0.9, double_s=0.35)
PRESS, HOLD, DOUBLE = Gesture.PRESS, Gesture.HOLD, Gesture.DOUBLE


def said(*edges, timing=TIMING, until=99.0):
    """What comes of edges, given as times: down, up, down, up ..."""
    button = Gestures(timing)
    heard = [g for n, at in enumerate(edges) for g in button.feed(n % 2 == 0, at)]
    return heard + button.tick(until)


def test_a_tap_is_a_press():
    assert said(1.0, 1.2) == [PRESS]


def test_it_is_a_press_only_when_no_second_one_came():
    assert said(1.0, 1.2, until=1.54) == []
    assert said(1.0, 1.2, until=1.56) == [PRESS]


@pytest.mark.parametrize(("up", "gesture"), [(1.89, PRESS), (1.91, HOLD), (9.0, HOLD)])
def test_tap_or_hold_is_decided_on_release(up, gesture):
    assert said(1.0, up) == [gesture]
    assert said(1.0, until=50.0) == [], "as long as it is held nothing is said"


def test_two_taps_are_one_undo():
    assert said(1.0, 1.1, 1.3, 1.4) == [DOUBLE]


def test_two_slow_taps_are_two_presses():
    assert said(1.0, 1.1, 1.6, 1.7) == [PRESS, PRESS]


def test_three_taps_are_an_undo_and_a_press():
    assert said(1.0, 1.1, 1.2, 1.3, 1.4, 1.5) == [DOUBLE, PRESS]


def test_a_tap_and_a_hold_are_both():
    assert said(1.0, 1.1, 1.3, 3.0) == [PRESS, HOLD]


def test_without_double_presses_a_press_is_said_at_once():
    quick = Timing(bounce_s=0.0, hold_s=0.9, double_s=0.0)
    assert said(1.0, 1.1, timing=quick, until=1.1) == [PRESS]
    assert said(1.0, 1.1, 1.2, 1.3, timing=quick) == [PRESS, PRESS]


def test_a_chattering_contact_is_one_press():
    chatter = [1.0, 1.002, 1.004, 1.009, 1.012, 1.2, 1.203, 1.205]
    assert said(*chatter) == [PRESS]


def test_a_spark_on_the_wire_is_nothing():
    assert said(1.0, 1.005) == []


def test_a_bouncing_release_of_a_hold_is_one_hold():
    assert said(1.0, 2.5, 2.51, 2.52) == [HOLD]


def test_due_tells_when_to_look_again():
    button = Gestures(TIMING)
    assert button.due_s is None
    button.feed(True, 1.0)
    assert button.due_s == pytest.approx(1.03)
    button.tick(1.03)
    assert button.due_s is None
    button.feed(False, 1.2)
    button.tick(1.23)
    assert button.due_s == pytest.approx(1.55)
    assert button.tick(1.55) == [PRESS]
    assert button.due_s is None


def test_the_configuration_is_in_milliseconds():
    config = PanelConfig(bounce_ms=20, hold_ms=1000, double_ms=0)
    assert Timing.of(config) == Timing(0.02, 1.0, 0.0)


def test_a_second_press_just_in_time_is_an_undo_whenever_one_looks():
    """It has not rested yet when the first one's time is up."""
    button = Gestures(TIMING)
    for down, at in ((True, 1.0), (False, 1.1)):
        assert button.feed(down, at) == []
    assert button.feed(True, 1.44) == []
    assert button.due_s == pytest.approx(1.47), "not the end of the first one's time"
    assert button.tick(1.46) == []
    assert button.feed(False, 1.6) == []
    assert button.tick(1.7) == [Gesture.DOUBLE]


@given(st.lists(st.floats(0.001, 2.0), max_size=30), st.lists(st.floats(0.01, 3.0), max_size=10))
def test_however_often_one_looks_the_same_is_said(gaps, looks):
    """Time passing in small steps or in one: the gestures do not depend on when tick is called."""
    at, edges = 1.0, []
    for gap in gaps:
        edges.append(at)
        at += gap
    button = Gestures(TIMING)
    heard = []
    ticks = sorted(1.0 + sum(looks[:n]) for n in range(len(looks)))
    for n, edge in enumerate(edges):
        for tick in [t for t in ticks if (edges[n - 1] if n else 0) <= t < edge]:
            heard += button.tick(tick)
        heard += button.feed(n % 2 == 0, edge)
    heard += button.tick(at + 99)
    assert heard == said(*edges, until=at + 99)


@given(st.lists(st.floats(0.04, 5.0), min_size=2, max_size=20).filter(lambda g: len(g) % 2 == 0))
def test_every_full_press_says_something_and_nothing_is_said_twice(gaps):
    at, edges = 1.0, []
    for gap in gaps:
        edges.append(at)
        at += gap
    heard = said(*edges, until=at + 9)
    presses = len(edges) // 2
    assert sum(2 if g is DOUBLE else 1 for g in heard) == presses

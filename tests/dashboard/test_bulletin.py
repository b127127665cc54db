"""The bulletin: every reader gets every state, and nobody waits for anybody."""

import time
from threading import Thread

import pytest
from evening import SETUP

from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import State
from companion.service.ops.feed import KEPT


@pytest.fixture
def bulletin():
    return Bulletin(State(SETUP, frames=3))


def same(state):
    return state


def test_versions_count_up(bulletin):
    assert [bulletin.change(same).version for _ in range(3)] == [2, 3, 4]


def test_a_reader_gets_the_latest_state_at_once_and_then_each_newer_one(bulletin):
    bulletin.change(same)
    reader = bulletin.follow(pause_s=1)
    assert next(reader).version == 2
    for _ in range(3):
        bulletin.change(same)
    assert [next(reader).version for _ in range(3)] == [3, 4, 5]


def test_a_reader_who_sleeps_misses_the_oldest_and_holds_up_nobody(bulletin):
    reader = bulletin.follow(pause_s=1)
    next(reader)
    started = time.monotonic()
    for _ in range(3 * KEPT):
        bulletin.change(same)
    assert time.monotonic() - started < 1
    assert next(reader).version == bulletin.latest.version - KEPT + 1


def test_a_pause_is_said(bulletin):
    reader = bulletin.follow(pause_s=0.01)
    assert next(reader).version == 1
    assert next(reader) is None
    bulletin.change(same)
    assert next(reader).version == 2


def test_closing_wakes_everybody_who_waits(bulletin):
    got = []
    readers = [Thread(target=lambda: got.append(bulletin.newer(1, 60))) for _ in range(5)]
    for reader in readers:
        reader.start()
    bulletin.close()
    for reader in readers:
        reader.join(1)
    assert got == [None] * 5
    assert list(bulletin.follow(60)) == []


def test_two_readers_get_the_same_states_from_a_busy_writer(bulletin):
    def read(into):
        for state in bulletin.follow(5):
            into.append(state.version)
            if state.version == 40:
                return

    first, second = [], []
    readers = [Thread(target=read, args=(into,)) for into in (first, second)]
    for reader in readers:
        reader.start()
    for _ in range(39):
        bulletin.change(same)
    for reader in readers:
        reader.join(5)
    for versions in (first, second):
        assert versions[-1] == 40
        assert versions == list(range(versions[0], 41))

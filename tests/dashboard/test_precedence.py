"""Who is served when: whoever asks next on the same connection is no part of the count before."""

from dataclasses import dataclass
from threading import Event

import pytest

from web.access.precedence import STRANGERS_AT_ONCE, STREAMS_OF_ONE_STRANGER, Turns


@dataclass
class Request:
    """A request that is served when ``go`` is set, and whose connection may be paired meanwhile."""

    who: str = "192.168.1.20"
    known: bool = False
    streams: bool = False
    seat: bool = False
    pairs: bool = False

    def __post_init__(self):
        self.served = Event()

    def service(self):
        self.known = self.known or self.pairs
        self.served.set()

    def cancel(self):
        pass


@pytest.fixture
def turns():
    turns = Turns()
    yield turns
    assert turns.shutdown()


def test_strangers_are_served_after_others_have_paired(turns):
    """A page that was paired asks again at once, before its first request is counted off."""
    for number in range(2 * STRANGERS_AT_ONCE):
        pairing = Request(f"192.168.1.{number}", pairs=True)
        turns.add_task(pairing)
        assert pairing.served.wait(5)
    later = Request()
    turns.add_task(later)
    assert later.served.wait(5)


def test_streams_are_given_back_by_who_had_them(turns):
    for _ in range(2 * STREAMS_OF_ONE_STRANGER):
        pairing = Request(streams=True, pairs=True)
        turns.add_task(pairing)
        assert pairing.seat
        assert pairing.served.wait(5)
        settle(turns)


def settle(turns):
    """Wait until no stream's thread is left."""
    with turns._changed:
        assert turns._changed.wait_for(
            lambda: not any(one.name == "companion-stream" for one in turns._threads), 5
        )

"""The event stream over a real connection."""

import http.client
import json
import time
from threading import Thread
from urllib.parse import urlsplit

import pytest

from companion.errors import BusyError
from web import Server
from web.routes.data import stream as module
from web.routes.data.state_json import state_json


class Stream:
    """An event stream as a browser reads it."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=5)
        self.connection.request("GET", "/events")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200

    def states(self, count):
        """The next ``count`` states."""
        return [self.state() for _ in range(count)]

    def state(self):
        for line in self.lines():
            if line.startswith("data: "):
                return json.loads(line.removeprefix("data: "))
        raise AssertionError("the stream has ended")

    def lines(self):
        while line := self.answer.readline():
            yield line.decode().rstrip("\n")

    def close(self):
        self.answer.close()
        self.connection.close()


@pytest.fixture
def open_stream(served):
    streams = []

    def open_one():
        streams.append(Stream(served))
        return streams[-1]

    yield open_one
    for stream in streams:
        stream.close()


def test_the_stream_begins_with_the_state_of_the_moment(open_stream, evening):
    evening.press(2)
    stream = open_stream()
    assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
    assert stream.state() == json.loads(json.dumps(state_json(evening.live.state)))


def test_every_version_is_delivered_in_order_to_every_page(open_stream, evening):
    first, second = open_stream(), open_stream()
    assert first.state()["version"] == second.state()["version"] == 1
    last = evening.press(4).version
    for stream in (first, second):
        assert [state["version"] for state in stream.states(last - 1)] == list(range(2, last + 1))


def test_the_score_is_in_the_event(open_stream, evening):
    stream = open_stream()
    stream.state()
    evening.press(3)
    assert stream.states(6)[-1]["scores"] == [3, 2]


def test_an_event_arrives_at_once(open_stream, evening):
    stream = open_stream()
    stream.state()
    started = time.monotonic()
    evening.live.press()
    stream.states(2)
    assert time.monotonic() - started < 2


def test_quiet_streams_say_that_they_live(open_stream, monkeypatch):
    monkeypatch.setattr(module, "KEEP_ALIVE_S", 0.05)
    lines = open_stream().lines()
    assert "event: alive" in [next(lines) for _ in range(10)]


def test_a_page_that_went_away_gives_its_place_back(served, monkeypatch, evening):
    monkeypatch.setattr(module, "KEEP_ALIVE_S", 0.02)
    before = module._seats._value
    streams = [Stream(served) for _ in range(3)]
    assert module._seats._value == before - 3
    for stream in streams:
        stream.close()
    deadline = time.monotonic() + 15
    while module._seats._value < before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert module._seats._value == before


def test_too_many_streams_leave_room_for_pages(client, monkeypatch):
    monkeypatch.setattr(module._seats, "_value", 0)
    assert client.get("/events").status_code == 503
    assert client.get("/").status_code == 200


def test_stopping_with_open_streams_takes_less_than_two_seconds(evening):
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    streams = [Stream(f"http://127.0.0.1:{server.port}") for _ in range(10)]
    for stream in streams:
        stream.state()
    ended = []
    readers = [Thread(target=lambda one=one: ended.append(list(one.lines()))) for one in streams]
    for reader in readers:
        reader.start()
    started = time.monotonic()
    evening.live.stop()
    server.stop()
    assert time.monotonic() - started < 2
    for reader in readers:
        reader.join(2)
    assert len(ended) == 10
    for stream in streams:
        stream.close()


@pytest.mark.long
def test_a_hundred_pages_get_every_state_at_once(open_stream, evening):
    streams = [open_stream() for _ in range(100)]
    first = [stream.state()["version"] for stream in streams]
    assert set(first) == {1}
    late = []

    def read(stream, versions):
        for version in versions:
            assert stream.state()["version"] == version
            late.append(time.perf_counter() - shown[version])

    shown = {}
    change = evening.live.bulletin.change

    def noting(how):
        shown[evening.live.state.version + 1] = time.perf_counter()
        return change(how)

    evening.live.bulletin.change = noting
    readers = [Thread(target=read, args=(stream, range(2, 18))) for stream in streams]
    for reader in readers:
        reader.start()
    evening.press(8)
    for reader in readers:
        reader.join(20)
    assert len(late) == 100 * 16
    assert sorted(late)[int(0.99 * len(late))] < 0.15


def test_a_busy_port_is_one_clear_sentence(served, evening):
    port = urlsplit(served).port
    with pytest.raises(BusyError, match=f"port {port} is in use .* --port {port + 1}"):
        Server(evening.app, "127.0.0.1", port)


def test_an_address_of_somebody_else_is_one_clear_sentence(evening):
    with pytest.raises(BusyError, match=r"192\.0\.2\.1 .* cannot be used"):
        Server(evening.app, "192.0.2.1", 8080)

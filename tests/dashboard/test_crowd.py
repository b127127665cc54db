"""One stranger with 500 connections of any kind: paired phones get their pages and streams."""

import http.client
import socket
import time
from contextlib import ExitStack, suppress
from statistics import median
from threading import Event, Thread

import pytest
from test_events import Stream

from web import Server, create_app
from web.access import doorman
from web.access.paired_devices import COOKIE, Pairing
from web.routes.data import stream

CROWD = 500
HEADER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def house(evening):
    """A companion that takes no browser of its own machine for known; yields its port."""
    devices = Pairing(local=False)
    app = create_app(evening.live, devices=devices)
    server = Server(app, "127.0.0.1", 0)
    server.start()
    server.cookie = f"{COOKIE}={devices.pair('phone', code=devices.code)}"
    yield server
    evening.live.stop()
    server.stop()


@pytest.fixture
def stranger(house):
    """Opens connections that send ``said`` and then nothing more."""
    with ExitStack() as stack:

        def visit(said=b"", count=CROWD):
            opened = []
            for _ in range(count):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", house.port), 5))
                with suppress(OSError):  # shown out already
                    one.sendall(said)
                opened.append(one)
            return opened

        yield visit


def got(house, path="/", cookie=None):
    """The seconds a paired phone waits for a page, with a connection of its own."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=10)
    connection.request("GET", path, headers={"Cookie": cookie or house.cookie})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, body
    return time.perf_counter() - began


def phones_are_served(house):
    got(house)
    waits = [got(house) for _ in range(15)]
    assert median(waits) < 0.2, waits
    assert max(waits) < 1.0, waits
    phone = PairedStream(house)
    assert phone.state()["version"] >= 1
    phone.close()


class PairedStream(Stream):
    """The event stream of a paired phone."""

    def __init__(self, house):
        self.connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=5)
        self.connection.request("GET", "/events", headers={"Cookie": house.cookie})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200


POST = (
    b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 900\r\n"
)
KINDS = {
    "that say nothing": b"",
    "with half a header": HEADER,
    "with half a body": POST + b"\r\ncode=",
    "with a whole request": HEADER + b"\r\n",
    "with ten requests": (HEADER + b"\r\n") * 10,
    "with a stream": b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "with a picture": b"GET /static/dashboard.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "with nonsense": b"\x16\x03\x01" * 50 + b"\r\n\r\n",
}


NEARLY = (
    *("with a whole request", "with a picture"),
    *("that say nothing", "with half a header"),
)
"""Much like another kind: ten requests, or half a body."""


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(said, marks=[pytest.mark.long] * (kind in NEARLY), id=kind)
        for kind, said in KINDS.items()
    ],
)
def test_a_stranger_with_500_connections(house, stranger, said):
    stranger(said)
    phones_are_served(house)
    stranger(said)
    phones_are_served(house)


def test_a_stranger_who_asks_again_and_again(house):
    over = Event()

    def ask():
        while not over.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", house.port), 5) as one:
                one.sendall(HEADER + b"Connection: close\r\n\r\n")
                while one.recv(65536):
                    pass

    crowd = [Thread(target=ask) for _ in range(20)]
    for one in crowd:
        one.start()
    try:
        time.sleep(0.3)
        phones_are_served(house)
    finally:
        over.set()
        for one in crowd:
            one.join()


def test_a_strangers_streams_leave_room_and_are_free_again_at_once(house, stranger):
    opened = stranger(KINDS["with a stream"], 200)
    phones = [PairedStream(house) for _ in range(60)]
    for one in opened:
        one.close()
    time.sleep(1.5)
    later = Stream(f"http://127.0.0.1:{house.port}")
    for one in (*phones, later):
        one.close()


def test_a_header_must_come_within_seconds(house, stranger, monkeypatch):
    monkeypatch.setattr(doorman, "REQUEST_S", 0.5)
    (slow,) = stranger(HEADER, 1)
    slow.settimeout(5)
    began = time.monotonic()
    assert slow.recv(100) == b"", "it was shown out"
    assert time.monotonic() - began < 4


def test_dripping_does_not_help(house, stranger, monkeypatch):
    monkeypatch.setattr(doorman, "REQUEST_S", 1.0)
    (slow,) = stranger(HEADER, 1)
    began = time.monotonic()
    with suppress(OSError):
        while time.monotonic() - began < 8:
            slow.sendall(b"X-Drip: 1\r\n")
            time.sleep(0.1)
    assert time.monotonic() - began < 6, "it was shown out"


def test_a_paired_phone_that_rests_is_not_shown_out(house, monkeypatch):
    monkeypatch.setattr(doorman, "REQUEST_S", 0.2)
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=5)
    sock = None
    for rests_s in (2.2, 0):
        connection.request("GET", "/api/state", headers={"Cookie": house.cookie})
        assert connection.getresponse().read()
        assert sock in (None, connection.sock)
        sock = connection.sock
        time.sleep(rests_s)
    connection.close()


def test_a_browser_with_cookies_of_others_is_answered(house):
    got(house, cookie=f"{house.cookie}; other=caf\xe9")


def test_a_stranger_cannot_fill_the_disk(house, stranger):
    (one,) = stranger(
        b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999999999\r\n\r\nx", 1
    )
    one.settimeout(5)
    answer = one.recv(100)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 41"), "refused before it is read"


def test_the_places_of_streams_are_given_back(house):
    before = stream._seats._value
    streams = [PairedStream(house) for _ in range(3)]
    for one in streams:
        one.close()
    deadline = time.monotonic() + 3
    while stream._seats._value < before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert stream._seats._value == before

"""Uploads over a real socket: only paired phones send, and what breaks off changes nothing."""

import http.client
import socket
from contextlib import closing, suppress

import pytest
from evening import Evening

from tests.sittings import DEMO
from web import Server, create_app
from web.access.paired_devices import COOKIE, Pairing

NAME = "0123456789abcdef"
PICTURE = (DEMO / "003.jpg").read_bytes()


@pytest.fixture
def house():
    """A companion with one paired phone, on a real port."""
    evening, devices = Evening(), Pairing(local=False)
    app = create_app(evening.live, devices=devices)
    server = Server(app, "127.0.0.1", 0)
    server.start()
    server.desk = app.extensions["desk"]
    server.cookie = f"{COOKIE}={devices.pair('phone', code=devices.code)}"
    yield server
    evening.live.stop()
    server.stop()


def post(house, body, cookie):
    with closing(http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)) as connection:
        return answered(house, connection, body, cookie)


def answered(house, connection, body, cookie):
    headers = {
        "Cookie": cookie, "Origin": f"http://127.0.0.1:{house.port}",
        "Content-Type": "application/octet-stream",
    }  # fmt: skip
    connection.request("POST", f"/score/picture?name={NAME}", body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_a_paired_phone_sends_a_whole_picture(house):
    padded = PICTURE + bytes(12_000_000)  # as large as a phone's own
    assert post(house, padded, house.cookie) == 200
    assert house.desk.picture(NAME) is not None


def test_a_stranger_is_shown_out_before_the_picture_is_there(house):
    with suppress(OSError):  # the door was shut
        assert post(house, bytes(12_000_000), "") == 401
    assert house.desk.picture(NAME) is None


def pour(connection, size):
    """Send so many bytes in pieces."""
    for _ in range(size >> 16):
        connection.sendall(b"10000\r\n" + bytes(1 << 16) + b"\r\n")


def test_so_is_a_stranger_who_does_not_say_how_much_will_come(house):
    head = (
        f"POST /restore HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        f"Origin: http://127.0.0.1:{house.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", house.port), 5) as one:
        one.sendall(head.encode())
        with pytest.raises(ConnectionError):
            pour(one, 20_000_000)


def test_an_upload_that_breaks_off_changes_nothing_and_can_be_sent_again(house):
    head = (
        f"POST /score/picture?name={NAME} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        f"Origin: http://127.0.0.1:{house.port}\r\nCookie: {house.cookie}\r\n"
        f"Content-Type: image/jpeg\r\nContent-Length: {len(PICTURE)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", house.port), 5) as one:
        one.sendall(head.encode() + PICTURE[: len(PICTURE) // 2])
    assert house.desk.picture(NAME) is None
    assert post(house, PICTURE, house.cookie) == 200
    assert house.desk.picture(NAME).jpeg == PICTURE


def test_what_is_larger_than_any_picture_is_refused(house):
    assert post(house, bytes(25_000_001), house.cookie) == 413

"""Pictures of the table over a real socket: what breaks off, and a companion that restarts."""

import http.client
import socket
from contextlib import closing

import cv2
import numpy as np
import pytest
from kitchen import EMPTY, OFFER, Kitchen
from test_photograph import bomb, encoded
from test_sent_pictures import HOME, IN_HAND, photo

from companion.games.base import Checkpoint
from companion.journal import Journal
from companion.service.bulletin.state import Stage
from web import Server, create_app

NOISE = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
PICTURE = cv2.imencode(".png", NOISE)[1].tobytes()


class House:
    """A companion on a real port, over one folder."""

    def __init__(self, folder):
        self.kitchen = Kitchen(Journal(folder))
        if not self.kitchen.evening.go_on():
            self.kitchen.evening.open(self.kitchen.place(IN_HAND))
        self.kitchen.evening.start()
        self.server = Server(create_app(self.kitchen.evening), "127.0.0.1", 0)
        self.server.start()

    def stop(self):
        self.kitchen.evening.stop()
        self.server.stop()

    def sees(self, *sights):
        self.kitchen.eyes.sights += sights

    def read(self):
        history = self.kitchen.evening.sitting.history
        return [played.entry.moment.checkpoint for played in history]

    def head(self, name):
        return (
            f"POST /camera/picture?name={name} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
            f"Origin: http://127.0.0.1:{self.server.port}\r\n"
            f"Content-Type: image/png\r\nContent-Length: {len(PICTURE)}\r\n\r\n"
        ).encode()

    def send_part(self, name):
        """Send half a picture, and stay connected."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), 5)
        connection.sendall(self.head(name) + PICTURE[: len(PICTURE) // 2])
        return connection

    def send(self, name):
        address = "127.0.0.1", self.server.port
        headers = {"Origin": f"http://127.0.0.1:{self.server.port}", "Content-Type": "image/png"}
        with closing(http.client.HTTPConnection(*address, timeout=20)) as connection:
            connection.request("POST", f"/camera/picture?name={name}", PICTURE, headers)
            status = connection.getresponse().status
        self.kitchen.rest()
        return status


@pytest.fixture
def houses(tmp_path):
    """Companions over one folder, one after the other."""
    made = []

    def start():
        made.append(House(tmp_path))
        return made[-1]

    yield start
    made[-1].stop()


def test_a_picture_that_breaks_off_is_none_and_is_taken_when_it_comes_whole(houses):
    house = houses()
    house.send_part("picture-1").close()
    assert house.read() == []
    house.sees(EMPTY)
    assert house.send("picture-1") == 200
    assert house.read() == [Checkpoint.SETUP]


def test_a_companion_that_restarts_while_a_picture_comes_takes_it_once(houses):
    house = houses()
    house.sees(EMPTY)
    house.send("picture-1")
    half = house.send_part("picture-2")
    house.stop()
    half.close()
    house = houses()
    assert house.read() == [Checkpoint.SETUP]  # nothing confirmed is lost
    house.sees(OFFER)
    for name in ("picture-1", "picture-2", "picture-2"):
        assert house.send(name) == 200
    assert house.read() == [Checkpoint.SETUP, Checkpoint.OFFER_END]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "No picture"),
        (b"hello", "no picture"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "HEIC"),
        (b"\0\0\0\x18ftypmp42" + bytes(64), "film"),
        (PICTURE[: len(PICTURE) // 2], "cut off"),
        (PICTURE[: len(PICTURE) // 2] + PICTURE[-2:], "damaged"),
        (bomb(60000, 60000), "64 megapixels"),
        (encoded(8100, 8000), "64 megapixels"),
        (bytes(25_000_001), "25 megabytes"),
    ],
    ids=["empty", "text", "HEIC", "film", "cut off", "cut within", "bomb", "65 MP", "26 MB"],
)
def test_what_is_no_picture_is_one_sentence_and_changes_nothing(kitchens, data, word):
    kitchen = kitchens()
    kitchen.start(seating=IN_HAND)
    phone = create_app(kitchen.evening).test_client()
    before = kitchen.evening.state.version
    answer = phone.post(
        "/camera/picture?name=picture-1", data=data, headers=HOME, content_type="image/jpeg"
    )
    assert answer.status_code in (400, 413)
    assert word in answer.text
    assert (kitchen.evening.state.version, kitchen.evening.state.stage) == (before, Stage.SET_UP)
    kitchen.eyes.sights.append(EMPTY)  # the same name may be used again: nothing was taken
    phone.post(
        "/camera/picture?name=picture-1", data=photo(), headers=HOME, content_type="image/jpeg"
    )
    assert kitchen.rest().stage is Stage.PLAYING


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "This needs"), ("pl", "To wymaga"), ("cs", "K tomu")]
)
def test_what_cannot_be_done_without_scripts_says_so(kitchens, lang, told):
    kitchen = kitchens()
    kitchen.start(seating=IN_HAND)
    phone = create_app(kitchen.evening).test_client()
    for path in ("/camera", "/score", "/by-hand", "/new-game"):
        page = phone.get(path, query_string={"lang": lang}).text
        assert f'<noscript><p class="card notice">{told} ' in page, path

"""An evening's page shows the pictures that its readings were read from."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from pages import HOME

sys.path.insert(0, str(Path(__file__).parents[1] / "evening"))

from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED, Kitchen, picture

from companion.journal import Journal
from companion.service.evening import asks
from web import create_app
from web.pictures.thumbnail import thumbnail

SHOWN = re.compile(r'<a href="(/pictures/\w{64}\.jpg)"><img src="([^"]+)".*?<span>(.+?)</span>')


@pytest.fixture
def table(tmp_path):
    journal = Journal(tmp_path / "state")
    kitchen = Kitchen(journal)
    kitchen.start(seating=SEATING)
    kitchen.client = create_app(kitchen.evening).test_client()
    yield kitchen
    kitchen.evening.stop()
    journal.close()


def shown(table, number=1):
    return SHOWN.findall(table.client.get(f"/history/{number}?lang=en").text)


def test_every_reading_that_holds_has_its_picture_and_says_of_what_it_is(table):
    table.sees(EMPTY, MIXED, OFFER, TILED)
    found = shown(table)
    titles = [title for _, _, title in found]
    assert titles == ["Setting up", "Round 1 · All tiles taken", "Round 1 · Walls tiled"]
    full = [table.client.get(address).data for address, _, _ in found]
    assert full == [picture(1), picture(3), picture(4)], "what was not legal is no reading"
    assert all(table.client.get(small).mimetype == "image/jpeg" for _, small, _ in found)


def test_what_was_taken_back_is_not_shown_until_it_is_put_back(table):
    table.sees(EMPTY, OFFER, TILED)
    table.evening.ask(asks.Undo()).result(5)
    assert [title for _, _, title in shown(table)] == ["Setting up", "Round 1 · All tiles taken"]
    table.evening.ask(asks.PutBack()).result(5)
    assert [title for _, _, title in shown(table)][2:] == ["Round 1 · Walls tiled"]


def test_pictures_that_are_no_longer_kept_leave_no_gap(table):
    table.sees(EMPTY, OFFER)
    address = shown(table)[0][0]
    table.journal.pictures.forget([Path(address).stem])
    assert [title for _, _, title in shown(table)] == ["Round 1 · All tiles taken"]
    assert table.client.get(address).status_code == 404
    assert table.client.get("/pictures/nobody.jpg").status_code == 404


def test_who_deletes_an_evening_deletes_its_pictures(table):
    table.sees(EMPTY, OFFER)
    address = shown(table)[0][0]
    table.evening.open(table.place(SEATING))
    gone = table.client.post("/history/1/delete", data={"sure": "yes"}, headers=HOME)
    assert gone.status_code == 303
    assert table.client.get(address).status_code == 404


@pytest.mark.parametrize(("size", "small"), [((1640, 1232), (410, 308)), ((400, 300), (400, 300))])
def test_a_small_picture_is_still_large_enough_to_see_the_boards(size, small):
    pixels = np.random.default_rng(3).integers(0, 255, (*size[::-1], 3), np.uint8)
    jpeg = thumbnail(cv2.imencode(".jpg", pixels)[1].tobytes())
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (*small[::-1], 3)

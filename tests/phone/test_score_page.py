"""What would this score?  Any picture, no game: found, counted, corrected by pressing."""

import json
import re
from dataclasses import replace
from html import unescape

import cv2
import numpy as np
import pytest
from werkzeug.datastructures import MultiDict

from companion.boards.board_files import FILES
from companion.reconcile import Doubt
from companion.service.pictures import single_picture
from companion.service.pictures.photograph import MOST_BYTES
from companion.service.pictures.picture_report import PictureReport
from companion.sightings.sighting import BoardSighting, View
from tests.sittings import DATA, DEMO
from web.views.points import score

HOME = {"Origin": "http://localhost", "X-Requested-With": "fetch"}
NAME = "0123456789abcdef"
PICTURE = (DEMO / "003.jpg").read_bytes()
LABELS = json.loads((DATA / "demo" / "labels.json").read_text(encoding="utf-8"))["frames"]
CORNERS = json.dumps([board["corners_px"] for board in LABELS[3]["boards"]])
AS_AZUL = {"game": "azul", "boards": "2", "corners": CORNERS}


def sent(client, data, name=NAME, **headers):
    return client.post(
        f"/score/picture?name={name}", data=data, headers=HOME | headers, content_type="image/jpeg"
    )


def shown(client, name=NAME, **args):
    answer = client.get(f"/score/{name}", query_string=AS_AZUL | args)
    assert answer.status_code == 200
    return answer.text


def worths(html):
    return re.findall(r'<strong class="worth[^"]*">([^<]+)</strong>', html)


def won_points(frame, seat):
    before, after = (LABELS[n]["boards"][seat]["score_marker"] for n in (frame, frame + 1))
    return f"{after - before:+d}".replace("-", "−")


def test_a_picture_is_counted(client):
    assert sent(client, PICTURE).status_code == 200
    html = shown(client)
    assert worths(html) == [won_points(3, 0), won_points(3, 1)]
    assert "Board 1" in html
    assert "Board 2" in html


def test_what_is_not_sure_is_said_in_words(client, monkeypatch):
    """It was only dashed in the picture, and counted."""
    unsure = Doubt(("line/1/0",), (None, "red"), None, 0.6)
    made_out = PictureReport.reading.fget
    monkeypatch.setattr(
        PictureReport, "reading", property(lambda one: replace(made_out(one), doubts=(unsure,)))
    )
    sent(client, PICTURE)
    said = "Not sure what lies there, dashed in the picture: Pattern line 2, space 1"
    assert shown(client).count(said) == 2


def test_a_pressed_tile_is_corrected_and_the_sum_follows(client):
    sent(client, PICTURE)
    html = shown(client)
    lies = LABELS[3]["boards"][0]["cells"]
    full = next(f"line/{row}/{row}" for row in range(5) if f"line/{row}/{row}" in lies)
    sheet = shown(client, board="0", cell=full)
    ways = [unescape(way) for way in re.findall(r'class="choice button" href="([^"]+)"', sheet)]
    emptied = client.get(next(way for way in ways if f"{full}~empty" in _plain(way))).text
    assert worths(emptied)[0] != worths(html)[0]
    assert worths(emptied)[1] == worths(html)[1]
    assert "→ <strong>" in emptied


def _plain(address):
    from urllib.parse import unquote_plus

    return unquote_plus(address)


def test_with_the_totals_the_winner_is_counted(client):
    sent(client, PICTURE)
    html = client.get(
        f"/score/{NAME}", query_string=[*AS_AZUL.items(), ("total", "80"), ("total", "20")]
    ).text
    assert html.count('class="crown"') == 1
    found = [int(total) for total in re.findall(r"Total then: (\d+)", html)]
    assert found[0] > found[1]


def test_totals_that_nobody_can_have_are_said_and_left_out(client):
    sent(client, PICTURE)
    html = shown(client, total="700")
    assert "Nobody can have such a total" in html
    assert worths(html) == [won_points(3, 0), won_points(3, 1)]


@pytest.mark.parametrize("search", ["sought_before", pytest.param("", marks=pytest.mark.long)])
def test_boards_are_found_where_nobody_says_where_they_lie(client, request, search):
    """They are truly looked for when time is no matter, and every day in test_read_picture.py."""
    if search:
        request.getfixturevalue(search)
    sent(client, PICTURE)
    html = client.get(f"/score/{NAME}?game=azul&boards=2").text
    assert len(worths(html)) == 2


@pytest.mark.usefixtures("sought_before")
def test_where_boards_are_missing_the_page_says_so(client):
    sent(client, PICTURE)
    said = "2 of 3 boards were found"
    assert said in client.get(f"/score/{NAME}?game=azul&boards=3").text
    assert said not in shown(client, boards="3"), "people have said where the boards lie"


GREY = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
"""A picture without any board."""


def test_where_no_board_is_found_people_set_the_corners(client):
    sent(client, GREY)
    html = client.get(f"/score/{NAME}?game=azul&boards=2").text
    assert "Check the game and the side, or set their corners in the picture" in html
    assert re.search(r'<details class="panel corners" open>', html)


@pytest.mark.parametrize(
    ("game", "corners", "said"),
    [
        ("summer-pavilion", json.loads(CORNERS), "This is no board of the game"),
        ("azul", [[[9, 9], [21, 9], [21, 21], [9, 21]]], "No board is made out here"),
    ],
)
def test_of_what_is_no_board_of_the_game_nothing_is_counted(client, game, corners, said):
    sent(client, PICTURE)
    html = shown(client, game=game, corners=json.dumps(corners))
    assert set(worths(html)) == {"–"}
    assert html.count(said) == len(corners)
    assert "counted as empty" not in html
    assert "still chooses" not in html
    assert '<details class="panel corners" open>' in html
    assert "Is the game over?" not in html


def others(html):
    """As which other games the page offers to read the picture: name -> address."""
    offered = re.findall(r'<a class="button" href="([^"]+)">Read it as ([^<]+)</a>', html)
    return {name: unescape(address) for address, name in offered}


def test_boards_that_look_alike_are_read_as_another_game_with_one_press(client):
    """Azul was read as Azul Mini without a word, with its points."""
    sent(client, PICTURE)
    html = shown(client, game="azul-mini", change0="wall/0/0~blue")
    assert "Read as: Azul Mini, coloured side." in html
    assert "look just like it" in html
    assert list(others(html)) == ["Azul", "Azul: Master Chocolatier"]
    as_azul = client.get(others(html)["Azul"]).text
    assert "Read as: Azul, coloured side." in as_azul
    assert worths(as_azul) == [won_points(3, 0), won_points(3, 1)]
    assert "→ <strong>" not in as_azul, "it was said of the other game's tiles"


def test_a_board_that_looks_like_another_games_is_read_as_that_with_one_press(client):
    seen_as = (("azul", "grey"), ("master-chocolatier", "grey"), ("azul-duel", "coloured"))
    asked = score.asked(MultiDict({"game": "summer-pavilion"}))
    seen = BoardSighting(0, View.UNKNOWN, resembles=seen_as)
    with client.application.test_request_context():
        found = [one.name for one in score.instead(asked, [seen])]
    assert found == ["Azul, grey side", "Azul: Master Chocolatier, brown side", "Azul Duel"]


def every_other(html):
    """What the page offers where it made out no board, every other game: name -> address."""
    offered = re.search(r'<p class="row any-other".*?</p>', html)
    found = re.findall(r'href="([^"]+)">([^<]+)<', offered[0]) if offered else ()
    return {name: unescape(address) for address, name in found}


def test_where_no_board_is_found_every_other_game_and_side_is_one_press_away(client):
    """Who chose the wrong game, or side, was only told to check them."""
    sent(client, GREY)
    html = client.get(f"/score/{NAME}?game=master-chocolatier&boards=2&change0=wall/0/0~blue").text
    assert "If another game or side lies there, read the picture as:" in html
    offered = every_other(html)
    assert list(offered)[:2] == ["Azul: Master Chocolatier, brown side", "Azul, coloured side"]
    assert len(offered) == len(FILES) - 1
    assert "Azul Duel" in offered
    assert "change0" not in offered["Azul, coloured side"], "it was said of the other game's tiles"
    assert every_other(client.get(offered["Azul, coloured side"]).text), "nothing is there either"


@pytest.mark.usefixtures("sought_before")
def test_what_is_offered_is_read_with_one_press(client, monkeypatch):
    found = single_picture.propose
    monkeypatch.setattr(
        single_picture,
        "propose",
        lambda image, board, players: found(image, board, players) if board.game == "azul" else (),
    )
    sent(client, PICTURE)
    html = client.get(f"/score/{NAME}?game=summer-pavilion&boards=2").text
    as_azul = client.get(every_other(html)["Azul, coloured side"]).text
    assert worths(as_azul) == [won_points(3, 0), won_points(3, 1)]
    assert every_other(as_azul) == {}, "boards are made out"


def test_where_corners_make_no_board_no_other_game_is_offered(client):
    sent(client, PICTURE)
    crossing = "[[[100, 100], [300, 100], [100, 300], [300, 300]]]"
    assert every_other(shown(client, corners=crossing)) == {}


def test_what_a_board_looks_like_is_offered_and_no_other_game_beside_it(client):
    asked = score.asked(MultiDict({"game": "summer-pavilion"}))
    strange = BoardSighting(0, View.UNKNOWN, None)
    with client.application.test_request_context():
        assert len(score.any_other(asked, [strange])) == len(FILES) - 1
        assert not score.any_other(asked, [replace(strange, resembles=(("azul", "grey"),))])


def test_duel_has_no_more_than_two_boards():
    """Three and four could be chosen for it, and were sought."""
    assert score.asked(MultiDict({"game": "azul-duel", "boards": "4"})).wanted.players == 2
    assert score.asked(MultiDict({"game": "azul", "boards": "4"})).wanted.players == 4


def test_corners_that_cross_are_to_be_set_again(client):
    sent(client, PICTURE)
    html = shown(client, corners="[[[100, 100], [300, 100], [100, 300], [300, 300]]]")
    assert "The boards were not found. Set their corners in the picture" in html


def test_the_same_picture_sent_again_is_taken_once(client):
    other = (DEMO / "004.jpg").read_bytes()
    sent(client, PICTURE)
    assert sent(client, other).status_code == 200
    assert client.get(f"/score/{NAME}.jpg").data == PICTURE


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "No picture arrived"),
        (b"hello", "no picture"),
        (PICTURE[: len(PICTURE) // 2], "cut off"),
        (PICTURE[: len(PICTURE) // 2] + PICTURE[-2:], "damaged"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "HEIC"),
        (b"\0\0\0\x18ftypmp42" + bytes(64), "film"),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(client, data, word):
    answer = sent(client, data)
    assert answer.status_code == 400
    assert word in answer.get_json()["error"]
    assert client.get(f"/score/{NAME}?game=azul").status_code == 404


def test_too_many_bytes_are_refused_before_they_are_read(client):
    answer = sent(client, bytes(MOST_BYTES + 1))
    assert answer.status_code == 413
    assert "25 megabytes" in answer.get_json()["error"]


def test_a_page_elsewhere_sends_nothing(client):
    assert sent(client, PICTURE, Origin="http://evil.example").status_code == 403


def test_a_device_that_is_not_paired_sends_nothing_and_sees_nothing(client):
    sent(client, PICTURE)
    guest = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    answer = client.post(
        f"/score/picture?name={NAME}x", data=PICTURE, headers=HOME,
        content_type="image/jpeg", **guest,
    )  # fmt: skip
    assert answer.status_code == 401
    assert client.get(f"/score/{NAME}?game=azul", **guest).status_code == 401
    assert client.get(f"/score/{NAME}.jpg", **guest).status_code == 401


@pytest.mark.parametrize(
    "args",
    [
        {"game": "chess"},
        {"boards": "9"},
        {"corners": "[[1]]"},
        {"corners": "{"},
        {"corners": "[]"},
        {"corners": "[" * 5000},
    ],
)
def test_a_damaged_address_is_said_to_be(client, args):
    sent(client, PICTURE)
    assert client.get(f"/score/{NAME}", query_string=AS_AZUL | args).status_code == 400


def test_what_makes_no_sense_in_a_change_is_passed_over(client):
    sent(client, PICTURE)
    assert worths(shown(client, change0="wall/9/9~red", cell="nowhere")) == worths(shown(client))


def test_only_the_newest_pictures_are_kept(client):
    sent(client, PICTURE)
    for number in range(8):
        sent(client, PICTURE, name=f"another-{number}")
    assert client.get(f"/score/{NAME}?game=azul").status_code == 404

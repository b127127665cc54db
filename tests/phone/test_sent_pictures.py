"""A phone as the camera of an evening: every picture is taken once, in order, whatever happens."""

import re
from concurrent.futures import wait
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kitchen import EMPTY, MIXED, OFFER, SEATING, TILED

from companion.errors import BoardNotFound, CorrectionRefused
from companion.journal import Journal
from companion.ports import Gesture, Picture, Signal
from companion.service.bulletin.signal_of_state import signal_of
from companion.service.bulletin.state import Stage
from companion.service.evening import asks
from companion.service.evening.handlers import phones
from companion.service.reports.report import Status
from web import create_app

IN_HAND = replace(SEATING, handheld=True, chosen=True)
HOME = {"Origin": "http://localhost", "X-Requested-With": "fetch"}


def photo(number=0):
    return cv2.imencode(".jpg", np.full((48, 64, 3), number, np.uint8))[1].tobytes()


def sent(name, number=0, **options):
    pixels = np.full((48, 64, 3), number, np.uint8)
    return asks.Sent(Picture(f"{name}.jpg", photo(number), pixels), name, **options)


@pytest.fixture
def kitchen(kitchens):
    one = kitchens()
    one.start(seating=IN_HAND)
    return one


@pytest.fixture
def phone(kitchen):
    """The page of a phone that may act, at the kitchen's table."""
    return create_app(kitchen.evening).test_client()


def send(phone, name, **args):
    return phone.post(
        "/camera/picture", query_string={"name": name} | args, data=photo(),
        headers=HOME, content_type="application/octet-stream",
    )  # fmt: skip


@pytest.mark.parametrize("which", ["seat", "owner"])
@pytest.mark.parametrize("place", ["2", "-1", "x", "\u0661", "9" * 5000])
def test_a_place_that_nobody_has_is_refused(kitchen, phone, which, place):
    answer = send(phone, "picture-1", **{which: place})
    assert (answer.status_code, answer.json["error"]) == (400, "Nobody sits there.")


@pytest.mark.parametrize("gesture", ["pass", "Hold", "double", ""])
def test_a_gesture_that_no_picture_stands_for_is_refused(kitchen, phone, gesture):
    """It counted as a press: who meant to pass was read as having placed a tile."""
    answer = send(phone, "picture-1", gesture=gesture)
    assert answer.status_code == 400
    assert "gesture is" in answer.json["error"]
    assert "must be one of press, hold" in answer.json["error"]


def sees(kitchen, sight, name, **options):
    kitchen.eyes.sights.append(sight)
    kitchen.evening.ask(sent(name, **options)).result(5)
    return kitchen.rest()


def test_a_game_goes_on_picture_by_picture(kitchen):
    assert sees(kitchen, EMPTY, "picture-1").stage is Stage.PLAYING
    assert sees(kitchen, OFFER, "picture-2").report.moment.checkpoint == "offer-end"
    assert sees(kitchen, TILED, "picture-3").report.moment.checkpoint == "tiled"
    assert kitchen.camera.taken == 0


def test_the_same_picture_sent_again_is_taken_once(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    before = sees(kitchen, OFFER, "picture-2")
    for name in ("picture-1", "picture-2"):
        assert kitchen.evening.ask(sent(name)).result(5) is before


def test_two_phones_at_once_are_both_taken_in_order(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    kitchen.eyes.takes_s = 0.1
    kitchen.eyes.sights += [OFFER, TILED]
    one, other = (kitchen.evening.ask(sent(name)) for name in ("from-ada", "from-ben"))
    again = kitchen.evening.ask(sent("from-ada"))
    wait([one, other, again], timeout=5)
    kitchen.rest()
    read = [played.entry.moment.checkpoint.value for played in kitchen.evening.sitting.history]
    assert read == ["setup", "offer-end", "tiled"]
    assert kitchen.eyes.sights == []


def test_after_something_wrong_the_same_moment_is_looked_at(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    assert sees(kitchen, MIXED, "picture-2").stage is Stage.VIOLATION
    assert sees(kitchen, OFFER, "picture-3").report.moment.checkpoint == "offer-end"
    assert sees(kitchen, BoardNotFound("no board"), "picture-4").stage is Stage.LOST
    assert sees(kitchen, TILED, "picture-5").report.moment.checkpoint == "tiled"


def test_buttons_take_no_picture_where_phones_do(kitchen):
    with pytest.raises(CorrectionRefused, match="page Camera"):
        kitchen.evening.press().result(5)


def test_a_game_with_a_camera_of_its_own_takes_none_from_phones(kitchens):
    kitchen = kitchens()
    kitchen.start(EMPTY)
    with pytest.raises(CorrectionRefused, match="camera of its own"):
        kitchen.evening.ask(sent("picture-1")).result(5)


def test_what_is_taken_back_is_not_taken_again_by_a_phone_that_wakes_up(kitchen):
    sees(kitchen, EMPTY, "picture-1")
    sees(kitchen, OFFER, "picture-2")
    kitchen.evening.ask(asks.Undo()).result(5)
    kitchen.evening.ask(sent("picture-2")).result(5)
    assert len(kitchen.evening.sitting.history) == 1


@pytest.fixture
def restarted(kitchens, tmp_path):
    """Kitchens over one folder, one after the other."""

    def start():
        kitchen = kitchens(Journal(tmp_path))
        if not kitchen.evening.go_on():
            kitchen.evening.open(kitchen.place(IN_HAND))
        kitchen.evening.start()
        return kitchen

    return start


def test_a_picture_that_was_read_before_the_power_went_is_not_read_again(restarted):
    kitchen = restarted()
    sees(kitchen, EMPTY, "picture-1")
    sees(kitchen, OFFER, "picture-2")
    kitchen.evening.stop()
    kitchen = restarted()
    for name in ("picture-1", "picture-2"):
        kitchen.evening.ask(sent(name)).result(5)
    assert len(kitchen.evening.sitting.history) == 2
    assert kitchen.evening.place.handheld


def test_a_picture_that_was_not_read_before_the_power_went_is_read(restarted):
    kitchen = restarted()
    sees(kitchen, EMPTY, "picture-1")
    phones.keep(kitchen.evening.context, "picture-2")
    kitchen.evening.stop()
    kitchen = restarted()
    assert sees(kitchen, OFFER, "picture-2").report.moment.checkpoint == "offer-end"


def test_the_page_takes_a_picture_and_says_how_the_evening_stands(kitchen, phone):
    kitchen.eyes.sights.append(EMPTY)
    answer = send(phone, "picture-1")
    assert answer.status_code == 200
    assert answer.get_json()["stage"] in ("looking", "playing")
    kitchen.rest()
    assert "Score the round" in phone.get("/camera").text


def test_the_pages_speak_of_pictures_where_no_button_counts(kitchens, kitchen, phone):
    fixed = kitchens()
    fixed.start()
    html = create_app(fixed.evening).test_client().get("/").text
    assert ("Waiting for the button" in html, 'id="autoplay"' in html) == (True, True)
    for path in ("/", "/player/0", "/scoreboard", "/camera"):
        html = phone.get(path).text
        assert "Waiting for a picture" in html
        assert "Put the empty boards on the table and photograph them." in html
        assert "the button" not in html
        assert 'id="autoplay"' not in html


def test_where_something_is_wrong_a_button_leads_to_the_camera(kitchen, phone):
    """It pressed a button that a game of phones does not have, and was refused."""
    sees(kitchen, EMPTY, "picture-1")
    assert sees(kitchen, MIXED, "picture-2").stage is Stage.VIOLATION
    assert leads_to(phone.get("/table"), "look-again") == "/camera"


def test_boards_that_were_cleared_are_photographed_again(kitchen, phone):
    """The button that says so was refused; the page Camera told people to open the page Camera."""
    kitchen.evening.bulletin.change(lambda state: replace(state, stage=Stage.NOT_EMPTY))
    assert leads_to(phone.get("/"), "cleared") == "/camera"
    assert leads_to(phone.get("/camera"), "cleared") == "file"


def test_a_board_that_was_read_by_itself_is_no_trouble(kitchen, phone):
    """The tone of a lost board sounded, and the button asked to look again."""
    sees(kitchen, EMPTY, "picture-1")
    seen = replace(kitchen.evening.state.report, status=Status.WAITING, missing=(1,))
    kitchen.evening.bulletin.change(lambda state: replace(state, stage=Stage.LOST, report=seen))
    html = phone.get("/camera").text
    assert "Good. The other boards, please." in html
    assert "Photograph the other boards" in html
    assert "Look again" not in html
    assert signal_of(kitchen.evening.state) is Signal.QUIET


def leads_to(page, name):
    """Where what has this id leads: to a page, or to the input that takes a picture."""
    found = re.search(rf'<(?:a|label) [^>]*id="{name}" (?:href|for)="([^"?]+)', page.text)
    return found and found[1]


def test_who_passes_and_whose_board_it_is_come_with_the_picture(kitchen, phone, monkeypatch):
    told = []
    monkeypatch.setattr(kitchen.evening, "ask", lambda ask: told.append(ask) or _done(kitchen))
    send(phone, "picture-1", seat=1, gesture="hold")
    send(phone, "picture-2", owner=1)
    assert (told[0].seat, told[0].gesture) == (1, Gesture.HOLD)
    assert (told[1].owner, told[1].seat) == (1, None)
    assert send(phone, "picture-3", owner=7).status_code == 400


def _done(kitchen):
    from concurrent.futures import Future

    future = Future()
    future.set_result(kitchen.evening.state)
    return future


def test_corners_are_shown_for_the_last_picture(kitchen, phone):
    sees(kitchen, BoardNotFound("no board"), "picture-1")
    assert "Show where the boards are" in phone.get("/camera").text
    kitchen.eyes.sights.append(EMPTY)
    corners = [[[1, 1], [9, 1], [9, 9], [1, 9]]] * 2
    answer = phone.post("/camera/corners?name=picture-2", json={"corners": corners}, headers=HOME)
    assert answer.status_code == 200
    assert kitchen.rest().stage is Stage.PLAYING
    for wrong in ({}, {"corners": corners[:1]}, {"corners": [[[1]]] * 2}):
        answer = phone.post("/camera/corners?name=picture-3", json=wrong, headers=HOME)
        assert answer.status_code == 400


def test_corners_are_of_the_picture_they_were_tapped_on_though_another_came(kitchen, phone):
    """Of two phones the one photographed the boards again while the other's owner still tapped."""
    sees(kitchen, BoardNotFound("no board"), "picture-1", number=10)
    tapped_on = kitchen.evening.album.newest.tag
    sees(kitchen, BoardNotFound("no board"), "picture-2", number=200)
    kitchen.eyes.sights.append(EMPTY)
    body = {"corners": [[[1, 1], [9, 1], [9, 9], [1, 9]]] * 2}
    gone = phone.post("/camera/corners?name=corners-1&of=gone", json=body, headers=HOME)
    assert gone.status_code == 409
    address = f"/camera/corners?name=corners-2&of={tapped_on}"
    assert phone.post(address, json=body, headers=HOME).status_code == 200
    kitchen.rest()
    assert kitchen.evening.album.newest.tag == tapped_on


def test_an_unpaired_phone_sends_nothing_and_has_no_camera(kitchen, phone):
    guest = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    answer = phone.post(
        "/camera/picture?name=picture-1", data=photo(), headers=HOME,
        content_type="image/jpeg", **guest,
    )  # fmt: skip
    assert answer.status_code == 401
    assert phone.get("/camera", **guest).status_code == 401
    assert kitchen.evening.state.stage is Stage.SET_UP


@pytest.mark.parametrize("name", ["", "short", "../../etc/passwd", "x" * 65, "with space in it"])
def test_a_picture_needs_a_name(phone, name):
    assert send(phone, name).status_code == 400


def test_a_game_under_way_is_joined_from_the_new_game_page(kitchen, phone):
    form = {
        "game": "azul", "variant": "coloured", "players": "2", "first_player": "1",
        "brackets": "phone", "under_way": "yes", "round": "3", "total": ["17", "22"],
    }  # fmt: skip
    assert phone.post("/new-game", data=form, headers=HOME).status_code == 204
    seating = kitchen.evening.place.seating
    assert seating.handheld
    assert (seating.setup.scores, seating.setup.round) == ((17, 22), 3)
    assert kitchen.evening.state.due.round == 3


def test_totals_of_seats_that_nobody_sits_on_any_more_are_left_out(kitchen, phone):
    form = {
        "game": "azul", "variant": "coloured", "players": "2", "first_player": "1",
        "brackets": "phone", "under_way": "yes", "round": "3", "total": ["4", "5", "7", ""],
    }  # fmt: skip
    assert phone.post("/new-game", data=form, headers=HOME).status_code == 204
    assert kitchen.evening.place.seating.setup.scores == (4, 5)


def test_a_total_left_blank_is_not_somebody_elses(kitchen, phone):
    form = {
        "game": "azul", "variant": "coloured", "players": "2", "first_player": "1",
        "brackets": "phone", "under_way": "yes", "round": "3", "total": ["", "5", "7", ""],
    }  # fmt: skip
    answer = phone.post("/new-game?lang=pl", data=form, headers=HOME)
    assert answer.status_code == 400
    assert answer.json["error"] == "Wpisz punkty każdego gracza, od 0 do 999."
    assert kitchen.evening.place.seating.setup.scores is None


@pytest.mark.parametrize("wrong", [{"round": "0"}, {"round": ""}, {"total": ["17"]}])
def test_a_game_under_way_needs_its_round_and_every_total(phone, wrong):
    form = {
        "game": "azul", "variant": "coloured", "players": "2", "first_player": "1",
        "brackets": "yes", "under_way": "yes", "round": "3", "total": ["17", "22"],
    }  # fmt: skip
    assert phone.post("/new-game", data=form | wrong, headers=HOME).status_code == 400

"""The page as it is sent: everything there to read before any script runs."""

import re

import pytest
from evening import REPORTS, TABLE_JPEG, Evening, question, violation, with_board
from pages import HOME, words

from companion.service.evening.asks import CameraGone
from companion.service.reports.board_reports import CUBE
from web.routes.data.state_json import state_json


@pytest.fixture
def shown(client, evening):
    """The words of the page after so many presses."""

    def after(presses, lang="en"):
        evening.press(presses)
        return words(client.get(f"/?lang={lang}").text)

    return after


def test_a_fresh_page_says_what_to_do(shown):
    page = shown(0)
    assert "Put the empty boards on the table and press the button." in page
    assert "No picture yet" in page


def test_the_setup_is_recognised(shown):
    assert "The boards are empty. The game can begin." in shown(1)


def test_the_end_of_an_offer_announces_every_seats_points(shown):
    page = shown(2)
    assert "Player 1: 3 tiles move to the wall +4, floor line −1" in page
    assert "Player 2: 2 tiles move to the wall +3, floor line −1" in page
    assert "after tiling → 3" in page


def test_every_tile_has_its_points_and_its_rule(shown):
    page = shown(2)
    assert "Wall, row 2, space 3 a row of 2" not in page
    for step in REPORTS[1]["breakdown"][0]:
        assert step["rule"] in page
    assert "Wall, row 1, space 3 stands alone AZ-R26" in page
    assert "A new wall tile without neighbours scores 1 point." in page
    assert "Floor line tiles on the floor line AZ-R30" in page


def test_a_scored_round_shows_totals_and_what_they_gained(shown):
    page = shown(3)
    assert "Round 1 is scored. Player 1: 3 points (+3) Player 2: 2 points (+2)" in page


def test_whoever_has_the_marker_begins_the_next_round(shown):
    assert "Player 2 begins the next round." in shown(2)
    assert "Player 2 begins the next round." in shown(1)


def test_the_end_names_the_winner_and_the_bonuses(shown):
    page = shown(len(REPORTS))
    assert "Player 2 wins with 68 points!" in page
    assert "Complete columns 7 for each AZ-R39" in page
    assert "Play it again" in page
    assert "Press the button" not in page


def test_the_history_keeps_every_frame_newest_first(shown):
    page = shown(5)
    assert page.index("Round 2 · Walls tiled") < page.index("Round 1 · Walls tiled")
    assert "Picture 5 of 11" in page


GREY_SIDE = [{"game": "azul", "variant": "grey"}]
OTHER_SIDE_UP = with_board(3, 1, status="waiting", view="unknown", resembles=GREY_SIDE)


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (violation(), "Player 2: this is not allowed Pattern line 4, spaces 1 and 2"),
        (violation(), "Pattern line 4 holds red and white: only one colour may lie there."),
        (question(), "Possible: black, starting player marker."),
        (REPORTS[3] | {"status": "waiting"}, "A board is covered or moving."),
        (with_board(3, 1, status="waiting", view="lost"), "A board is not found."),
        (with_board(3, 1, status="waiting", view="lost"), "Player 2: show all of the board,"),
        (with_board(3, 1, status="waiting", view="dazzled"), "Light hides a board."),
        (with_board(3, 1, status="waiting", view="dazzled"), "Player 2: light is mirrored on"),
        (with_board(3, 1, status="waiting", view="unknown"), "A board is not known."),
        (with_board(3, 1, status="waiting", view="unknown"), "Player 2: this is no board of the"),
        (OTHER_SIDE_UP, "it looks like this one: Azul, grey side; check the game and the side"),
    ],
)
def test_whatever_needs_people_is_one_clear_card(report, sentence):
    evening = Evening({3: report})
    evening.press(4)
    html = evening.app.test_client().get("/").text
    evening.live.stop()
    assert sentence in words(html)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "pl",
            "Gracz 2: tak nie wolno Linia wzoru 4, pola 1 i 2 W linii leży więcej niż jeden kolor.",
        ),
        (
            "cs",
            "Hráč 2: takhle to nejde Přípravná řada 4, pole 1 a 2 V řadě leží víc než jedna barva.",
        ),
    ],
)
def test_other_languages_tell_the_rule_in_their_own_words(lang, sentence):
    evening = Evening({3: violation()})
    evening.press(4)
    page = words(evening.app.test_client().get(f"/?lang={lang}").text)
    evening.live.stop()
    assert sentence in page
    assert "holds red and white" not in page


def test_wrong_tiles_are_outlined_on_the_board_and_on_the_picture():
    evening = Evening({3: violation()})
    evening.press(4)
    html = evening.app.test_client().get("/").text
    evening.live.stop()
    assert len(re.findall(r'<polygon class="wrong"', html)) == 2
    assert len(re.findall(r'<g class="filled[^"]* wrong">\s*<polygon class="halo"', html)) == 2


def test_a_failure_is_told_in_words():
    evening = Evening({1: OSError("the lens is foggy")})
    evening.press(2)
    page = words(evening.app.test_client().get("/").text)
    evening.live.stop()
    assert "This picture could not be read. The game stays as it was." in page
    assert "foggy" not in page, "a library's words are for the log"


def test_a_camera_that_is_gone_makes_no_picture_one_of_no_use():
    evening = Evening({})
    evening.press(1)
    evening.live.ask(CameraGone("plug it in")).result(5)
    page = words(evening.app.test_client().get("/").text)
    evening.live.stop()
    assert "The camera gives no pictures. The game stays as it was." in page
    assert "No pictures: Plug it in." in page
    assert "This picture" not in page


def test_a_cube_on_the_wrong_number_is_a_notice():
    notice = {
        "cells": ["track/7"],
        "message": "in English",
        "template": CUBE,
        "values": {"stands": 7, "due": 3},
    }
    boards = [one | {"notices": [notice]} for one in REPORTS[2]["boards"]]
    evening = Evening({2: REPORTS[2] | {"boards": boards}})
    evening.press(3)
    page = words(evening.app.test_client().get("/?lang=cs").text)
    evening.live.stop()
    assert "Bodovací kostka stojí na 7; posuň ji na 3." in page


def test_what_people_see_people_hear_too(client, evening):
    evening.press(3)
    html = client.get("/").text
    (spoken,) = re.findall(r'aria-live="polite"[^>]*>([^<]*)<', html)
    assert "Round 1 is scored." in spoken
    boards = re.findall(r'class="board-drawing"[^>]*aria-label="([^"]*)"', html)
    assert "Wall, row 1, space 3: red" in boards[0]


def test_text_from_reports_cannot_become_markup():
    evil = violation()
    evil["boards"][1]["violations"][0]["message"] = "<script>alert(1)</script>"
    evening = Evening({3: evil})
    evening.press(4)
    html = evening.app.test_client().get("/").text
    evening.live.stop()
    assert "<script>alert" not in html


def test_the_picture_comes_with_a_tag_and_is_sent_once(client, evening):
    evening.press()
    first = client.get("/frame.jpg?v=1")
    assert first.data == TABLE_JPEG
    assert first.mimetype == "image/jpeg"
    again = client.get("/frame.jpg?v=1", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("number", ["99", "0", "-1", "x"])
def test_a_picture_that_is_not_there_is_not_found(client, number):
    assert client.get(f"/frame.jpg?v={number}").status_code == 404


def test_the_api_gives_the_state(client, evening):
    evening.press(3)
    state = client.get("/api/state").json
    assert state == state_json(evening.live.state)
    assert state["scores"] == [3, 2]


def test_forms_lead_back_to_the_page_in_its_language(client, evening):
    answer = client.post("/press?lang=pl", headers=HOME)
    assert (answer.status_code, answer.location) == (303, "/?lang=pl")
    evening.until(lambda state: state.shown == 1)


def test_scripts_get_an_empty_answer(client, evening):
    answer = client.post("/restart", headers=HOME | {"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.data) == (204, b"")
    evening.until(lambda state: state.version > 1)


def test_autoplay_is_switched_by_its_button(client, evening):
    assert 'aria-pressed="false"' in client.get("/").text
    client.post("/autoplay", data={"autoplay": "on"}, headers=HOME)
    assert evening.live.state.autoplay is True
    assert 'aria-pressed="true"' in client.get("/").text
    client.post("/autoplay", data={"autoplay": "off"}, headers=HOME)
    assert evening.live.state.autoplay is False
    assert client.post("/autoplay", data={"autoplay": "?"}, headers=HOME).status_code == 400


def test_a_wrong_address_is_a_kind_page(client):
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no such page here." in answer.text
    assert "Back to the dashboard" in answer.text


def test_a_page_is_drawn_once_per_state_and_language(client, evening, monkeypatch):
    from web.routes import dashboard

    drawn = []
    draw = dashboard.page_now
    monkeypatch.setattr(dashboard, "page_now", lambda state: drawn.append(1) or draw(state))
    for _ in range(3):
        client.get("/?lang=en")
        client.get("/?lang=cs")
    assert len(drawn) == 2
    evening.press()
    client.get("/?lang=en")
    assert len(drawn) == 3

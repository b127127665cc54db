"""Questions on the pages: in words, with the very place cut out of the picture."""

import re

import numpy as np
import pytest
from evening import REPORTS, WIDTH, violation
from gallery import DOME_TILES, SCENES, shown
from keeping import ASKED, ASKED_ID, KeptEvening, asking
from pages import HOME, words
from typed_reports import report_from

from companion.boards import load
from companion.errors import BoardNotFound
from companion.games.base import Setup
from companion.service.bulletin.state import Stage, State
from companion.service.pictures.album import Album
from web.views.boards.crops import crop
from web.views.evening.question_cards import question

BOARD = load("azul")
ONE = REPORTS[1]["boards"][0]


@pytest.fixture
def evening_with():
    """Starts evenings whose keeper says something else in some pictures."""
    started = []

    def start(instead, presses):
        started.append(KeptEvening(instead))
        started[-1].press(presses)
        return started[-1]

    yield start
    for one in started:
        one.live.stop()


def test_every_answer_has_its_picture(evening_with):
    one = evening_with({1: asking()}, 2)
    html = one.app.test_client().get("/player/0").text
    answers = re.findall(r'<button class="answer".*?</button>', html, re.DOTALL)
    glyphs = [re.findall(r'<use href="#tile-(\w+)" x="(?!-10)', answer) for answer in answers]
    assert glyphs == [["red"], ["first"]]
    assert all('<image href="/frame.jpg?v=2"' in answer for answer in answers)


def test_beside_a_violation_the_question_whether_it_was_misread_is_asked(evening_with):
    """The violation stays, whatever the companion suspects: people say what really lies there."""
    one = evening_with({3: violation() | {"question": ASKED}}, 4)
    client = one.app.test_client()
    html = words(client.get("/").text)
    assert "Player 2: this is not allowed" in html
    assert "Player 1: one question Floor line, space 1 What lies here?" in html
    client.post("/answer", data={"question": ASKED_ID, "option": "0"}, headers=HOME)
    assert one.until(lambda state: state.report.status == "read").stage is not Stage.VIOLATION


def test_what_a_useless_picture_has_overtaken_cannot_be_answered_and_is_not_asked(evening_with):
    """The next picture decides: a button that only gets a refusal helps nobody."""
    useless = BoardNotFound("no board is to be seen")
    one = evening_with({3: violation() | {"question": ASKED}, 4: useless}, 5)
    assert one.live.state.stage is Stage.LOST
    client = one.app.test_client()
    for path in ("/", "/player/0", "/player/1", "/table", "/table/1", "/scoreboard"):
        html = words(client.get(path).text)
        assert "This picture could not be read." in html
        assert "one question" not in html
        assert "this is not allowed" not in html
    form = {"question": ASKED_ID, "option": "0"}
    assert client.post("/answer", data=form, headers=HOME).status_code == 409


def test_the_cut_out_is_square_and_upright_around_the_cells():
    """Turned by any angle in the picture, the cell lies in the middle of its cut-out."""
    picture = type("Print", (), {"width": WIDTH, "height": 1232})()
    width, height = BOARD.size_mm
    for angle in np.radians([0, 37, 90, 181, 300]):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - [
            width / 2,
            height / 2,
        ]
        corners = flat @ turn * 2 + [800, 600]
        cut = crop(3, picture, BOARD, corners, ["wall/1/2"], {"wall/1/2": "red"})
        x, y, side, same = map(float, cut.view_box.split())
        assert side == same
        seen = np.array([p.split(",") for p in cut.seals[0].points.split()], float).mean(0)
        assert seen == pytest.approx([x + side / 2, y + side / 2], abs=0.2)
        middle = np.array(BOARD.cell("wall/1/2").centre_mm) - [width / 2, height / 2]
        assert seen == pytest.approx(2 * middle + [800, 600], abs=0.2)


def test_without_a_picture_or_a_board_the_question_is_asked_in_words_alone():
    assert crop(1, None, BOARD, np.array(ONE["corners_px"]), ["floor/0"], {}) is None
    picture = type("Print", (), {"width": WIDTH, "height": 1232})()
    assert crop(1, picture, BOARD, None, ["floor/0"], {}) is None


def test_dome_tiles_are_told_apart_by_all_four_spaces(evening_with):
    lies = [["red", "any", "blue", "black"], ["any", "black", "red", "blue"], None]
    options = [{"label": "", "cells": {"place/0/1": one}} for one in lies]
    asked = {"id": "x", "seat": 0, "cells": ["place/0/1"], "text": "", "options": options}
    report = {"checkpoint": "offer-end", "round": 1, "status": "question", "question": asked}
    state = State(Setup("azul-duel"), 0, report=report_from(report | {"boards": []}))
    one = evening_with({}, 0)
    with one.app.test_request_context():
        found = question(state, load("azul-duel"), Album().get(1))
    assert found.where == "Dome tile, row 1, column 2"
    assert [answer.label for answer in found.answers] == [
        "red, any colour, blue, black", "any colour, black, red, blue", "empty",
    ]  # fmt: skip
    assert [answer.pieces for answer in found.answers] == [(lies[0],), (lies[1],), ()]


def test_all_four_spaces_of_a_dome_tile_are_drawn_and_none_for_the_whole_of_it():
    evening = shown("azul-duel", 2, next(one for one in SCENES if one.name == "question"))
    html = evening.app.test_client().get("/player/1").text
    evening.end()
    answers = re.findall(r'<button class="answer".*?</button>', html, re.DOTALL)
    glyphs = [re.findall(r'<use href="#tile-(\w+)" x="(\d+)', answer) for answer in answers]
    assert glyphs == [
        [(colour, str(n % 2 * 20)) for n, colour in enumerate(tile)] for tile in DOME_TILES
    ] + [[]]  # fmt: skip
    assert all('class="place doubtful"' in answer for answer in answers[:3])

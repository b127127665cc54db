"""The pages of an evening as they are sent: scoreboard, table, every player's own board."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from evening import REPORTS, TABLE_JPEG, violation
from keeping import ASKED, ASKED_ID, KeptEvening, asking
from pages import HOME, words
from typed_reports import board_from

from companion.boards import GAMES
from companion.games.base import Checkpoint, Moment
from companion.service.bulletin.state import Stage

PAGES = [
    "/", "/scoreboard", "/table", "/table/0", "/table/1?cell=wall/0/2", "/player/0", "/player/1",
    "/coach/0",
    "/rules/azul", "/history", "/about", "/new-game", "/by-hand",
]  # fmt: skip


@pytest.fixture
def kept():
    """An evening that can be corrected; in the fourth frame something is not allowed."""
    one = KeptEvening({3: violation()})
    yield one
    one.live.stop()


@pytest.fixture
def page(kept):
    """The words of a page after so many presses."""
    client = kept.app.test_client()

    def after(path, presses=0, lang="en"):
        kept.press(presses)
        answer = client.get(path, headers={"Accept-Language": lang})
        assert answer.status_code == 200
        return words(answer.text)

    return after


@pytest.mark.parametrize("presses", [0, 2, 4])
def test_every_page_is_there_at_every_time(kept, presses):
    kept.press(presses)
    client = kept.app.test_client()
    for path in PAGES:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert answer.text.count("<h1") == 1, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|\s(style|on\w+)=", answer.text), path


def test_the_pages_lead_to_each_other(kept):
    html = kept.app.test_client().get("/scoreboard?lang=pl").text
    links = re.findall(r'<nav class="ways".*?</nav>', html, re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"', links) == [
        f"{path}?lang=pl"
        for path in ("/", "/scoreboard", "/table", "/player/0", "/game", "/rules/azul", "/history",
                     "/new-game", "/camera", "/score", "/help", "/about")
    ]  # fmt: skip
    assert links.count("aria-current") == 1


def test_the_scoreboard_tells_totals_the_round_and_who_begins(page):
    board = page("/scoreboard", 3)
    assert "Round 1 · Walls tiled" in board
    assert "Player 1 3 +3 Player 2" in board
    assert "Player 2 begins 2 +2" in board
    assert "Round 1 is scored." in board


def test_the_table_leads_to_every_board(kept):
    kept.press(2)
    html = kept.app.test_client().get("/table").text
    assert re.search(r'<a href="/table/0" aria-label="Player 1">.*<polygon class="board', html)
    assert re.search(r'<a href="/table/1" aria-label="Player 2">.*<polygon class="board', html)


def test_every_place_of_a_board_can_be_pressed_and_says_what_was_read(kept):
    kept.press(2)
    html = kept.app.test_client().get("/table/0").text
    places = re.findall(r'href="/table/0\?cell=([^"#]+)#correct"[^>]* aria-label="([^"]+)"', html)
    assert len(places) == 25 + 15 + 7
    lying = REPORTS[1]["boards"][0]["cells"]
    assert ("line/0/0", f"Pattern line 1, space 1: {lying['line/0/0']}") in places


def test_a_board_in_the_picture_is_turned_upright(kept):
    from companion.boards import load
    from companion.service.pictures.album import Print
    from web.views.boards.closeup import closeup

    upside_down = [[860.0, 660.0], [500.0, 660.0], [500.0, 300.0], [860.0, 300.0]]
    one = board_from({"seat": 0, "corners_px": upside_down})
    with kept.app.test_request_context("/"):
        shown = closeup(
            "/frame.jpg?v=1", Print(b"", "", 1640, 1232), load("azul"), one, {"wall/0/0": "blue"}
        )
    assert shown.turn in ("rotate(180.00 680.0 480.0)", "rotate(-180.00 680.0 480.0)")
    assert shown.view_box == "482.0 282.0 396.0 396.0"
    middle = {
        spot.id: [sum(v) / 4 for v in zip(*points(spot), strict=True)] for spot in shown.spots
    }
    assert middle["line/0/0"][0] < middle["wall/0/0"][0] < middle["wall/0/4"][0]
    assert middle["wall/0/0"][1] < middle["wall/4/0"][1] < middle["floor/0"][1]


def points(spot):
    return [[float(number) for number in pair.split(",")] for pair in spot.points.split()]


def test_a_place_opens_the_sheet_with_colours_marker_and_empty(page):
    sheet = page("/table/0?cell=floor/0", 2)
    assert (
        "Floor line, space 1 What really lies here? blue yellow red black white "
        "starting player marker empty It lies elsewhere: swap or move "
        "Correct several at once Leave it as it is" in sheet
    )


@pytest.mark.parametrize("cell", ["wall/9/9", "track/3", "../../etc", "<script>"])
def test_what_is_no_place_opens_nothing(page, cell):
    assert "What really lies here?" not in page(f"/table/0?cell={cell}", 2)


@pytest.mark.parametrize("path", ["/table/2", "/player/2", "/player/99", "/rules/chess"])
def test_seats_and_games_that_are_not_there_are_not_found(kept, path):
    assert kept.app.test_client().get(path).status_code == 404


def test_a_correction_by_form_changes_the_board_and_leads_back_to_it(kept):
    kept.press(2)
    lies = REPORTS[1]["boards"][0]["cells"]["floor/0"]
    form = {"seat": "0", "cell": "floor/0", "content": "empty", "back": "/table/0",
            "version": str(kept.live.state.version)}  # fmt: skip
    assert lies
    answer = kept.app.test_client().post("/correct", data=form, headers=HOME)
    assert (answer.status_code, answer.location) == (303, "/table/0")
    state = kept.until(lambda state: state.happened == "corrected")
    assert "floor/0" not in state.boards[0]
    assert "The correction is in." in words(kept.app.test_client().get("/").text)


def test_a_correction_that_cannot_be_is_refused_in_words(kept):
    kept.press(2)
    form = {"seat": "0", "cell": "line/4/0", "content": "red"}
    answer = kept.app.test_client().post("/correct", data=form, headers=HOME)
    assert answer.status_code in (400, 409, 422)
    assert "data-reason" in answer.text
    assert kept.live.state.happened != "corrected"


def test_undo_says_what_it_takes_back_and_takes_it_back(kept, page):
    assert "Undo Round 1 · Walls tiled" in page("/", 3)
    kept.app.test_client().post("/undo", headers=HOME)
    kept.until(lambda state: state.happened == "undone")
    shown = page("/")
    assert "Undo Round 1 · All tiles taken" in shown
    assert "The last step was taken back." in page("/player/0")
    assert re.search(
        r"The last step was taken back\. Player 1: \d tiles? moves? to the wall", shown
    )


def test_a_page_that_is_not_up_to_date_takes_back_nothing_else(kept, page):
    html = page("/", 3) and kept.app.test_client().get("/").text
    form = {"reading": re.search(r'name="reading" value="(\d+)"', html)[1]}
    client = kept.app.test_client()
    assert client.post("/undo", data=form, headers=HOME).status_code == 303
    late = client.post("/undo?lang=cs", data=form, headers=HOME)
    assert late.status_code == 409
    assert "už není poslední krok" in late.text
    assert kept.live.state.reading == int(form["reading"]) - 1


def test_there_is_nothing_to_undo_before_anything_was_read(page):
    assert "Undo" not in page("/")


def test_a_question_is_one_card_with_big_answers():
    one = KeptEvening({1: asking()})
    one.press(2)
    client = one.app.test_client()
    html = client.get("/player/0").text
    assert "Player 1: one question Floor line, space 1 What lies here?" in words(html)
    answers = re.findall(r'<button class="answer"[^>]*value="(\d)">(.*?)</button>', html, re.DOTALL)
    assert [(number, words(f"<main>{text}")) for number, text in answers] == [
        ("0", "red"), ("1", "starting player marker"),
    ]  # fmt: skip
    client.post("/answer", data={"question": ASKED_ID, "option": "0"}, headers=HOME)
    one.until(lambda state: state.report.status == "read")
    assert "one question" not in words(client.get("/player/0").text)
    one.live.stop()


def test_a_violation_leads_to_its_rule_and_to_the_misread_cell(kept):
    kept.press(4)
    html = kept.app.test_client().get("/player/1").text
    assert 'href="/rules/azul#AZ-R15"' in html
    assert 'href="/table/1?cell=line/3/0#correct"' in html
    assert "Put right: look again" in words(html)


def test_a_player_is_told_what_moves_where_and_why(page):
    mine = page("/player/0", 2)
    assert "What to move now" in mine
    assert "Pattern line 1 → Wall, row 1, space 3 stands alone AZ-R26 +1" in mine
    assert "What would be legal" not in mine, "nothing is left to choose"


def test_a_player_is_told_what_would_be_legal(page):
    mine = page("/player/0", 1)
    assert "What would be legal" in mine
    assert "Pattern line 5 room for 5" in mine
    assert "What to move now" not in mine


def test_colours_that_the_wall_has_are_not_offered_again(kept):
    kept.press(3)
    html = kept.app.test_client().get("/player/0").text
    first = re.findall(r"<li>\s*<span class=\"chance-place\">Pattern line 1</span>.*?</li>", html,
                       re.DOTALL)[0]  # fmt: skip
    assert re.findall(r'aria-label="(\w+)"', first) == ["black", "blue", "white", "yellow"]


def test_what_no_camera_sees_is_asked_with_buttons():
    one = KeptEvening({2: REPORTS[2] | {"asks": ["discarded", "broken", "unheard-of"]}})
    one.press(3)
    html = one.app.test_client().get("/").text
    assert "How many tiles were thrown away? 0 1 2" in words(html)
    assert 'name="told" value="{&#34;discarded&#34;: 3}"' in html
    assert re.search(r'name="name" value="broken".*?Player 1 <input type="number"', html, re.DOTALL)
    assert "unheard-of" not in words(html)
    one.live.stop()


def test_names_are_said_everywhere(kept):
    form = {"game": "azul", "variant": "coloured", "players": "2", "first_player": "0",
            "name0": "Ania", "name1": "Tomek", "brackets": "yes"}  # fmt: skip
    client = kept.app.test_client()
    assert client.post("/new-game", data=form, headers=HOME).status_code == 303
    kept.until(lambda state: state.names == ("Ania", "Tomek"))
    kept.press(2)
    for path in ("/", "/scoreboard", "/table", "/player/1"):
        assert "Tomek" in words(client.get(path).text), path
        assert "Player 2" not in words(client.get(path).text), path


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_every_game_can_be_linked_to(client, game):
    from companion.games.texts import rule_texts

    html = client.get(f"/rules/{game}").text
    assert re.findall(r'<li class="rule-text" id="([^"]+)"', html) == list(rule_texts(game))


@pytest.mark.parametrize(
    ("query", "found"),
    [("floor line", True), ("FLOOR  ponts", False), ("AZ-R26", True), ("", True)],
)
def test_rules_are_searched_without_scripts_too(client, query, found):
    html = client.get("/rules/azul", query_string={"q": query}).text
    assert ('class="rule-text"' in html) is found


def test_a_search_does_not_mind_accents(client):
    html = client.get("/rules/azul", query_string={"q": "podlogi", "lang": "pl"}).text
    assert "AZ-R30" in html


def test_about_tells_versions_devices_and_the_log(kept):
    text = words(kept.app.test_client().get("/about").text)
    assert "opencv" in text
    assert "Download the report" in text


def test_the_report_is_an_archive_of_everything_that_helps(kept):
    import io
    import zipfile

    kept.press(2)
    answer = kept.app.test_client().get("/report.zip")
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert set(archive.namelist()) == {
            "about.json", "state.json", "log.txt", "picture-1.jpg", "picture-2.jpg",
        }  # fmt: skip
        assert json.loads(archive.read("state.json"))["shown"] == 2
        assert archive.read("picture-2.jpg") == TABLE_JPEG


@pytest.mark.parametrize("game", GAMES)
def test_the_places_of_a_board_are_told_for_checking_corners(client, game):
    from companion.boards import load

    answer = client.get(f"/boards/{game}/coloured.json").json
    assert answer["size_mm"] == list(load(game).size_mm)
    assert len(answer["cells"]) > 10


def test_a_board_that_is_not_there_is_not_found(client):
    assert client.get("/boards/azul/pink.json").status_code == 404


def test_boards_are_laid_by_hand_from_the_last_reading_that_holds(kept):
    kept.press(2)
    kept.live.bulletin.change(
        lambda state: replace(
            state,
            due=Moment(Checkpoint.TILED, 1),
            due_hold=Moment(Checkpoint.TILED, 1),
        )
    )
    html = kept.app.test_client().get("/by-hand").text
    boards = json.loads(unescape(re.findall(r'data-boards="([^"]*)"', html)[0]))
    assert boards == [one["cells"] for one in REPORTS[1]["boards"]]
    assert re.findall(r'name="gesture" value="(\w+)"', html) == ["press"]
    assert "So they lie: Round 1 · Walls tiled" in words(html)
    assert len(re.findall(r'data-seat="1" data-cell="wall/', html)) == 25


def test_by_hand_a_hold_has_a_button_of_its_own_where_it_means_something_else(kept):
    kept.live.bulletin.change(
        lambda state: replace(
            state, due=Moment(Checkpoint.TURN, 2, 1), due_hold=Moment(Checkpoint.OFFER_END, 2)
        )
    )
    page = words(kept.app.test_client().get("/by-hand").text)
    assert "So they lie: Player 2 · Round 2 · After a turn" in page
    assert "So they lie: Round 2 · All tiles taken" in page


def test_a_total_is_corrected_by_form(kept):
    kept.press(3)
    client = kept.app.test_client()
    assert 'action="/score"' in client.get("/table/0").text
    client.post("/score", data={"seat": "0", "score": "9", "back": "/table/0"}, headers=HOME)
    kept.until(lambda state: state.confirmed == (9, 2))
    assert "Player 1: 3 → 9" in words(client.get("/").text)


def test_a_hold_passes_in_a_game_of_turns(kept, page):
    from companion.games.base import Setup
    from web.views.evening.whose_turn import hold

    assert "Score the round" in page("/player/0")
    state = kept.live.state
    with kept.app.test_request_context("/"):
        assert hold(replace(state, setup=Setup("summer-pavilion"))) == "Pass"


def test_between_games_every_page_leads_to_a_new_one(kept):
    kept.live.bulletin.change(lambda state: replace(state, stage=Stage.IDLE))
    client = kept.app.test_client()
    for path in ("/", "/table", "/player/0"):
        html = client.get(path).text
        assert "No game is being played. Begin a new one. New game" in words(html), path
        assert 'id="press"' not in html, path


def test_a_game_of_ones_own_counts_its_pictures_and_is_not_begun_anew_by_a_slip(kept):
    kept.press(2)
    kept.live.bulletin.change(lambda state: replace(state, frames=0))
    page = words(kept.app.test_client().get("/").text)
    assert "So far 2 pictures" in page
    assert "From the start" not in page


def test_an_order_is_asked_for_in_words():
    cells = ["wall/0/2", "wall/1/2"]
    orders = [dict(zip(cells, places, strict=True)) for places in ("12", "21")]
    asked = {"seat": 0, "cells": cells, "told": "order",
             "options": [{"label": "", "cells": order} for order in orders]}  # fmt: skip
    one = KeptEvening({1: asking() | {"question": asked}})
    one.press(2)
    page = words(one.app.test_client().get("/").text)
    one.live.stop()
    assert "In which order were the tiles placed?" in page
    assert "Wall, row 1, space 3 → Wall, row 2, space 3" in page
    assert "Wall, row 2, space 3 → Wall, row 1, space 3" in page


def test_something_else_is_an_answer_too():
    options = [{"label": "red", "cells": {"floor/0": "red"}}, {"label": "", "cells": {}}]
    one = KeptEvening({1: asking() | {"question": ASKED | {"options": options}}})
    one.press(2)
    html = one.app.test_client().get("/").text
    one.live.stop()
    assert re.findall(r"</span>([^<]+?)\s*</button>", html[html.index("answer-0") :])[:2] == [
        "red", "something else",
    ]  # fmt: skip

"""What the pages say: the button says what it does, totals add up, a name is a name."""

import re
from dataclasses import replace
from html import unescape

import pytest
from evening import Evening
from gallery import QUESTION, SCENES, shown
from keeping import KeptEvening
from kitchen import EMPTY, MIXED, OFFER, ROW, TILED, Kitchen
from pages import HOME, words

from companion.boards import load
from companion.config.schema import Config
from companion.errors import CorrectionRefused, JournalError
from companion.games.advice import Possible
from companion.games.base import Step
from companion.journal import Journal
from companion.journal.player_names import letters, name_of
from companion.service.evening import asks
from companion.service.reports.report import BoardReport, Status
from companion.sightings.sighting import BoardSighting, View
from web import create_app
from web.views.evening.story import beginner, coming
from web.views.points import points_sheet
from web.views.points.coach_advice import brought
from web.views.wording import words as page_words

BY_NAME = {scene.name: scene for scene in SCENES}
FAMILY = "👩‍👩‍👧‍👦"


@pytest.fixture
def kitchen():
    one = Kitchen()
    one.client = create_app(one.evening).test_client()
    one.start()
    yield one
    one.evening.stop()


def button(kitchen, path="/"):
    found = re.search(
        r'<button class="press" id="press">(.*?)</button>', kitchen.client.get(path).text
    )
    return found[1]


@pytest.mark.parametrize(
    ("language", "said", "unsaid"),
    [
        ("en", ["Check the domes", "on the dome", "Domes tiled"], ["wall", "floor line"]),
        ("pl", ["Sprawdź kopuły", "na kopule", "Kopuły ułożone"], ["ścian", "podłog"]),
        ("cs", ["Ověřit kupole", "na kupoli", "Kupole obloženy"], ["stěn", "podlah"]),
    ],
)
def test_duel_has_a_dome_and_broken_tiles_where_others_have_a_wall_and_a_floor(
    language, said, unsaid
):
    evening = shown("azul-duel", 2, BY_NAME["announced"])
    client = create_app(evening.evening).test_client()
    pages = [client.get(f"{path}?lang={language}").text for path in ("/", "/coach/0", "/by-hand")]
    evening.end()
    told = " ".join(map(words, pages))
    assert [each for each in said if each not in told] == []
    assert [each for each in unsaid if each in told.lower()] == []


@pytest.mark.parametrize(
    ("game", "said", "coach"),
    [("azul", "2 tiles move to the wall +3, floor line −2", "The round brought 1 point"),
     ("azul-duel", "2 tiles move to the dome +3, broken tiles −2", "The tiling brought 1 point")],
)  # fmt: skip
def test_what_the_tiling_brings_is_said_in_the_words_of_the_game(kitchen, game, said, coach):
    steps = (Step("dome/0/0", 1, "R"), Step("wall/0/0", 2, "R"), Step("floor", -2, "R"))
    with kitchen.client.application.test_request_context("/", headers={"Accept-Language": "en"}):
        page_words.use(board=load(game))
        assert coming(replace(kitchen.evening.state, announced=(1,)), 0, steps) == said
        assert brought(Possible(1, 1)) == f"{coach}. The coach finds nothing better."
        assert brought(Possible(1, 4)).startswith(f"{coach}; with the same tiles")


def test_whoever_listens_hears_where_something_is_wrong_or_asked_and_who_begins(kitchen):
    def aloud():
        html = kitchen.client.get("/").text
        return unescape(re.search(r'data-part="announcement">(.*?)</p>', html, re.S)[1])

    kitchen.sees(EMPTY, MIXED)
    assert "Ada: this is not allowed: Pattern line 2, spaces 1 and 2: " in aloud()
    kitchen.sees({**QUESTION, "answers": (("blue",), ("white",))})
    assert "Ada: one question: Floor line, space 1: What lies here?" in aloud()
    kitchen.sees(OFFER)
    assert "Ben begins the next round." in aloud()


def test_the_starting_player_tile_of_duel_is_among_what_the_tiling_brings(kitchen):
    steps = (Step("dome/0/0", 3, "R"), Step("start", -2, "R"))
    with kitchen.client.application.test_request_context("/", headers={"Accept-Language": "en"}):
        page_words.use(board=load("azul-duel"))
        said = coming(replace(kitchen.evening.state, announced=(1,)), 0, steps)
    assert said == "1 tile moves to the dome +3, starting player tile −2"


@pytest.mark.parametrize("first", [MIXED, {"options": [TILED]}], ids=["refused", "asked"])
def test_who_begins_is_said_after_a_tiling_that_was_refused_or_asked_about(kitchen, first):
    kitchen.sees(EMPTY, OFFER, first)
    if first is MIXED:
        kitchen.sees(TILED)
    else:
        kitchen.evening.ask(asks.Answer(0)).result(5)
    page = words(kitchen.client.get("/").text)
    assert "Round 1 is scored. Ada: 1 point (+1) Ben: 0 points Ben begins the next round." in page
    assert kitchen.evening.state.boards_before == dict(enumerate(OFFER))


def lines(kitchen):
    """The lines of "so far", newest first: their totals."""
    found = re.findall(r'<span class="past-scores">(.*?)</span>', kitchen.client.get("/").text)
    return [unescape(one) for one in found]


def test_the_button_says_what_it_will_do(kitchen):
    assert button(kitchen) == "Look at the empty boards"
    kitchen.sees(EMPTY)
    assert button(kitchen) == "Score the round"
    assert button(kitchen, "/player/0") == "Check my turn"
    kitchen.sees(MIXED)
    assert button(kitchen) == button(kitchen, "/player/1") == "Put right: look again"
    kitchen.sees(OFFER)
    assert button(kitchen) == button(kitchen, "/player/0") == "Check the walls"
    kitchen.sees("waiting")
    assert button(kitchen) == "Look again"


def test_beginning_from_the_start_asks_first():
    evening = KeptEvening()
    evening.press(2)
    html = evening.app.test_client().get("/").text
    controls = re.search(r'<section class="controls.*?</section>', html, re.DOTALL)[0]
    assert "From the start" not in controls
    assert re.search(
        r"<details.*?From the start.*?stays in the history.*?Yes, from the start", html, re.DOTALL
    )
    evening.live.stop()


def test_it_is_said_whose_board_is_covered():
    evening = Evening()
    evening.press()
    seen = BoardSighting(0, View.CLEAR), BoardSighting(1, View.COVERED)
    boards = tuple(map(BoardReport, seen))
    report = replace(evening.live.state.report, status=Status.WAITING, boards=boards)
    evening.live.bulletin.change(lambda state: replace_report(state, report))
    page = words(evening.app.test_client().get("/").text)
    assert "Player 2: something is over the board, or it is moving" in page
    assert "Player 1: something" not in page
    evening.live.stop()


def replace_report(state, report):
    return replace(state, report=report)


def test_all_tiles_taken_has_the_totals_before_and_what_is_to_come(kitchen):
    kitchen.sees(EMPTY, OFFER)
    assert lines(kitchen)[0] == "0 : 0 → 1 : 0"
    kitchen.sees(TILED)
    assert lines(kitchen)[:2] == ["1 : 0", "0 : 0 → 1 : 0"]


def test_whose_choice_is_still_open_has_a_question_mark_among_the_totals_to_come(kitchen):
    kitchen.sees(EMPTY, OFFER)
    *earlier, last = kitchen.evening.state.history
    for scores, shown_as in (((None, 4), "0 : 0 → ? : 4"), ((None, None), "0 : 0")):
        line = replace(last, scores=scores)
        kitchen.evening.bulletin.change(
            lambda state, line=line: replace(state, history=(*earlier, line))
        )
        assert lines(kitchen)[0] == shown_as


def ended(kitchen):
    kitchen.sees(EMPTY)
    for row in range(5):
        line = {"line/0/0": ("blue", "yellow", "red", "black", "white")[row]}
        filled = {f"wall/0/{c}": ROW[f"wall/0/{c}"] for c in range(row)}
        kitchen.sees(({**filled, **line}, {}), ({**filled, f"wall/0/{row}":
                     ROW[f"wall/0/{row}"]}, {}))  # fmt: skip
    return kitchen.evening.state


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_a_line_of_the_sheet_says_nothing_twice(kitchen, language):
    with kitchen.client.application.test_request_context(f"/?lang={language}"):
        board = load("azul-duel")
        page_words.use(board=board)
        lost = points_sheet.line(board, Step("broken", -3, "DU-R47"), {})
        gained = points_sheet.line(board, Step("dome/0/0", 1, "DU-R42"), {})
    assert lost.place
    assert not lost.reason
    assert gained.reason


@pytest.mark.parametrize(("number", "said"), [(4, "Player 1 begins the next round."), (5, "")])
def test_nobody_begins_a_round_after_the_last(number, said):
    evening = shown("azul-duel", 2, BY_NAME["announced"])
    state = evening.evening.state
    moment = replace(state.report.moment, round=number)
    late = replace(state, report=replace(state.report, moment=moment))
    with evening.app.test_request_context("/?lang=en"):
        page_words.use()
        assert beginner(late, {0: {"start": "first"}, 1: {}}) == said
    evening.end()


def test_nobody_begins_a_round_after_a_row_that_is_about_to_be_complete(kitchen):
    kitchen.sees(EMPTY)
    for cell, colour in ROW.items():
        filled = dict(list(ROW.items())[: list(ROW).index(cell)])
        kitchen.sees(({**filled, "line/0/0": colour}, {"floor/0": "first"}))
        begins = "Ben begins the next round." in unescape(kitchen.client.get("/").text)
        assert begins == (len(filled) < 4)
        kitchen.sees(({**filled, cell: colour}, {}))


def test_who_begins_is_asked_as_long_as_a_round_follows(kitchen):
    full = {f"floor/{space}": ("red", "black")[space % 2] for space in range(7)}
    kitchen.sees(EMPTY)
    for cell, colour in ROW.items():
        filled = dict(list(ROW.items())[: list(ROW).index(cell)])
        kitchen.sees(({**filled, "line/0/0": colour, **full}, full), ({**filled, cell: colour}, {}))
        asks = "Who begins the next round?" in kitchen.client.get("/").text
        assert asks == (len(filled) < 4)


def test_the_last_line_equals_the_result(kitchen):
    state = ended(kitchen)
    result = " : ".join(map(str, state.result.scores))
    assert lines(kitchen)[0] == result
    kitchen.evening.ask(asks.CorrectScore(1, 7)).result(5)
    result = " : ".join(map(str, kitchen.evening.state.result.scores))
    assert lines(kitchen)[0] == result


def test_duels_end_has_a_line_for_every_goal_with_the_reason():
    evening = shown("azul-duel", 2, BY_NAME["over"])
    html = evening.app.test_client().get("/player/1").text
    bonus = re.search(r'<tbody class="bonus">(.*?)</tbody>', html, re.DOTALL)[1]
    told = [words(f"<main>{line}") for line in re.findall(r"<tr.*?</tr>", bonus, re.DOTALL)[1:]]
    result = evening.evening.state.result
    assert len(told) >= len(result.bonuses[1]) == 3
    for (_, count), line in zip(result.bonuses[1].items(), told, strict=False):
        assert ("no " in line and line.endswith(" 0")) == (count == 0), line
    points = [int(line.split()[-1].replace("−", "-")) for line in told]
    assert sum(points) == sum(step.points for step in result.steps[1])
    evening.end()


def test_the_message_of_a_read_only_folder_names_an_option_that_exists(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError) as told:
        Journal(tmp_path / "file" / "state")
    assert "service.state_dir" in str(told.value)
    assert hasattr(Config().service, "state_dir")
    assert "--" not in str(told.value)


def test_the_notice_of_a_full_disk_goes_when_there_is_room(kitchen, monkeypatch):
    def full(*_):
        raise JournalError("the picture cannot be kept; make room on the disk", full=True)

    room = [False]
    monkeypatch.setattr(kitchen.journal, "has_room", lambda: room[0])
    monkeypatch.setattr(kitchen.journal, "keep_picture", full)
    assert "make room" in kitchen.sees(EMPTY).notice
    room[0] = True
    kitchen.until(lambda state: state.notice == "")


def test_so_does_the_sentence_about_what_could_not_be_confirmed(kitchen, monkeypatch):
    def full(*_, **more):
        raise JournalError("The disk is full, so nothing more can be confirmed.", full=True)

    room = [False]
    monkeypatch.setattr(kitchen.journal, "has_room", lambda: room[0])
    monkeypatch.setattr(kitchen.journal, "append", full)
    assert "disk is full" in kitchen.sees(EMPTY).trouble
    room[0] = True
    kitchen.until(lambda state: state.trouble == "")


@pytest.mark.parametrize(
    "name",
    ["Ada", "Oświęcimka", "أحمد بن محمد", "张伟", FAMILY, FAMILY * 4, "🇵🇱🇨🇿", "👍🏽",
     "é" * 30, "Zoë-Lu O’Neil (2)", "क्षितिज"],
)  # fmt: skip
def test_people_are_called_all_kinds_of_things(name):
    assert name_of(f"  {name} ") == name


def test_letters_are_counted_as_people_do():
    assert letters(FAMILY * 3) == 3
    assert letters("🇵🇱🇨🇿") == 2
    assert letters("é" * 4) == 4


@pytest.mark.parametrize(
    ("name", "why"),
    [("x" * 31, "at most 30 letters"), ("a\u202eb", "invisible"), ("a\x00b", "invisible"),
     ("a" + "\u0301" * 400, "at most 30 letters")],
)  # fmt: skip
def test_what_is_no_name_is_said_in_words(name, why):
    with pytest.raises(CorrectionRefused, match=why):
        name_of(name)


@pytest.mark.parametrize(("lang", "why"), [("en", "at most 30 letters"), ("pl", "30 liter")])
def test_the_page_says_it_in_its_own_language(kitchen, lang, why):
    form = {"game": "azul", "players": "2", "name0": "W" * 31}
    answer = kitchen.client.post(f"/new-game?lang={lang}", data=form, headers=HOME)
    assert answer.status_code == 400
    assert why in unescape(answer.text)
    assert "names[0]" not in answer.text


def test_an_arabic_name_does_not_turn_its_line_around():
    evening = shown("azul", 3, BY_NAME["announced"], ("Ada", "Ben", "أحمد"))
    html = evening.app.test_client().get("/").text
    assert "<bdi>\u2068أحمد\u2069</bdi>" in html
    assert re.search("\u2068أحمد\u2069: \\d", words(html)), "in sentences too"
    evening.end()

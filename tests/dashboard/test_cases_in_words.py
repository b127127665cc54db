"""The very case in the reader's language: what is wrong, what is refused, what went wrong."""

import json
import re
from dataclasses import replace

import pytest
from evening import REPORTS, Evening, violation
from keeping import KeptEvening
from pages import HOME
from pages import words as text_of
from said import templates

from companion.boards import load
from companion.errors import CameraLost, PictureError
from companion.games import game
from companion.games.base import Checkpoint, Moment, Problem, Setup
from companion.games.saying import Either, Listed, Notice, Row
from companion.games.wall.advance import UNSEEN_FLOOR
from companion.sentence import Sentence
from companion.service.evening import asks
from companion.service.ops.failures import said
from web import languages
from web.views.wording import rule_sentences, sentences, words

FOREIGN = ("pl", "cs")

DUEL = {
    "place/0/0": ("special", "red", "black", "turquoise"),
    "line/1/0": "red",
    "line/1/1": "yellow",
    "line/3/0": "first",
    "dome/0/1": "blue",
    "dome/5/5": "red",
}

CASES = {
    "azul": ({"line/3/0": "red", "line/3/2": "red", "wall/0/0": "red"}, "coloured"),
    "azul-mini": ({"wall/1/1": "black", "wall/1/3": "black", "floor/2": "red"}, "grey"),
    "master-chocolatier": ({"wall/0/0": "white", "floor/2": "brown"}, "coloured"),
    "summer-pavilion": ({"star/1/1": "green", "star/0/1": "red", "star/0/2": "red"}, "coloured"),
    "azul-duel": (DUEL, "coloured"),
}
"""Game -> a board on which much is wrong, and its side."""

VALUES = {
    "cell": "wall/0/1", "place": "place/0/1", "star": "upper left", "seat": 1, "seats": (0, 1),
    "colour": "blue", "other": "red", "wild": "green", "right": "orange", "printed": "black",
    "space": "special", "content": "nothing", "choice": ("white", "cream"), "kind": "statue",
    "colours": ["yellow", "brown"], "lines": [1, 3], "points": [5, 6], "faces": ["black+blue"],
    "why": "plug it in again", "what": "the Pi's camera delivers no picture",
    "remedy": "check its cable at both ends",
    "game": "Azul: Summer Pavilion", "games": "Azul / Azul: Master Chocolatier",
}  # fmt: skip
"""One value for each name that is worded; others are numbers and names."""

ALIKE = {"companion", "gpio", "jpeg", "film", "usb", "video", "program", "disk",
         "hub", "azul", "duel", "png", "webp", "heic", "avif", "iphone"}  # fmt: skip
"""Words that are the same in another language."""


def english(text):
    """The words that would be English if they came again: not those of commands in quotes."""
    plain = re.sub(r"'[^' ]+ ?[^']*'", "", text.lower())
    return {word for word in re.findall(r"[^\W\d_]{3,}", plain) if word not in ALIKE}


def reported(problem):
    """A violation as it comes out of a report, through JSON."""
    return json.loads(
        json.dumps(
            {
                "rule": getattr(problem, "rule", ""),
                "cells": problem.cells,
                "message": problem.message,
                "template": problem.template,
                "values": dict(problem.values),
            }
        )
    )


def seen_first(setup, board):
    """What is wrong with a board of which nobody has seen an earlier one."""
    rules = game(replace(setup, scores=(5, 5)))
    turn = Moment(Checkpoint.PLACED, 1, 0)
    return rules.problems_at(rules.empty_table(), turn, 0, board)


def reader(client, code):
    """A request of somebody who reads ``code``, in which sentences are worded."""
    return client.application.test_request_context(f"/?lang={code}")


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("name", CASES)
def test_no_english_is_left_in_a_case_of_any_game(client, name, code):
    board, side = CASES[name]
    goals = ("G1", "G2", "G3") if name == "azul-duel" else ()
    found = seen_first(Setup(name, side, goals=goals), board)
    assert len(found) > 1
    for problem in found:
        with reader(client, code):
            told = sentences.of(problem)
        assert told, problem.message
        assert not english(told) & english(problem.message), told


BOXES = {"en": ("wall", "chocolate box"), "pl": ("ścian", "bombonier"), "cs": ("stěn", "bonboni")}
"""What the wall is called in most games, and in Master Chocolatier."""


@pytest.mark.parametrize("code", BOXES)
def test_what_the_rules_of_a_game_call_a_box_is_no_wall_in_what_is_wrong_with_it(client, code):
    """Its rules spoke of a box, and its violations of a wall."""
    wall, box = BOXES[code]
    with reader(client, code):
        told = [template for template in templates()[0] if "wall" in template]
        words.use(board=load("azul"))
        walls = [whole(template) for template in told]
        words.use(board=load("master-chocolatier"))
        boxes = [*map(whole, told), words.place("wall/1/2"), words.checkpoint("tiled")]
    assert sum(wall in one.lower() for one in walls) > 10
    assert not any(box in one.lower() for one in walls)
    assert [one for one in boxes if wall in one.lower()] == []
    assert sum(box in one.lower() for one in boxes) > 10


def whole(template):
    """A violation in the reader's language."""
    values = {name: VALUES.get(name, 3) for name in re.findall(r"{(\w+)}", template)}
    return sentences.of(Problem("CH-R22", (), template, values))


def test_a_players_name_is_no_word_of_a_game(client):
    with reader(client, "en"):
        words.use(["Max Wall"], load("master-chocolatier"))
        case = Problem("CH-R22", (), "Row {row} of the wall: {seat}.", {"row": 1, "seat": 0})
        assert "Max Wall" in languages.gettext("%(who)s: one question", who=words.seat(0))
        assert sentences.of(case) == "Row 1 of the chocolate box: 0."


def test_a_score_is_held_at_0_for_another_reason_than_at_its_most(client):
    """R31 gives points back; by a house rule it takes those away that are not counted."""
    with reader(client, "en"):
        assert rule_sentences.reason("AZ-R31", 2) == "never below zero"
        assert rule_sentences.reason("AZ-R31", -2) == "100 is the most"
        assert rule_sentences.reason("SP-R29", -2) == "160 is the most"


@pytest.mark.parametrize("code", FOREIGN)
def test_no_english_is_left_in_any_sentence(client, code):
    with reader(client, code):
        left = {template: english_left(template) for template in templates()[0]}
    assert {template: words for template, words in left.items() if words} == {}


def english_left(template):
    """The words of a sentence that are still English in the reader's language."""
    names = re.findall(r"{(\w+)}", template)
    values = {name: VALUES.get(name, 3) for name in names}
    words = english(template.format(**dict.fromkeys(names, "")))
    words |= {"nothing", "statue", "upper", "left", "yellow", "blue", "white", "black"}
    return english(sentences.worded(template, values)) & words


def test_the_case_is_told_with_line_place_and_colours(client):
    problem = Problem("DU-R29", (), "Line {line} holds {colours}; a line takes one colour only, "
                      "so take the others out.",
                      {"line": 4, "colours": Listed(("red", "white"))})  # fmt: skip
    told = {}
    for code in ("en", *FOREIGN):
        with reader(client, code):
            told[code] = sentences.of(problem)
    assert told == {
        "en": "Line 4 holds red and white; a line takes one colour only, so take the others out.",
        "pl": "W linii 4 leżą kolory: czerwony i biały; linia ma tylko jeden kolor, "
        "więc zabierz pozostałe.",
        "cs": "V řadě 4 leží barvy: červená a bílá; řada má jen jednu barvu, ostatní vyndej.",
    }


def test_lists_are_english_in_english():
    assert Notice((), "{a}; {b}; {c}", {
        "a": Listed((1, 2)), "b": Either((5, 6)), "c": Row(("red", "blue")),
    }).message == "1 and 2; 5 or 6; red, blue"  # fmt: skip


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Row 4 of the wall already has red; line 4 cannot take it."),
        ("pl", "W rzędzie 4 ściany ten kolor już jest (czerwony); linia 4 nie może go przyjąć."),
        ("cs", "V řadě 4 stěny už tato barva je (červená); přípravná řada 4 ji mít nesmí."),
    ],
)
def test_a_violation_on_the_page_is_the_very_case(code, sentence):
    report = violation()
    board = {"line/3/0": "red", "wall/3/0": "black", "wall/3/4": "blue", "wall/3/1": "white"}
    problems = seen_first(Setup("azul", "grey"), {**board, "wall/3/2": "red"})
    report["boards"][1]["violations"] = [reported(one) for one in problems]
    evening = Evening({3: report})
    evening.press(4)
    page = text_of(evening.app.test_client().get(f"/?lang={code}").text)
    evening.live.stop()
    assert sentence in page


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("pl", "Nie było widać linii podłogi z tej rundy"),
        ("cs", "Podlahu tohoto kola nebylo vidět"),
    ],
)
def test_a_notice_without_cells_is_told_as_well(code, sentence):
    boards = [
        one | {"notices": [reported(Notice((), UNSEEN_FLOOR))]} for one in REPORTS[2]["boards"]
    ]
    evening = Evening({2: REPORTS[2] | {"boards": boards}})
    evening.press(3)
    page = text_of(evening.app.test_client().get(f"/?lang={code}").text)
    evening.live.stop()
    assert sentence in page


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "That would not be legal: Pattern line 5 holds more than one colour;"),
        ("pl", "To byłoby niezgodne z zasadami. W linii wzoru 5 leży więcej niż jeden kolor;"),
        ("cs", "To by odporovalo pravidlům. V přípravné řadě 5 leží víc než jedna barva;"),
    ],
)
def test_a_correction_is_refused_in_the_readers_language(code, sentence):
    kept = KeptEvening()
    kept.press(2)
    form = {"seat": "0", "cell": "line/4/0", "content": "red"}
    answer = kept.app.test_client().post(f"/correct?lang={code}", data=form, headers=HOME)
    kept.live.stop()
    assert sentence in text_of(answer.text)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "There is nothing to take back; the game has just begun."),
        ("pl", "Nie ma czego cofać; gra dopiero się zaczęła."),
        ("cs", "Není co vrátit; hra právě začala."),
    ],
)
def test_a_program_is_refused_in_its_language_too(code, sentence):
    kept = KeptEvening()
    answer = kept.app.test_client().post(f"/api/undo?lang={code}", json={}, headers=HOME)
    kept.live.stop()
    assert (answer.status_code, answer.json["error"]) == (409, sentence)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "DU-R5: 2 scoring goals are in play; choose 3 (or all 4)."),
        ("pl", "Wskaż trzy (albo cztery) cele, najwyżej jeden z każdego kafla."),
        ("cs", "Zvol tři (nebo čtyři) cíle, z každého dílku nejvýš jeden."),
    ],
)
def test_goals_that_do_not_go_together_are_refused_with_their_rule(client, code, sentence):
    form = {"game": "azul-duel", "goals": ["G1", "G2"]}
    page = client.post(f"/new-game?lang={code}", data=form, headers=HOME)
    assert page.status_code == 400
    assert sentence in text_of(page.text)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PictureError(Sentence("the file {file} is no picture, or damaged; take it again",
                                  file="007.jpg")),
            "Soubor 007.jpg není snímek, nebo je poškozený; vyfoť ho znovu.",
        ),
        (OSError("the lens is foggy"), "Snímek se nepodařilo přečíst; pokračuj dalším."),
        (
            CameraLost(Sentence("The camera gives no pictures: {why}. The game is kept; it goes on "
                                "by itself when the camera is back.",
                                why=Sentence("{what}; {remedy}",
                                             what="no camera is connected to the Pi",
                                             remedy="check its cable at both ends")),
                       camera="pi", attempts=3),
            "Kamera nedává snímky: k Pi není připojena žádná kamera; "
            "zkontroluj její kabel na obou koncích. Hra je uložená;",
        ),
    ],
)  # fmt: skip
def test_a_trouble_is_told_in_the_readers_language(error, sentence):
    evening = Evening({1: error})
    evening.press()
    evening.live.ask(asks.Press(None))
    evening.until(lambda state: state.trouble)
    page = text_of(evening.app.test_client().get("/?lang=cs").text)
    evening.live.stop()
    assert sentence in page


def test_a_sentence_remembers_what_it_was_made_from():
    problem = Problem("AZ-R22", (), "a {colour} tile", {"colour": "red"})
    error = PictureError(Sentence("at {seats}: {why}", seats=(0, 2), why=said(problem)))
    told = str(error)
    assert told == "at 0, 2: a red tile"
    assert isinstance(told, Sentence)
    assert told.values["why"].values == {"colour": "red"}
    assert json.dumps([told]) == '["at 0, 2: a red tile"]'


@pytest.mark.parametrize("lang", ["en", "pl", "cs"])
def test_what_a_library_says_is_on_no_page(evening, lang):
    why = Sentence("the picture cannot be kept ({error}); make room on the disk", error="Errno 28")
    with evening.app.test_request_context(f"/?lang={lang}"):
        said = sentences.told(why)
    assert "Errno" not in said
    assert "()" not in said
    assert lang != "en" or said == "The picture cannot be kept; make room on the disk."


NOBODY = Sentence("nobody sits at seat {seat}; choose one of the boards in play", seat=3)
TAKEN = Sentence(
    "somebody else has just corrected {cell}: it holds {content} now; "
    "tap it again if that is wrong",
    cell="wall/0/0",
    content="first",
)
NOT_HERE = Sentence(
    "{content} cannot lie on {cell}; choose {choice} or empty",
    content="red",
    cell="floor/0",
    choice=("blue", "first"),
)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (NOBODY, "Nobody sits at seat 4; choose one of the boards in play."),
        (
            TAKEN,
            "Somebody else has just corrected wall, row 1, space 1: it holds starting player "
            "marker now; tap it again if that is wrong.",
        ),
        (
            NOT_HERE,
            "Red cannot lie on floor line, space 1; choose blue, starting player marker or empty.",
        ),
        ("there is nothing to take back; the game has just begun",
         "There is nothing to take back; the game has just begun."),
        (Sentence("{name} plays already", name="eva"), "eva plays already."),
        ("Is the lamp on?", "Is the lamp on?"),
        ("", ""),
        (Sentence("{what}; {remedy}", what="there is no USB camera", remedy="plug it in again"),
         "There is no USB camera; plug it in again."),
    ],
)  # fmt: skip
def test_in_english_too_a_page_says_whole_sentences_without_ids(client, said, shown):
    with reader(client, "en"):
        assert sentences.told(said) == shown


def test_in_english_a_seat_has_its_players_name(client):
    why = Sentence("A tile lies on {cell}, which is {space}.", cell="dome/0/1", space="blue")
    refused = Sentence("that would not be legal at seat {seat}: {why}", seat=0, why=why)
    with reader(client, "en"):
        words.use(("Ada", "Ben"))
        told = sentences.told(refused)
    assert told == (
        "That would not be legal at seat 1 (Ada): A tile lies on dome, row 1, space 2, which is "
        "blue."
    )


@pytest.mark.parametrize("code", languages.LANGUAGES)
@pytest.mark.parametrize(
    "cell", ["star", "star/x", "number", "wall/\u00b2/0", "wall/" + "9" * 5000]
)
def test_a_cell_that_no_board_has_is_said_as_it_was_sent(client, code, cell):
    with reader(client, code):
        assert sentences.told(Sentence("this board has no cell '{cell}'", cell=cell))

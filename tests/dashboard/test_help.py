"""Help: three pictures, lamps and tones, from every page and in every language."""

import re
from dataclasses import replace
from functools import partial
from html import unescape

import pytest
from gallery import GAMES, SCENES, setup_of, shown

from companion import sitting
from companion.boards import load
from companion.events import Confirmed, Opened
from companion.games.base import Checkpoint, Moment
from companion.ports import Signal
from hardware.panel.signals import ANNOUNCEMENTS, REST, Light
from web.views.manual import help as view

BY_NAME = {scene.name: scene for scene in SCENES}


@pytest.fixture
def client():
    evening = shown("azul", 2, BY_NAME["tiled"])
    yield evening.app.test_client()
    evening.end()


LATER = [pytest.param(language, marks=pytest.mark.long) for language in ("en", "cs")]


@pytest.mark.parametrize("lang", ["pl", *LATER])
def test_it_is_reached_from_every_page(client, lang):
    pages = [
        rule.rule
        for rule in client.application.url_map.iter_rules()
        if "GET" in rule.methods and "<" not in rule.rule
        and not re.search(r"\.|/api|/events", rule.rule)
    ]  # fmt: skip
    pages += ["/player/1", "/table/0", "/rules/azul", "/history/1", "/nowhere"]
    assert len(pages) >= 15
    for path in pages:
        html = client.get(path, query_string={"lang": lang}).text
        assert re.search(r'href="/help[?"]', html), path


@pytest.mark.parametrize("game", GAMES)
def test_it_has_three_pictures_of_the_game_that_is_played(game):
    evening = shown(game, 2, BY_NAME["set-up"])
    for lang in ("en", "pl", "cs"):
        html = evening.app.test_client().get(f"/help?lang={lang}").text
        assert html.count('<svg class="board-drawing"') == 3, lang
        assert html.count('<li class="panel">') == 3, lang
    evening.end()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("lang", "button", "photograph"),
    [("en", "press", "photograph"), ("pl", "przycisk", "zdjęcie"), ("cs", "tiskn", "vyfo")],
)
def test_where_phones_take_the_pictures_it_asks_for_photographs(game, lang, button, photograph):
    evening = shown(game, 2, BY_NAME["set-up"])
    evening.evening.bulletin.change(lambda state: replace(state, handheld=True))
    html = evening.app.test_client().get(f"/help?lang={lang}").text
    evening.end()
    texts = re.findall(r"</svg>.*?<p>(.*?)</p>", html, re.S)
    assert len(texts) == 3
    assert all(photograph in text and button not in text for text in texts)


@pytest.mark.parametrize(
    ("lang", "hold", "twice"),
    [("en", "hold", "twice"), ("pl", "przytrzym", "dwa razy"), ("cs", "podrž", "dvakrát")],
)
def test_nothing_is_held_or_pressed_twice_where_only_the_pages_have_buttons(lang, hold, twice):
    evening = shown("summer-pavilion", 2, BY_NAME["set-up"])
    for buttons in (True, False):
        evening.evening.bulletin.change(partial(replace, buttons=buttons))
        html = evening.app.test_client().get(f"/help?lang={lang}").text.lower()
        assert (hold in html, twice in html) == (buttons, buttons)
    evening.end()


@pytest.mark.parametrize(
    ("lang", "domes", "wall"),
    [("en", "Domes tiled", "wall"), ("pl", "Kopuły ułożone", "ścian"), ("cs", "Kupole", "stěn")],
)
@pytest.mark.parametrize("path", ["/help", "/about"])
def test_duel_has_domes_and_no_walls(path, lang, domes, wall):
    evening = shown("azul-duel", 2, BY_NAME["tiled"])
    html = evening.app.test_client().get(f"{path}?lang={lang}").text
    evening.end()
    page = re.sub(r'(?s)<pre class="log".*?</pre>', "", html)  # whatever went on before is there
    assert domes in page
    assert wall not in page.lower()


@pytest.mark.parametrize("game", GAMES)
def test_what_the_pictures_show_is_drawn(game):
    setup = setup_of(game, 2)
    board = load(setup.game, setup.variant)
    known = {cell.id for cell in board.cells} | {f"place/{n // 3}/{n % 3}" for n in range(9)}
    for cells in view.examples(board):
        assert set(cells) <= known


@pytest.mark.parametrize("game", ["azul", "azul-mini", "master-chocolatier"])
def test_what_the_pictures_show_is_legal(game):
    """The boards of the help are those of a round: all tiles taken, then tiled."""
    setup = setup_of(game, 2)
    taken, tiled = view.examples(load(setup.game, setup.variant))
    begun = sitting.fold([Opened(setup)])
    assert begun.game.problems_at(begun.table, Moment(Checkpoint.OFFER_END, 1), 0, taken) == ()
    after = sitting.apply(begun, Confirmed(Moment(Checkpoint.OFFER_END, 1), (taken, {})))
    assert after.game.problems_at(after.table, Moment(Checkpoint.TILED, 1), 0, tiled) == ()


def test_lamps_and_tones_are_those_of_the_panel():
    evening = shown("azul", 2, BY_NAME["set-up"])
    with evening.app.test_request_context("/?lang=en"):
        found = {one.signal: one for one in view.signs()}
    evening.end()
    assert set(found) == set(Signal) - {Signal.QUIET}
    for signal, sign in found.items():
        ((lamp, light),) = ANNOUNCEMENTS[signal].lamps.items()
        assert (sign.lamp, sign.blinks) == (lamp.value, light is Light.BLINK)
        notes = [hertz for hertz, _ in ANNOUNCEMENTS[signal].melody if hertz != REST]
        count = {"no": 0, "one": 1, "two": 2, "four": 4}[sign.sounds.split()[0]]
        assert count == len(notes), signal
        if "rising" in sign.sounds:
            assert notes == sorted(set(notes))
        assert ("low" in sign.sounds) == (bool(notes) and max(notes) < 300)


def test_every_word_is_there_in_every_language(client):
    texts = {
        lang: unescape(re.sub(r"<[^>]+>", "", client.get(f"/help?lang={lang}").text))
        for lang in ("en", "pl", "cs")
    }
    assert "Help in three pictures" in texts["en"]
    assert "Pomoc w trzech obrazkach" in texts["pl"]
    assert "Nápověda ve třech obrázcích" in texts["cs"]

"""The television: how others join in, quiet sounds, dark, and a big moment at the end."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from gallery import SCENES, shown
from pages import HOME
from patience import until
from test_browser import TELEVISION, chromium
from test_pairing import PHONE, browser

import web
from companion.service.evening import asks
from hardware.panel.signals import ANNOUNCEMENTS
from web import Server, create_app
from web.access.paired_devices import Pairing

__all__ = ["chromium"]  # a fixture

BY_NAME = {scene.name: scene for scene in SCENES}
STATIC = Path(web.__file__).parent / "static"


@pytest.fixture
def evening():
    one = shown("azul", 2, BY_NAME["set-up"])
    yield one
    one.end()


@pytest.fixture
def pairing():
    return Pairing(local=False)


@pytest.fixture
def app(evening, pairing):
    return create_app(evening.evening, devices=pairing)


def joining(client):
    html = client.get("/scoreboard").text
    return unescape(re.search(r'<aside class="join".*?</aside>', html, re.DOTALL)[0])


def test_everybody_is_shown_how_to_watch_and_only_our_own_screen_how_to_pair(app, pairing):
    guest = joining(browser(app, PHONE))
    assert guest.count("<svg") == guest.count("viewBox") == 1, "drawn as large as there is room"
    assert "Watch" in guest
    assert pairing.code not in guest
    client = browser(app, PHONE)
    client.post("/api/pair", json={"code": pairing.code}, headers=HOME)
    known = joining(client)
    assert known.count("<svg") == 2
    assert pairing.code in known
    assert joining(browser(app, PHONE)).count("<svg") == 1, "nothing was kept for the others"


def test_the_address_is_one_that_others_can_use(app):
    assert "localhost" not in joining(browser(app, "127.0.0.1"))


def test_the_next_code_is_shown_at_once(app, pairing, evening):
    screen = browser(app, "192.168.1.40")
    screen.post("/api/pair", json={"code": pairing.code}, headers=HOME)
    before, version = joining(screen), evening.evening.state.version
    browser(app, PHONE).post("/api/pair", json={"code": pairing.code}, headers=HOME)
    assert evening.evening.state.version > version, "pages hear of it"
    assert pairing.code in joining(screen)
    assert joining(screen) != before


def test_while_people_play_the_room_is_theirs(evening):
    client = evening.app.test_client()
    evening.play(BY_NAME["tiled"])
    assert "<svg" not in joining(client)
    evening.evening.ask(asks.Pause(True)).result(5)
    assert "<svg" in joining(client)


def test_the_sounds_are_those_of_the_panel():
    there = json.loads((STATIC / "sounds.json").read_text())
    here = {s.value: [list(note) for note in a.melody] for s, a in ANNOUNCEMENTS.items()}
    assert there == {signal: melody for signal, melody in here.items() if melody}


def test_the_end_is_a_big_moment():
    over = shown("azul", 2, BY_NAME["over"])
    html = over.app.test_client().get("/scoreboard").text
    assert html.count('<i class="piece-') == 24
    assert 'data-news="over ' in html
    over.end()
    tiled = shown("azul", 2, BY_NAME["tiled"])
    html = tiled.app.test_client().get("/scoreboard").text
    assert '<i class="piece-' not in html
    tiled.end()


@pytest.fixture
def page(chromium, evening):
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    context = chromium.new_context(viewport=TELEVISION, locale="en-GB", color_scheme="light")
    one = context.new_page()
    one.goto(f"http://127.0.0.1:{server.port}/scoreboard")
    yield one
    context.close()
    server.stop()


@pytest.mark.browser
def test_dark_is_switched_on_for_this_screen_and_stays(page):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    page.get_by_role("button", name="Dark", pressed=True).click()
    assert page.evaluate(ground) == light


@pytest.mark.browser
def test_the_switches_stay_in_sight_while_the_companion_is_out_of_reach(page):
    # Said and measured in one go: the page that is answered again takes the sentence away.
    bottom, switches = page.evaluate(
        """() => {
        const note = document.getElementById("offline");
        const top = (what) => what.getBoundingClientRect().top;
        note.textContent = note.dataset.text;
        const { height } = note.getBoundingClientRect();
        return [height && top(note) + height, top(document.getElementById("switches"))];
    }"""
    )
    assert 0 < bottom <= switches


LISTEN = """() => {
    window.played = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
      window.played.push(Math.round(this.frequency.value));
      return start.call(this, at);
    };
}"""


@pytest.mark.browser
def test_sounds_that_could_not_be_fetched_are_fetched_with_the_next_news(page, evening):
    """Where the companion was out of reach just then, the screen stayed silent all evening."""
    page.evaluate(LISTEN)
    page.route("**/sounds.json", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Sounds").click()
    page.evaluate("document.body.dataset.news = 'violation 1 0'")
    until(lambda: page.evaluate("window.played") == [220])


@pytest.mark.browser
def test_sounds_are_off_until_switched_on_and_then_say_what_happens(page, evening):
    page.evaluate(LISTEN)
    news = "document.body.dataset.news = '{} 1 0'"
    page.evaluate(news.format("violation"))
    assert page.evaluate("window.played") == []
    page.get_by_role("button", name="Sounds").click()
    until(lambda: page.evaluate("window.played.length") == 1)
    page.evaluate(news.format("question"))
    until(lambda: page.evaluate("window.played.length") == 3)
    assert page.evaluate("window.played") == [880, 440, 659]
    page.get_by_role("button", name="Sounds").click()
    page.evaluate(news.format("over"))
    page.wait_for_timeout(100)
    assert page.evaluate("window.played.length") == 3

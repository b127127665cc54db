"""Pages that are open while somebody begins another game: they show it, and nothing of the last."""

import pytest
from gallery import SCENES, shown
from patience import until
from test_browser import PHONE, chromium

from companion.games.base import Setup
from companion.journal import Seating
from companion.service.evening import asks
from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

DUEL = Setup("azul-duel", goals=("G1", "G5", "G8"))


@pytest.fixture
def table():
    """A game of Azul that three play, on a real port."""
    one = shown("azul", 3, SCENES[0])
    server = Server(one.app, "127.0.0.1", 0)
    server.start()
    one.address = f"http://127.0.0.1:{server.port}"
    yield one
    one.end()
    server.stop()


@pytest.fixture
def open_page(chromium, table):
    pages = []

    def open_one(path):
        page = chromium.new_page(viewport=PHONE)
        page.set_default_timeout(8000)
        page.goto(table.address + path)
        pages.append(page)
        return page

    yield open_one
    for page in pages:
        page.close()


def begin(table, *names):
    """Begin a game of Azul Duel whose pictures phones take."""
    table.evening.ask(asks.Begin(Seating(DUEL, names, handheld=True, chosen=True))).result(5)


@pytest.mark.parametrize("path", ["/", "/scoreboard"])
def test_a_page_that_may_sound_is_exchanged_whole_without_being_loaded_anew(open_page, table, path):
    page = open_page(path)
    page.evaluate("() => { document.body.touched = true }")
    begin(table, "Cyd", "Dan")
    page.get_by_role("heading", name="Cyd").first.wait_for()
    until(lambda: page.title() == "Azul Duel · Companion")
    assert page.locator(".brand-game").text_content() == "Azul Duel"
    assert "players-2" in page.locator("body").get_attribute("class").split()
    rules = page.locator(".more-ways a", has_text="Rules")
    assert rules.get_attribute("href").startswith("/rules/azul-duel")
    page.locator(".more-ways summary").click()
    page.keyboard.press("Escape")
    assert page.locator(".more-ways[open]").count() == 0, "the menu that was drawn anew closes too"
    assert page.evaluate("document.body.touched"), "sounds need a page that was touched"


def test_the_phone_that_takes_the_pictures_asks_for_the_new_boards(open_page, table):
    page = open_page("/camera")
    assert page.locator("#sending").count() == 0, "that game has a camera of its own"
    begin(table, "Cyd", "Dan")
    page.locator("#sending").wait_for()
    begin(table, "Eve", "Fay")
    until(lambda: "Eve" in page.locator("#sending .owners").first.text_content())
    assert page.locator("#sending").get_attribute("data-board") == "/boards/azul-duel/coloured.json"


def test_names_of_another_game_are_not_kept_for_this_one(open_page, table):
    page = open_page("/people")
    begin(table, "Cyd", "Dan")
    until(lambda: page.locator("#name-0").input_value() == "Cyd")
    page.get_by_role("button", name="Keep it so").click()
    page.wait_for_load_state()
    assert table.evening.state.names == ("Cyd", "Dan")


def test_a_player_who_does_not_play_any_more_is_told(open_page, table):
    page = open_page("/player/2")
    begin(table, "Cyd", "Dan")
    page.get_by_text("Nobody sits there.").wait_for()

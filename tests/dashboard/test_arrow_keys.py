"""From place to place with the arrow keys, on the boards of every shape."""

import pytest
from gallery import SCENES, shown
from test_browser import chromium

from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

BEGUN = next(scene for scene in SCENES if scene.name == "begun")
REACHED = """async () => {
  const { next } = await import("/static/js/places.js");
  const places = [...document.querySelector(".board-drawing").querySelectorAll("[data-cell]")];
  const reached = new Set([places[0]]);
  for (const one of reached)
    for (const way of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const beside = next(places, one, way);
      if (beside) reached.add(beside);
    }
  return [reached.size, places.length];
}"""
WHERE = "() => document.activeElement.dataset.cell ?? document.activeElement.name"


@pytest.fixture
def lay(chromium):
    """Open the page of a game on which boards are laid by hand."""
    opened = []

    def open_one(game):
        evening = shown(game, 2, BEGUN)
        server = Server(evening.app, "127.0.0.1", 0)
        server.start()
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        opened.append((evening, server, page))
        page.goto(f"http://127.0.0.1:{server.port}/by-hand")
        return page

    yield open_one
    for evening, server, page in opened:
        page.close()
        evening.end()
        server.stop()


@pytest.mark.parametrize(
    "game", [pytest.param("azul", marks=pytest.mark.long), "summer-pavilion", "azul-duel"]
)
def test_every_place_is_reached(lay, game):
    reached, places = lay(game).evaluate(REACHED)
    assert reached == places > 30


def test_tab_stops_at_a_board_once_and_comes_back_to_the_same_place(lay):
    page = lay("azul")
    page.locator("[name=tile]").first.focus()
    page.keyboard.press("Tab")
    first = page.evaluate(WHERE)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    there = page.evaluate(WHERE)
    assert there != first
    assert page.locator("#keys-0").is_visible()
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate(WHERE) == "gesture"
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    assert page.evaluate(WHERE) == there

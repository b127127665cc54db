"""The lines of a board, laid over its picture where its corners are tapped."""

import pytest
from test_browser import chromium
from test_evening_browser import kept

__all__ = ["chromium", "kept"]  # fixtures

pytestmark = pytest.mark.browser

TAPPING = """async () => {
  const { Tapping } = await import("/static/js/tapping.js");
  const place = document.createElement("div");
  place.innerHTML = `<div class="stage"><canvas class="photo"></canvas></div>
    <canvas class="glass"></canvas><p class="instruction"></p>`;
  const chosen = { game: "azul-duel" };
  const tapping = new Tapping(place, {
    players: () => 2,
    called: () => "",
    byHand: () => true,
    board: () => `/boards/${chosen.game}/coloured.json`,
    changed: () => {},
  });
  const slow = tapping.begin();
  chosen.game = "azul";
  await tapping.begin();
  Object.assign(window, { tapping, slow });
}"""


def test_the_lines_are_those_of_the_game_that_was_chosen_last(chromium, kept):
    """The board of the one before may come later: its lines lay over the picture then."""
    page, held = chromium.new_page(), []
    page.goto(kept.address)
    page.route("**/boards/azul-duel/**", lambda route: held.append(route))
    page.evaluate(TAPPING)
    chosen = page.evaluate("() => tapping.data.size_mm")
    held[0].continue_()
    assert page.evaluate("() => slow.then(() => tapping.data.size_mm)") == chosen
    page.close()

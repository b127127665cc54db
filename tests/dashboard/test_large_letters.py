"""Letters twice as large, and the smallest phone: all of a page is on it, and no word breaks."""

import pytest
from boxes import troubles
from gallery import shown
from test_browser import CHROMIUM, FLAGS, chromium
from test_layout import BY_NAME, LONG, SMALLEST, visit

from web import Server

__all__ = ["chromium", "visit"]  # fixtures

pytestmark = pytest.mark.browser

LARGE = "--blink-settings=defaultFontSize=32"
"""Letters twice as large as usual, as somebody prefers them in the whole browser."""


@pytest.fixture(scope="module")
def large_letters(chromium):
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, LARGE])
    yield browser
    browser.close()


@pytest.mark.parametrize(
    ("game", "scene", "lang", "paths"),
    [
        ("summer-pavilion", "violations", "pl", ("/", "/player/1", "/table", "/by-hand", "/game")),
        pytest.param(
            *("azul-mini", "announced", "cs"), ("/", "/player/1", "/scoreboard"), marks=LONG
        ),
        pytest.param("azul-duel", "over", "pl", ("/", "/player/1", "/new-game"), marks=LONG),
    ],
)
def test_letters_twice_as_large_stay_on_a_phone(large_letters, game, scene, lang, paths):
    evening = shown(game, 2 if game == "azul-duel" else 4, BY_NAME[scene])
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    page = large_letters.new_page(viewport={"width": 360, "height": 740})
    found = {}
    for path in paths:
        page.goto(f"http://127.0.0.1:{server.port}{path}?lang={lang}")
        found[path] = troubles(page)
    evening.end()
    server.stop()
    assert not any(found.values()), found


BROKEN = r"""() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, one = text.parentElement;
    if (!one.checkVisibility() || one.closest("svg, .join, .pair-page a, .for-ears")) continue;
    for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const there = document.createRange();
      there.setStart(text, word.index);
      there.setEnd(text, word.index + word[0].length);
      const boxes = [...there.getClientRects()].filter((box) => box.width > 1);
      if (new Set(boxes.map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


EARLY, LATE = ("/", "/player/3", "/help", "/pair"), ("/", "/player/3", "/history")


@pytest.mark.parametrize(
    ("game", "scene", "paths", "lang"),
    [
        ("azul-mini", "begun", EARLY, "pl"),
        pytest.param("azul-mini", "begun", EARLY, "cs", marks=LONG),
        pytest.param("azul", "over", LATE, "pl", marks=LONG),
        pytest.param("azul", "over", LATE, "cs", marks=LONG),
        ("azul", "over", LATE[-1:], "cs"),
    ],
)
def test_no_word_breaks_on_the_smallest_phone(visit, game, scene, paths, lang):
    evening = shown(game, 4, BY_NAME[scene])
    for path in paths:
        page = visit(evening, path, SMALLEST, lang)
        assert page.evaluate(BROKEN) == [], path
        assert troubles(page) == [], path

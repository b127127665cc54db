"""Whoever has no mouse and no finger: what has the focus is seen, kept, and led back to."""

import pytest
from evening import violation
from keeping import KeptEvening
from patience import until
from test_browser import PHONE, chromium

from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
FOCUSED = "() => document.activeElement.id"
PLACE = "place-0-floor/0"
COVERED = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const { left, top, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
  const parts = [0.15, 0.5, 0.85].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [x, y]));
  return !parts.some(([x, y]) => {
    const seen = document.elementFromPoint(left + x * width, top + y * height);
    const label = seen?.closest("label");
    return seen && (one.contains(seen) || seen.contains(one) || label?.contains(one));
  });
}"""
WHO = "() => document.activeElement.outerHTML.slice(0, 120)"


@pytest.fixture
def kept():
    """An evening with a violation in its fourth picture, served."""
    one = KeptEvening({3: violation()})
    server = Server(one.app, "127.0.0.1", 0)
    server.start()
    one.address = f"http://127.0.0.1:{server.port}"
    yield one
    one.live.stop()
    server.stop()


@pytest.fixture
def open_page(chromium, kept):
    contexts = []

    def open_one(path="/", viewport=PHONE):
        contexts.append(chromium.new_context(viewport=viewport, reduced_motion="reduce"))
        contexts[-1].set_default_timeout(8000)
        page = contexts[-1].new_page()
        page.goto(kept.address + path)
        return page

    yield open_one
    for context in contexts:
        context.close()


def focus(page, id):
    page.evaluate("id => document.getElementById(id).focus()", id)


def test_a_place_keeps_the_focus_when_its_tile_comes(open_page, kept):
    kept.press()
    page = open_page("/table/0")
    place = page.locator(f"[id='{PLACE}']")
    focus(page, PLACE)
    words = place.get_attribute("aria-label")
    kept.press()
    until(lambda: place.get_attribute("aria-label") != words)
    assert page.evaluate(FOCUSED) == PLACE


def test_of_two_rules_that_are_alike_the_second_keeps_the_focus(open_page, kept):
    kept.press(3)
    page = open_page("/player/0")
    page.evaluate("document.querySelector('.own .sheet-total').textContent = '?'")  # to be redrawn
    page.locator(".own .rule summary", has_text="AZ-R26").last.focus()
    kept.live.set_autoplay(True)
    until(lambda: page.locator(".own .sheet-total").inner_text() != "?")
    kept.live.set_autoplay(False)
    words = "() => document.activeElement.closest('tr').innerText"
    assert "Wall, row 3" in page.evaluate(words).replace("\xa0", " ")


def test_news_do_not_take_a_reader_back_to_what_was_pressed(open_page, kept):
    kept.press(3)
    page = open_page()
    focus(page, "pause")
    page.evaluate("scrollTo(0, 0)")
    kept.live.set_autoplay(True)
    page.locator("#autoplay[aria-pressed=true]").wait_for(state="attached")
    kept.live.set_autoplay(False)
    assert page.evaluate(FOCUSED) == "pause"
    assert page.evaluate("scrollY") == 0


def test_who_leaves_a_place_or_corrects_it_goes_on_from_there(open_page, kept):
    kept.press(2)
    page = open_page("/table/0")
    for done in ("Escape", "Enter"):
        focus(page, PLACE)
        page.keyboard.press("Enter")
        until(lambda: page.evaluate(FOCUSED) == "correct")
        if done == "Enter":
            page.keyboard.press("Tab")
        page.keyboard.press(done)
        until(lambda: page.evaluate(FOCUSED) == PLACE)
        assert page.locator(".correct.closed").count() == 1


def test_a_place_with_the_focus_has_a_ring_on_top_of_it(open_page, kept):
    kept.press()
    page = open_page("/by-hand", LAPTOP)
    place = page.locator("[data-cell='wall/2/2']").first
    assert place.locator(".aim").first.is_hidden()
    page.keyboard.press("Tab")
    place.focus()
    assert place.locator(".aim").first.is_visible()
    last = "one => one.lastElementChild.classList.contains('aim')"
    assert place.evaluate(last), "nothing of the place is drawn over it"


def test_the_menu_closes_with_escape_and_when_somebody_goes_on(open_page):
    page = open_page("/help")
    menu, summary = page.locator(".more-ways"), page.locator(".more-ways summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert page.evaluate("() => document.activeElement.localName") == "summary"
    page.keyboard.press("Enter")
    page.mouse.click(20, PHONE["height"] - 20)
    assert menu.get_attribute("open") is None


@pytest.mark.parametrize(
    ("path", "screen"),
    [
        ("/", PHONE),
        pytest.param("/player/1", PHONE, marks=pytest.mark.long),
        ("/new-game", PHONE),
        pytest.param("/", LAPTOP, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_nothing_with_the_focus_is_out_of_sight(open_page, kept, path, screen):
    kept.press(4)
    page = open_page(path, screen)
    hidden = []
    for _ in range(70):
        page.keyboard.press("Tab")
        covered = page.evaluate(COVERED)
        if covered is None:
            break
        hidden += [page.evaluate(WHO)] * covered
    assert hidden == []

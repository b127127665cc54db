"""The dashboard in a real browser, as a family sees it."""

import re
import shutil
import time

import pytest
from evening import REPORTS, Evening, violation
from patience import until

from web import Server
from web.access.guard import own_names

sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")

pytestmark = pytest.mark.browser

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first, without windows, takes two thirds of the time."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
AT_HOME = next(name for name in own_names() if name.endswith(".local"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not localhost: plain HTTP there is no secure context, as at home.
    f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1",
]
LATER = [pytest.param(language, marks=pytest.mark.long) for language in ("en", "cs")]
"""Languages of shorter words, which have their turn when time is no matter."""

TELEVISION = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}


SHARED = []
"""The browser of this process, once a test has asked for it: to start one takes a second."""


@pytest.fixture(scope="module")
def chromium(request):
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    if not SHARED:
        playwright = sync_api.sync_playwright().start()
        request.config.add_cleanup(playwright.stop)
        SHARED.append(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))
        request.config.add_cleanup(SHARED[0].close)
    yield SHARED[0]
    for context in SHARED[0].contexts:
        context.close()


@pytest.fixture
def faulty_evening():
    """An evening with a violation in its fourth picture."""
    evening = Evening({3: violation()})
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    evening.address = f"http://{AT_HOME}:{server.port}"
    yield evening
    evening.live.stop()
    server.stop()


@pytest.fixture
def open_page(chromium, faulty_evening):
    """Open pages of the evening; in the end none of them may have complained of anything."""
    contexts, complaints = [], []

    def open_one(viewport=TELEVISION, path="/", **options):
        context = chromium.new_context(viewport=viewport, locale="en-GB", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(faulty_evening.address + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == [], "errors, or the content security policy was violated"


def totals(page):
    return page.locator(".total").all_inner_texts()


def sides(page):
    """How wide and high the page is, and how much of it can be seen."""
    return page.evaluate(
        "() => { const e = document.scrollingElement;"
        " return [e.scrollWidth, innerWidth, e.scrollHeight, innerHeight] }"
    )


def test_a_press_on_the_page_brings_scores_without_reloading(open_page, faulty_evening):
    page = open_page()
    page.evaluate("() => { window.same = true }")
    for shown in (1, 2, 3):
        page.get_by_role("button", name="Press the button").click()
        faulty_evening.until(lambda state, shown=shown: state.shown == shown)
    until(lambda: totals(page) == ["3", "2"])
    until(lambda: "Round 1 is scored." in page.locator(".story").inner_text())
    assert page.evaluate("() => window.same") is True
    assert page.locator("[aria-live=polite]").inner_text().startswith("Round 1 is scored.")


def test_two_screens_show_the_same_at_once(open_page, faulty_evening):
    television, phone = open_page(), open_page(PHONE)
    faulty_evening.press(2)
    phone.get_by_role("button", name="Press the button").click()
    until(lambda: totals(television) == totals(phone) == ["3", "2"])


def test_the_picture_comes_with_its_boards(open_page, faulty_evening):
    page = open_page()
    faulty_evening.press()
    page.locator(".picture polygon.board").nth(1).wait_for()
    assert page.locator(".picture polygon.board").count() == 2


def test_the_keyboard_keeps_its_place(open_page, faulty_evening):
    page = open_page()
    page.locator("#autoplay").focus()
    page.keyboard.press("Enter")
    page.locator("#autoplay[aria-pressed=true]").wait_for()
    until(lambda: page.evaluate("() => document.activeElement.id") == "autoplay")
    faulty_evening.live.set_autoplay(False)


@pytest.mark.parametrize("lang", ["pl", *LATER])
def test_a_phone_never_scrolls_sideways_and_has_the_button_at_hand(open_page, faulty_evening, lang):
    page = open_page(PHONE, f"/?lang={lang}")
    for presses in (0, 2, 2, len(REPORTS) - 4):
        version = str(faulty_evening.press(presses).version)
        until(lambda version=version: page.locator("body").get_attribute("data-version") == version)
        width, seen, *_ = sides(page)
        assert width <= seen
        box = page.locator(".press").bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 150
        assert box["y"] + box["height"] <= PHONE["height"]


def test_a_television_shows_everything_without_scrolling(open_page, faulty_evening):
    page = open_page(TELEVISION)
    for presses in (0, 2, 2, len(REPORTS) - 4):
        version = str(faulty_evening.press(presses).version)
        until(lambda version=version: page.locator("body").get_attribute("data-version") == version)
        width, seen_width, height, seen_height = sides(page)
        assert (width, height) == (seen_width, seen_height)
        for drawing in page.locator(".board-drawing").all():
            box = drawing.bounding_box()
            assert box["width"] > 500
            assert box["y"] + box["height"] < TELEVISION["height"]
    size = page.locator(".total").first.evaluate("total => getComputedStyle(total).fontSize")
    assert float(size.removesuffix("px")) >= 90, "to be read from three metres"


@pytest.mark.parametrize("path", ["/", "/pair"])
def test_everything_to_press_is_large_enough_for_a_thumb(open_page, path):
    page = open_page(PHONE, path)
    for target in page.locator("button, .languages a").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 44, target.inner_text()


def test_a_violation_is_seen_at_once(open_page, faulty_evening):
    page = open_page(PHONE)
    faulty_evening.press(4)
    page.locator(".card.violation").wait_for()
    assert page.locator(".card.violation").bounding_box()["y"] < PHONE["height"] / 2
    assert page.locator(".wrong .ring").count() == 2


def test_without_scripts_the_buttons_work_all_the_same(open_page, faulty_evening):
    page = open_page(java_script_enabled=False)
    for shown in (1, 2, 3):
        with page.expect_navigation():
            page.get_by_role("button", name="Press the button").click()
        faulty_evening.until(lambda state, shown=shown: state.shown == shown)
    page.reload()
    assert totals(page) == ["3", "2"]


def test_people_who_dislike_movement_get_none(open_page, faulty_evening):
    page = open_page(reduced_motion="reduce")
    faulty_evening.press(4)
    page.locator(".wrong .ring").first.wait_for()
    name = page.locator(".wrong .ring").first.evaluate(
        "ring => getComputedStyle(ring).animationName"
    )
    assert name == "none"


def test_a_phone_that_slept_catches_up(open_page, faulty_evening):
    page = open_page(PHONE)
    change = (
        "value => { Object.defineProperty(document, 'hidden', {value, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    page.evaluate(change, True)
    faulty_evening.press(3)
    time.sleep(0.2)
    assert totals(page) == ["–", "–"]
    page.evaluate(change, False)
    until(lambda: totals(page) == ["3", "2"])


def test_when_the_companion_is_gone_the_page_says_so(chromium):
    evening = Evening()
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.port}")
    evening.live.stop()
    server.stop()
    page.get_by_text(re.compile("No connection to the companion")).wait_for(timeout=20_000)
    page.close()

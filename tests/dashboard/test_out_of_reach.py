"""The companion goes away while somebody looks or presses: every page says so, in its language."""

from dataclasses import replace

import pytest
from patience import until
from test_browser import PHONE, chromium, sync_api
from test_evening_browser import kept

from companion.errors import CameraLost
from companion.games.base import Checkpoint, Moment
from companion.journal import NEW_GAME

__all__ = ["chromium", "kept"]  # fixtures

pytestmark = pytest.mark.browser

GONE = "Brak połączenia z Companionem"


@pytest.fixture
def page(chromium, kept):
    """A phone that has English as its language, whose owner chose Polish on the page."""
    context = chromium.new_context(viewport=PHONE, locale="en-GB")
    context.set_default_timeout(8000)
    page = context.new_page()
    page.address = kept.address
    yield page
    context.close()


def test_a_companion_without_power_is_noticed_though_nothing_breaks_off(page):
    """Whoever pulls the plug closes no connection: the stream only falls silent."""
    page.clock.install()
    page.route("**/events", lambda route: None)
    page.goto(page.address + "/?lang=pl")
    page.clock.fast_forward("00:39")
    assert page.locator("#offline").inner_text() == ""
    page.clock.fast_forward("00:02")
    page.get_by_text(GONE).wait_for()


def test_a_picture_that_does_not_arrive_is_fetched_when_the_companion_is_back(page, kept):
    """It was shown as a torn leaf, as large as the table, until the next picture came."""
    kept.press(1)
    page.goto(page.address)
    shown = page.locator(".picture image")
    first = shown.get_attribute("href")
    page.route("**/frame.jpg*", lambda route: route.abort())
    kept.press(1)
    page.locator("form.question").wait_for()
    assert shown.get_attribute("href") == first
    page.unroute("**/frame.jpg*")
    kept.live.bulletin.change(lambda state: state)
    page.locator(f".picture image:not([href='{first}'])").wait_for()


def test_a_picture_that_comes_late_takes_the_place_of_none_that_was_put_back(page, kept):
    kept.press(1)
    page.goto(page.address)
    shown = page.locator(".picture image")
    first, before = shown.get_attribute("href"), kept.live.state
    held = []
    page.route("**/frame.jpg*", lambda route: held.append(route))
    kept.press(1)
    page.locator("form.question").wait_for()
    kept.live.bulletin.change(lambda state: replace(before, version=state.version))
    page.locator("form.question").wait_for(state="detached")
    with page.expect_response("**/frame.jpg*"):
        for one in held:
            one.continue_()
    page.wait_for_timeout(300)
    assert shown.get_attribute("href") == first


def test_a_page_that_could_not_be_fetched_once_is_fetched_again(page, kept):
    """The stream had not noticed: the page stayed as it was until the next press."""
    page.goto(page.address)
    page.clock.install()
    page.route(page.address + "/", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        kept.press(1)
    version = str(kept.live.state.version)
    page.clock.run_for(6000)
    page.wait_for_function("version => document.body.dataset.version === version", arg=version)


HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_that_nobody_looks_at_any_more_opens_no_stream(page):
    """Where there are too many pages each asks now and then; one was hidden while it asked."""
    streams, held = [], []

    def refuse(route):
        streams.append(route)
        route.fulfill(status=503)

    page.clock.install()
    page.route("**/events", refuse)
    page.route("**/api/state", lambda route: held.append(route))
    with page.expect_request("**/api/state"):
        page.goto(page.address)
    page.evaluate(HIDE)
    with page.expect_response("**/api/state"):
        held[0].continue_()
    page.evaluate("() => fetch('/about')")  # what came of the answer has been done by then
    page.clock.run_for(20_000)
    assert len(streams) == 1


def test_what_was_typed_is_kept_though_begin_reached_nobody(page, kept):
    page.goto(page.address + "/new-game")
    page.route("**/draft", lambda route: route.abort())
    page.route("**/new-game", lambda route: route.abort())
    page.locator("#name-0").fill("Kasia")
    page.locator("#begin").click()
    page.wait_for_selector("#begin:not([aria-busy])")
    page.unroute("**/new-game")
    page.unroute("**/draft")
    until(lambda: ["name0", "Kasia"] in (kept.live.journal.draft(NEW_GAME) or []))


@pytest.mark.parametrize(
    ("path", "button"), [("/new-game", "#begin"), ("/new-game", "#fresh"), ("/by-hand", ".press")]
)
def test_a_press_that_reaches_nobody_is_said(page, kept, path, button):
    due = Moment(Checkpoint.OFFER_END, 1)
    kept.live.bulletin.change(lambda state: replace(state, due=due))
    page.goto(f"{page.address}{path}?lang=pl")
    page.context.set_offline(True)
    page.locator(button).first.click()
    page.get_by_text(GONE).wait_for()


@pytest.mark.parametrize(
    ("path", "button", "said"),
    [
        ("/by-hand", ".press", "Od otwarcia tej strony gra poszła dalej"),
        ("/new-game", "#fresh", "Do Pi nie jest podłączona żadna kamera"),
    ],
)
def test_what_a_page_asks_by_itself_is_answered_in_its_language(page, kept, path, button, said):
    def unplugged():
        raise CameraLost("no camera is connected to the Pi", camera="test", attempts=3)

    due = Moment(Checkpoint.OFFER_END, 1)
    kept.live.bulletin.change(lambda state: replace(state, due=due))
    page.goto(f"{page.address}{path}?lang=pl")
    kept.press()
    kept.camera.frame = unplugged
    page.locator(button).first.click()
    page.locator("#refusal", has_text=said).wait_for()


@pytest.mark.parametrize("gone", [False, True])
def test_what_is_said_is_seen_where_somebody_presses(page, gone):
    """The button is at the end of a long page, what is said at its top."""
    page.goto(page.address + "/new-game")
    page.locator("#name-0").fill("Konstancja-Małgorzata Brzęczyszczykiewicz")
    page.locator(".turns").scroll_into_view_if_needed()
    page.context.set_offline(gone)
    page.locator("#begin").click()
    note = page.locator("#offline" if gone else "#refusal")
    sync_api.expect(note).to_be_in_viewport()
    assert page.evaluate("() => scrollY") > PHONE["height"] / 2, "and nothing jumps"

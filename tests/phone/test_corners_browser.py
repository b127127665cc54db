"""Where boards are not found, their corners are tapped: once, and nothing that comes between."""

import pytest
from kitchen import EMPTY
from test_browser import chromium
from test_camera_browser import phone, tables, take

from companion.errors import BoardNotFound
from companion.service.evening import asks
from tests.sittings import DEMO

__all__ = ["chromium", "phone", "tables"]  # fixtures

pytestmark = pytest.mark.browser

FIRST = "top left corner of the board of Ada"
THIRD = "bottom right corner of Ada"
BOARDS = [(0.1, 0.1), (0.4, 0.1), (0.4, 0.4), (0.1, 0.4), (0.6, 0.1), (0.9, 0.1), (0.9, 0.4),
          (0.6, 0.4)]  # fmt: skip


@pytest.fixture
def table(tables, phone):
    """A table of which no board is found in the first picture."""
    one = tables()
    phone.goto(f"{one.address}/camera")
    take(phone, one, BoardNotFound("no board"))
    return one


def unfold(phone):
    phone.locator("#corners > summary").tap()


def is_asked_for(phone, what):
    phone.locator(".instruction", has_text=what).wait_for()


def tap(phone, *spots):
    """Tap on the picture, at parts of its width and height."""
    picture = phone.locator("canvas.photo")
    picture.evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
    box = picture.bounding_box()
    for x, y in spots:
        phone.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def test_corners_that_were_tapped_outlive_news(table, phone):
    unfold(phone)
    is_asked_for(phone, FIRST)
    tap(phone, *BOARDS[:2])
    is_asked_for(phone, THIRD)
    table.evening.ask(asks.Seat(("Ada", "Bea"))).result(5)
    phone.wait_for_function(
        "version => Number(document.body.dataset.version) === version",
        arg=table.evening.state.version,
    )
    is_asked_for(phone, THIRD)


def test_in_another_picture_corners_are_tapped_anew(table, phone):
    unfold(phone)
    is_asked_for(phone, FIRST)
    tap(phone, *BOARDS[:2])
    is_asked_for(phone, THIRD)
    table.eyes.sights.append(BoardNotFound("no board"))
    before = phone.locator("[data-part=lost]").get_attribute("data-stays")
    phone.set_input_files("#file", DEMO / "001.jpg")
    fresh = phone.locator(f"[data-part=lost]:not([data-stays='{before}']) #corners")
    fresh.evaluate("corners => { corners.open = true }")
    is_asked_for(phone, FIRST)


def test_corners_are_sent_once_though_their_part_was_folded_meanwhile(table, phone):
    sent = []
    phone.on("request", lambda asked: "/camera/corners" in asked.url and sent.append(asked))
    unfold(phone)
    is_asked_for(phone, FIRST)
    tap(phone, *BOARDS)
    is_asked_for(phone, "All corners are set")
    unfold(phone)
    unfold(phone)
    tap(phone, *BOARDS)
    is_asked_for(phone, "All corners are set")
    table.eyes.sights.append(BoardNotFound("no board"))
    with phone.expect_response("**/camera/corners*"):
        phone.locator("#read-so").tap()
    phone.wait_for_timeout(300)
    assert len(sent) == 1


def tapped_all(phone):
    unfold(phone)
    is_asked_for(phone, FIRST)
    tap(phone, *BOARDS)
    is_asked_for(phone, "All corners are set")


def test_corners_that_must_wait_are_sent_again_until_they_are_read(table, phone):
    """Where the companion was busy they were gone, though the page had taken them."""
    sent = []

    def busy_once(route):
        sent.append(route.request.url)
        if len(sent) == 1:
            route.fulfill(status=202, json={"stage": "looking"})
        else:
            route.continue_()

    phone.route("**/camera/corners*", busy_once)
    tapped_all(phone)
    table.eyes.sights.append(EMPTY)
    phone.locator("#read-so").tap()
    phone.locator("#corners").wait_for(state="detached")
    assert len(table.read()) == 1
    assert sent == [sent[0]] * 2, "under the same name, so that they count once"


def test_corners_outlive_a_page_that_is_loaded_anew_while_nobody_answers(table, phone):
    tapped_all(phone)
    phone.route("**/camera/corners*", lambda route: route.abort())
    with phone.expect_event("requestfailed"):
        phone.locator("#read-so").tap()
    phone.unroute("**/camera/corners*")
    table.eyes.sights.append(EMPTY)
    phone.reload()
    phone.locator(".shutter", has_text="Score the round").wait_for()
    assert len(table.read()) == 1

"""What happened so far: the last of it in sight on a phone, all of it there, and on paper."""

import pytest
from gallery import SCENES, shown
from test_browser import chromium
from test_layout import visit

__all__ = ["chromium", "visit"]  # fixtures

pytestmark = pytest.mark.browser

OVER = next(scene for scene in SCENES if scene.name == "over")
PHONE = (390, 844)


@pytest.fixture
def whole_game(visit):
    """The overview at the end of a long game: on a screen of some size."""
    evening = shown("summer-pavilion", 4, OVER)
    read = len(evening.evening.state.history)
    assert read > 50

    def on(size):
        page = visit(evening, "/", size, "en")
        assert page.locator(".history li").count() == read, "nothing is lost"
        return page

    return on


def height(page):
    return page.locator(".history").bounding_box()["height"]


def test_a_phone_shows_the_last_readings_and_folds_what_came_before(whole_game):
    """Summer Pavilion's list was eight screens long."""
    page = whole_game(PHONE)
    assert height(page) < PHONE[1] / 2
    assert page.locator(".history li:visible").count() == 5
    page.locator(".earlier summary").click()
    page.locator(".history li").last.wait_for(state="visible")


def test_what_was_opened_stays_open_when_news_come(whole_game):
    page = whole_game(PHONE)
    page.locator(".earlier summary").click()
    page.evaluate("""async () => {
        document.querySelector(".history li").remove();
        const { refresh } = await import("/static/js/refresh.js");
        await refresh();
    }""")
    assert page.locator(".history > .lines > ol > li").count() == 5
    assert page.locator(".history li").last.is_visible()


def test_a_television_shows_as_many_whole_lines_as_there_is_room_for(whole_game):
    page = whole_game((1920, 1400))
    assert page.locator(".earlier summary").is_hidden()
    whole = page.locator(".history").bounding_box()
    below = whole["y"] + whole["height"]
    boxes = [one.bounding_box() for one in page.locator(".history li").all()]
    shown = [box for box in boxes if box["x"] < whole["x"] + whole["width"]]
    assert len(shown) > 5
    assert all(box["y"] + box["height"] <= below for box in shown)
    assert below - max(box["y"] + box["height"] for box in shown) < 70, "room for another"


def test_on_paper_all_of_it_is_there(whole_game):
    page = whole_game((790, 1100))
    page.emulate_media(media="print")
    assert page.locator(".earlier summary").is_hidden()
    last = page.locator(".history li").last.bounding_box()
    whole = page.locator(".history").bounding_box()
    assert whole["y"] < last["y"] < last["y"] + last["height"] <= whole["y"] + whole["height"]

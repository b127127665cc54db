"""The page with the large button as people see it: room for what is asked, the whole picture."""

import pytest
from boxes import troubles
from kitchen import EMPTY, MIXED
from test_browser import TELEVISION, chromium
from test_camera_browser import PICTURE, belongs, phone, tables, take

from companion.reconcile import OTHER

__all__ = ["chromium", "phone", "tables"]  # fixtures

pytestmark = pytest.mark.browser

TURN = ({"line/0/0": "red"}, {})
QUESTION = {"options": [({}, {})] * 3, "answers": (("first",), ("red",), OTHER)}
WHOSE = {"en": "Whose phone", "pl": "Czyj"}


LEAVES_ROOM = "() => document.querySelector('#sending').offsetHeight < innerHeight / 3"
IN_SIGHT = """() => document.querySelector(".answer").getBoundingClientRect().bottom <
  document.querySelector("#sending").getBoundingClientRect().top"""


def soon(page, what):
    """Wait until something is so: while a picture is read the bar says that, which takes room."""
    return page.wait_for_function(what).json_value()


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.long), "pl"])
def test_the_buttons_leave_most_of_a_phone_to_what_is_asked(tables, phone, lang):
    """With an own turn and the end of an offer they took two thirds of it, and hid the answers."""
    table = tables(turns=True)
    phone.goto(f"{table.address}/camera?lang={lang}")
    take(phone, table, EMPTY)
    belongs(phone, WHOSE[lang], 1)
    take(phone, table, TURN)
    phone.locator(".own-turn:visible + .aside:visible").wait_for()
    assert soon(phone, LEAVES_ROOM)
    phone.locator(".closer summary").last.tap()
    take(phone, table, QUESTION)
    assert phone.locator(".closer[open]").count() == 0, "it was said of the picture before"
    phone.locator(".answer").first.wait_for()
    assert soon(phone, IN_SIGHT)
    assert troubles(phone) == []


def test_what_opens_under_a_finger_is_large_enough_for_it(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    for one in phone.locator(".closer summary").all():
        assert one.bounding_box()["height"] >= 44, one.inner_text()


def test_a_picture_that_is_being_read_is_said_to_be(tables, phone):
    """Where it took longer than a moment only a dot changed its colour."""
    table = tables()
    table.eyes.takes_s = 2.5
    table.eyes.sights.append(EMPTY)
    phone.goto(f"{table.address}/camera")
    phone.set_input_files("#file", PICTURE)
    phone.locator(".progress").wait_for(state="hidden")
    phone.locator(".being-read", has_text="being read").wait_for()
    table.rest()
    phone.locator(".being-read").wait_for(state="hidden")


BOXES = """() => {  // all in one go: news may bring another picture at any moment
  const parts = [".picture svg", ".story", "#sending"].map((one) => document.querySelector(one));
  const boxes = parts.map((one) => one?.getBoundingClientRect().toJSON());
  return boxes.every((one) => one?.height) && boxes;
}"""


def test_a_large_screen_shows_the_whole_picture_beside_what_is_said_of_it(tables, phone):
    """It was as wide as the screen, so that half of it was hidden behind the button."""
    table = tables()
    phone.goto(f"{table.address}/camera")
    for sight in (EMPTY, MIXED):
        take(phone, table, sight)
    phone.set_viewport_size(TELEVISION)
    phone.locator(".story", has_text="not allowed").wait_for()
    picture, *beside = soon(phone, BOXES)
    assert picture["y"] + picture["height"] <= TELEVISION["height"]
    assert picture["width"] > TELEVISION["width"] / 2
    for box in beside:
        assert box["x"] >= picture["x"] + picture["width"]
        assert box["y"] + box["height"] <= TELEVISION["height"]
    assert troubles(phone) == []

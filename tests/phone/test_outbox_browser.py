"""Pictures on their way from a phone: each is read, or it is said why not."""

import pytest
from kitchen import EMPTY, OFFER
from test_browser import chromium
from test_camera_browser import PICTURE, knows, phone, tables, take

from web.routes.data import deeds

__all__ = ["chromium", "phone", "tables"]  # fixtures

pytestmark = pytest.mark.browser

BREAKS_ONCE = """
() => {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function () {
    XMLHttpRequest.prototype.send = send;
    throw new Error("once");
  };
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    document.body.dataset.broken = "";
  });
}
"""


def test_a_picture_that_another_made_needless_while_it_waited_is_said_to_be(
    tables, phone, monkeypatch
):
    """The companion was busy for longer than a request waits; the picture was gone."""
    monkeypatch.setattr(deeds, "PATIENCE_S", 0.2)
    table = tables()
    phone.goto(f"{table.address}/camera")
    take(phone, table, EMPTY)
    table.eyes.takes_s = 1.2
    table.eyes.sights.append(OFFER)
    knows(phone, table.evening.state)
    phone.set_input_files("#file", PICTURE)
    phone.set_input_files("#file", PICTURE)
    phone.get_by_text("no longer needed").wait_for()
    assert len(table.read()) == 2


def test_a_mistake_with_one_picture_holds_up_none_after_it(tables, phone):
    table = tables()
    phone.goto(f"{table.address}/camera")
    phone.evaluate(BREAKS_ONCE)
    phone.set_input_files("#file", PICTURE)
    phone.locator("body[data-broken]").wait_for()
    take(phone, table, EMPTY)
    assert len(table.read()) == 1

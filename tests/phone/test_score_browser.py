"""What would this score?  On a phone, with its own camera's pictures."""

import re

import pytest
from evening import Evening
from test_browser import PHONE, chromium

from tests.sittings import DEMO
from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("sought_before")]

PATIENCE_MS = 60_000

LINES_OF_NAME = """(heading) => {
  const name = new Range();
  name.selectNodeContents(heading.firstChild);
  return name.getClientRects().length;
}"""


@pytest.fixture
def page(chromium):
    """A phone at home that may act."""
    evening = Evening()
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    context = chromium.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.address = f"http://127.0.0.1:{server.port}"
    yield page
    context.close()
    evening.live.stop()
    server.stop()
    assert complaints == []


def test_a_picture_is_sent_counted_and_corrected(page, tmp_path):
    page.goto(f"{page.address}/score")
    page.set_input_files("#file", DEMO / "003.jpg")
    page.wait_for_url(re.compile(r"/score/[0-9a-f]{32}"))
    worth = page.locator(".worth").first
    before = worth.inner_text()
    assert re.fullmatch(r"[+−]?\d+", before)
    page.locator(".closeup a[aria-label*='Pattern line 1']").first.tap()
    page.locator("#correct .choice").first.wait_for()
    page.locator("#correct .choice:not([aria-current])").first.tap()
    page.locator(".together").first.wait_for()
    page.get_by_role("heading", name="Is the game over?").wait_for()
    page.locator("#total-0").fill("40")
    page.locator("#total-1").fill("30")
    page.get_by_role("button", name="Count").tap()
    page.locator(".final").first.wait_for()


def test_on_the_smallest_phone_no_word_and_no_number_is_parted(page):
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{page.address}/score?lang=pl")
    page.set_input_files("#file", DEMO / "009.jpg")
    page.wait_for_url(re.compile(r"/score/[0-9a-f]{32}"))
    for board in page.locator(".scored-board h2").all():
        worth = board.locator(".worth")
        assert worth.bounding_box()["height"] < 50
        assert board.evaluate(LINES_OF_NAME) == 1


def test_what_is_no_picture_is_said_on_the_page(page, tmp_path):
    text = tmp_path / "letter.jpg"
    text.write_text("Dear Ada")
    page.goto(f"{page.address}/score")
    page.set_input_files("#file", text)
    page.get_by_text("is no picture").wait_for()


def test_a_film_is_told_from_its_beginning_however_long_it_is(page, tmp_path):
    film = tmp_path / "game.mp4"
    film.write_bytes(b"\0\0\0\x18ftypmp42" + bytes(30_000_000))
    page.goto(f"{page.address}/score")
    page.set_input_files("#file", film)
    page.get_by_text("This is a film").or_(page.get_by_text("this is a film")).wait_for()


def test_corners_are_set_where_the_boards_lie_elsewhere(page):
    page.goto(f"{page.address}/score")
    page.set_input_files("#file", DEMO / "003.jpg")
    page.locator(".worth").first.wait_for()
    before = page.locator(".worth").all_inner_texts()
    page.locator("summary", has_text="set their corners").tap()
    page.get_by_text("All corners are set").wait_for()
    page.get_by_role("button", name="Read it so").tap()
    page.wait_for_url(re.compile("corners="))
    assert page.locator(".worth").all_inner_texts() == before


def test_duel_is_offered_two_boards_at_most(page):
    page.goto(f"{page.address}/score")
    page.locator(".boards-4").click()
    page.locator("label", has_text="Azul Duel").click()
    page.locator("[name=boards][value='2']:checked").wait_for(state="attached")
    assert [one.is_visible() for one in page.locator(".pick[class*=boards-]").all()] == [
        True, True, False, False,
    ]  # fmt: skip
    page.locator("label", has_text="Summer Pavilion").click()
    assert page.locator(".boards-4").is_visible()


def test_a_side_is_called_what_people_see(page):
    page.goto(f"{page.address}/score")
    other = page.locator(".sides .side-grey")
    assert other.inner_text().strip() == "grey side"
    page.locator("label", has_text="Master Chocolatier").click()
    assert other.inner_text().strip() == "brown side"
    assert page.get_by_role("radio", name="brown side").get_attribute("value") == "grey"

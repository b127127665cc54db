"""Dome tiles put right, and laid by hand, with a finger in a real browser."""

import pytest
from barriers import barriers
from boxes import troubles
from duel_kitchen import a_round
from gallery import WIDE
from kitchen import EMPTY
from patience import until
from test_browser import PHONE, TELEVISION, chromium

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Checkpoint, Setup
from companion.journal import Seating
from web import Server, create_app

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser


@pytest.fixture
def duel(chromium, kitchen):
    """Opens pages of a Duel at the end of its first round."""
    yield from pages_of(a_round(kitchen), chromium)


@pytest.fixture
def pavilion(chromium, kitchen):
    """Opens pages of a Summer Pavilion in which nobody knows who begins."""
    setup = Setup("summer-pavilion", first_player=0)
    evening = kitchen.start(seating=Seating(setup, WIDE[:2]))
    kitchen.sees(EMPTY)
    yield from pages_of(evening, chromium)


def pages_of(evening, chromium):
    """Yield what opens pages of an evening; none may complain of anything."""
    server = Server(create_app(evening), "127.0.0.1", 0)
    server.start()
    complaints, contexts = [], []

    def open_page(path, viewport=PHONE, **options):
        context = chromium.new_context(viewport=viewport, locale="en-GB", **options)
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(open_page.address + path)
        return page

    open_page.evening, open_page.address = evening, f"http://127.0.0.1:{server.port}"
    yield open_page
    for context in contexts:
        context.close()
    server.stop()
    assert complaints == []


def test_a_dome_tile_is_turned_with_two_taps_and_the_television_shows_it(duel):
    phone, screen = duel("/table/0"), duel("/", TELEVISION)
    phone.get_by_role("link", name="Dome, row 3, space 2: empty").click()
    phone.get_by_role("link", name="The dome tile under it").click()
    phone.get_by_role("heading", name="Dome tile, row 2, column 1").wait_for()
    phone.get_by_role("button", name="turquoise, red, blue, any colour").click()
    screen.get_by_role("heading", name="The correction is in.").wait_for()
    until(lambda: tuple(duel.evening.state.boards[0]["place/1/0"]) == TURNED[3][2])
    phone.get_by_text("Press a place on the board").wait_for()


def test_another_dome_tile_is_chosen_in_an_earlier_reading_and_holds_ever_since(duel):
    page = duel("/")
    page.get_by_role("link", name="Round 1 · All tiles taken").click()
    page.get_by_text("As it was read: Round 1 · All tiles taken.").wait_for()
    page.get_by_role("link", name="Dome, row 3, space 1: empty").click()
    page.get_by_role("link", name="The dome tile under it").click()
    page.get_by_role("link", name="Another dome tile").click()
    page.get_by_role("link", name="special space, black, red, blue").click()
    button = page.get_by_role("button", name="red, special space, blue, black")
    assert min(button.bounding_box()[side] for side in ("width", "height")) >= 44
    button.click()
    until(lambda: tuple(duel.evening.state.boards[0]["place/1/0"]) == TURNED[7][1])
    page.get_by_text("As it was read").wait_for()
    assert "reading=2" in page.url


def test_a_stack_is_put_right(duel):
    page = duel("/table/1?reading=2")
    page.get_by_role("link", name="Broken tiles: black").click()
    page.get_by_role("button", name="red").click()
    until(lambda: duel.evening.sitting.history[2].entry.boards[1]["broken"] == ("red",))
    page.get_by_role("spinbutton", name="Ben").first.fill("3")
    page.get_by_role("button", name="Say so").first.click()
    until(lambda: duel.evening.state.confirmed[1] < 4)


def test_a_round_is_laid_by_hand_with_its_dome_tiles(duel):
    page = duel("/by-hand", TELEVISION)
    for tile, seat, cell, presses in [
        ("special space, black, red, blue", 0, "dome/2/2", 1),
        ("special space, black, blue, yellow", 0, "dome/4/1", 2),
        ("special space, blue, red, turquoise", 1, "dome/0/0", 1),
        ("special space, blue, turquoise, black", 1, "dome/0/2", 1),
    ]:
        page.get_by_role("radio", name=f"Dome tile: {tile}").check()
        for _ in range(presses):
            page.locator(f"[data-seat='{seat}'][data-cell='{cell}']").click()
    page.get_by_role("radio", name="red", exact=True).check()
    page.locator("[data-seat='1'][data-cell='broken']").click(click_count=2)
    assert "×2" in page.locator("[data-seat='1'][data-cell='broken']").get_attribute("aria-label")
    page.get_by_role("button", name="So they lie").click()
    page.wait_for_url("**/")
    boards = duel.evening.state.boards
    assert tuple(boards[0]["place/1/1"]) == TURNED[7][0]
    assert tuple(boards[0]["place/2/0"]) == TURNED[8][1]
    assert list(boards[1]["broken"]) == ["red", "red"]


def test_a_pass_is_laid_by_hand_though_nobody_knows_whose_turn_it_is(pavilion):
    page = pavilion("/by-hand")
    page.locator("[name=tile]").first.check(force=True)
    page.locator("[data-seat='1'][data-cell='corner/0']").click()
    assert troubles(page, fixed=False) == []
    page.locator(".confirm button[data-passes='1']").click()
    page.wait_for_url("**/")
    moment = pavilion.evening.sitting.history[-1].entry.moment
    assert (moment.checkpoint, moment.seat) == (Checkpoint.PASSED, 1)


LOOKS = """(spot) => {
  const style = getComputedStyle(spot.querySelector(".bed"));
  return [style.stroke, style.fill, spot.querySelector(".figure")?.textContent];
}"""


@pytest.mark.parametrize("light", ["light", "dark"])
def test_spaces_of_a_star_are_told_apart_by_their_lines_and_numbers(pavilion, light):
    page = pavilion("/by-hand", color_scheme=light)
    middle = page.locator("[data-seat='0'][data-cell^='star/0/']").all()
    looks = [spot.evaluate(LOOKS) for spot in middle]
    assert all(line != ground for line, ground, _ in looks)
    assert sorted(number for *_, number in looks) == list("123456")


def test_what_somebody_types_outlives_the_news(duel):
    """Two things are asked; both are filled in before the first one is sent."""
    duel.evening.double().result(5)
    page = duel("/")
    broken, drawn = page.locator("#broken-1"), page.locator("#drawn-0")
    broken.fill("1")
    drawn.fill("2")
    page.get_by_role("button", name="Say so").first.click()
    broken.wait_for(state="detached")
    assert drawn.input_value() == "2"
    page.get_by_role("button", name="Say so").click()
    until(lambda: duel.evening.sitting.history[-1].entry.moment.told.get("drawn") == (2, 0))


OWN = ("/table/0?cell=place/1/0&tile=0", "/table/1?cell=broken&reading=2", "/by-hand")
"""Pages that are others for a Duel."""

MORE = ("/table/0?cell=place/1/0", "/table/1?reading=2", "/new-game", "/player/1")
"""Pages nearly like them, or like those of other games (test_evening_browser.py)."""

ALL = [pytest.param(each, OWN + MORE, marks=pytest.mark.long) for each in ("light", "dark")]


@pytest.mark.parametrize(("light", "paths"), [("light", OWN), *ALL])
def test_the_pages_of_a_duel_shut_nobody_out(duel, light, paths):
    page = duel("/table/1", color_scheme=light, bypass_csp=True)
    for path in paths:
        page.goto(duel.address + path)
        assert barriers(page) == [], path

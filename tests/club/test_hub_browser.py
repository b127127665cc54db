"""The hub's pages in a browser: they fit every screen, complain of nothing, lose nothing typed.

How large they are for the big screen is checked too: what is read from three metres away.
"""

import re
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from filled_hall import SHORT, WIDE, filled

from web.access.paired_devices import COOKIE
from web.club.roles import Role

sys.path.insert(0, str(Path(__file__).parents[1] / "dashboard"))
from barriers import barriers
from boxes import troubles
from test_browser import chromium

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

PHONE, DESK, TELEVISION = (390, 844), (1280, 720), (1920, 1080)
SCREENS = (PHONE, DESK, TELEVISION)
PAGES = (
    ("/", Role.SPECTATOR),
    ("/", Role.JUDGE),
    ("/tournament", Role.SPECTATOR),
    ("/tournament", Role.JUDGE),
    ("/tournament", Role.ORGANISER),
    ("/result/3/t002", Role.JUDGE),
    ("/slips/3", Role.SPECTATOR),
    ("/pair", Role.SPECTATOR),
    ("/pair", Role.ORGANISER),
)
SAMPLE = [(3, SHORT, 2, "cs", (PHONE,), PAGES), (20, WIDE, 4, "pl", (TELEVISION,), PAGES[:5])]
"""A television shows the tables and the standings; slips and results are for who holds a phone."""

ALL = [
    (count, names, size, language)
    for count in (3, 20, 200)
    for names in (SHORT, WIDE)
    for size in (2, 3, 4)
    for language in ("en", "pl", "cs")
]


@pytest.fixture
def serve():
    """Serve hubs that stay until every page that looks at them is closed.

    A page that outlives its hub tries to reach it again, and rightly complains that it cannot.
    """
    with ExitStack() as halls:
        yield lambda *filling: halls.enter_context(filled(*filling))


@pytest.fixture
def visit(chromium, serve):
    """Open a page of a hub in a role; in the end none may have complained of anything."""
    contexts, complaints = [], []

    def open_one(hall, path, role=Role.SPECTATOR, screen=DESK, language="en", **options):
        width, height = screen
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        if cookie := hall.cookies[role]:
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": hall.address}])
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{path} {said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(f"{path} {error}"))
        page.goto(f"{hall.address}{path}?lang={language}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


def measured(visit, serve, count, names, size, language, screens=SCREENS, paths=PAGES):
    found = {}
    hall = serve(count, names, size)
    pages = {
        role: visit(hall, "/", role, language=language, reduced_motion="reduce")
        for role in {role for _, role in paths}
    }
    for width, height in screens:
        for path, role in paths:
            page = pages[role]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{hall.address}{path}?lang={language}")
            fixed = path == "/" and role is Role.SPECTATOR and (width, height) != PHONE
            if wrong := troubles(page, fixed=fixed):
                found[width, path, role.name] = wrong[:4]
    return found


@pytest.mark.parametrize(("count", "names", "size", "language", "screens", "paths"), SAMPLE)
def test_every_page_fits_every_screen(visit, serve, count, names, size, language, screens, paths):
    assert measured(visit, serve, count, names, size, language, screens, paths) == {}


@pytest.mark.long
@pytest.mark.parametrize(("count", "names", "size", "language"), ALL)
def test_all_of_them_fit(visit, serve, count, names, size, language):
    assert measured(visit, serve, count, names, size, language) == {}


@pytest.mark.parametrize(
    ("count", "least_px"), [(3, 40), pytest.param(20, 26, marks=pytest.mark.long), (61, 26)]
)
def test_the_wall_is_read_from_three_metres(visit, serve, count, least_px):
    """A letter is to be a two hundredth of the distance: on 55 inches 26 pixels are 16 mm."""
    hall = serve(count)
    page = visit(hall, "/", screen=TELEVISION)
    for what in (".at-table li strong", ".at-table h2"):
        sizes = page.eval_on_selector_all(
            what, "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= least_px


def test_a_long_wall_is_shown_page_by_page_until_somebody_touches_it(visit, serve):
    hall = serve(61)
    page = visit(hall, "/", screen=TELEVISION, reduced_motion="reduce")
    page.clock.install()
    page.reload()
    seen, first = [], shown(page)[0]
    for _ in range(5):
        seen += shown(page)
        page.clock.run_for(10_000)
    assert len(set(seen)) == 61, "every table has its turn"
    page.locator(".wall").evaluate("wall => wall.scrollTo(0, 0)")
    page.locator(".wall").dispatch_event("pointerdown")
    page.clock.run_for(30_000)
    assert first in shown(page), "whoever looks is left alone"


def shown(page):
    """The tables that are wholly to be seen."""
    return page.evaluate(
        """() => { const wall = document.querySelector(".wall").getBoundingClientRect();
        return [...document.querySelectorAll(".at-table")].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.top >= wall.top - 1 && box.bottom <= wall.bottom + 1;
        }).map((one) => one.querySelector("h2").firstChild.data.trim()); }"""
    )


def test_news_take_nothing_from_who_is_typing(visit, serve):
    hall = serve(20)
    judge = visit(hall, "/result/3/t002", Role.JUDGE)
    judge.locator("[name=score]").first.fill("77")
    organiser = visit(hall, "/tournament", Role.ORGANISER)
    organiser.locator("[name=player]").last.fill("Somebody new")
    other = visit(hall, "/result/3/t003", Role.JUDGE)
    for field, points in zip(other.locator("[name=score]").all(), ("50", "40"), strict=True):
        field.fill(points)
    other.locator("button.press").click()
    other.wait_for_url("**/tournament*")
    organiser.get_by_text("6 of 19 results").wait_for()
    assert organiser.locator("[name=player]").last.input_value() == "Somebody new"
    assert judge.locator("[name=score]").first.input_value() == "77"


def test_a_phone_shows_the_values_of_the_standings_whole_and_in_their_order(visit, serve):
    page = visit(serve(3), "/tournament", screen=(360, 740), language="cs")
    line = page.locator(".standings tbody tr").first.locator(".value")
    places = [(box["x"], box["height"]) for box in (one.bounding_box() for one in line.all())]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    texts = line.all_inner_texts()
    assert all(re.fullmatch(r"\d+,\d\d", text.split("\n")[-1]) for text in texts), texts
    assert max(height for _, height in places) < 60


def test_a_device_takes_its_role_with_a_code(visit, serve):
    hall = serve(3)
    page = visit(hall, "/pair")
    page.locator("#code").fill(hall.roles.lists[Role.JUDGE].code)
    page.get_by_role("button", name="Take this role").click()
    page.wait_for_url("**/tournament*")
    assert page.get_by_role("link", name="Enter the result").count() > 0
    assert page.get_by_role("button", name="Draw round 4").count() == 0


@pytest.mark.parametrize("light", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_no_page_of_the_hub_shuts_anybody_out(chromium, light):
    with filled(6) as hall:
        context = chromium.new_context(color_scheme=light, bypass_csp=True)
        context.add_cookies(
            [{"name": COOKIE, "value": hall.cookies[Role.ORGANISER], "url": hall.address}]
        )
        page = context.new_page()
        for path in ("/", "/tournament", "/result/3/t002", "/slips/3", "/pair"):
            page.goto(hall.address + path)
            assert barriers(page) == [], path
        context.close()

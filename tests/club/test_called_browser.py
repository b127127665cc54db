"""The call of people to their table fits the table's own pages, whatever they are called."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "dashboard"))
from boxes import troubles
from gallery import SCENES, SHORT, WIDE, shown
from test_browser import chromium

from companion.service.bulletin.call import Called
from companion.service.bulletin.state import with_call
from web import Server

__all__ = ["chromium"]  # a fixture

pytestmark = pytest.mark.browser

CALL = Called("1/1", "The spring tournament of our club", 3, "azul-mini", WIDE)
FIXED = ("/", "/scoreboard")
SCREENS = {"set-up": ((390, 844), (1280, 720), (1920, 1080)), "over": ((390, 844), (1280, 720))}


@pytest.mark.parametrize("name", ["set-up", pytest.param("over", marks=pytest.mark.long)])
def test_the_call_fits_every_screen(chromium, name):
    evening = shown("azul", 2, next(one for one in SCENES if one.name == name), SHORT)
    evening.evening.bulletin.change(lambda state: with_call(state, CALL))
    server = Server(evening.app, "127.0.0.1", 0)
    server.start()
    page = chromium.new_page(reduced_motion="reduce")
    for path in (*FIXED, "/new-game"):
        page.goto(f"http://127.0.0.1:{server.port}{path}?lang=pl")
        assert "przy tym stole" in page.content()
        for width, height in SCREENS[name]:  # its layout follows, nothing is loaded
            page.set_viewport_size({"width": width, "height": height})
            fixed = width > 390 and path in FIXED
            assert troubles(page, fixed=fixed) == [], (path, width)
    page.close()
    evening.end()
    server.stop()

"""HTTPS at home as docs/dashboard.md tells it: with Caddy itself, and a browser that sees."""

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
from kitchen import EMPTY
from patience import until
from test_browser import PHONE, chromium
from test_camera_browser import Table, arrived
from test_live_view_browser import with_camera

from companion.service.evening import asks
from web import Server, create_app
from web.access.paired_devices import Pairing

__all__ = ["chromium", "with_camera"]  # fixtures

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs/dashboard.md"
GLOBAL = """{{
    admin off
    skip_install_trust
    auto_https disable_redirects
    https_port {}
}}
"""
"""What keeps a test's Caddy to itself."""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def caddyfile(port, behind):
    """The file of the docs, for this machine's ports."""
    (told,) = re.findall(r"```\n(https://NAME\.local .*?)```", DOCS.read_text(), re.DOTALL)
    own = told.replace("NAME.local", f"localhost:{port}").replace("8080", str(behind))
    return GLOBAL.format(port) + own


class Home(Table):
    """A table whose page comes over HTTPS; phones must be paired."""

    def __init__(self, folder):
        super().__init__()
        self.server.stop()
        self.devices = Pairing(local=True)
        self.server = Server(create_app(self.evening, devices=self.devices), "127.0.0.1", 0)
        self.server.start()
        port = free_port()
        self.address = f"https://localhost:{port}"
        told = folder / "Caddyfile"
        told.write_text(caddyfile(port, self.server.port))
        self.caddy = subprocess.Popen(
            ["caddy", "run", "--adapter", "caddyfile", "--config", told],
            env={"PATH": "/usr/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
            stderr=subprocess.DEVNULL,
        )
        answers(port)

    def stop(self):
        self.caddy.terminate()
        self.caddy.wait(10)
        super().stop()


def answers(port):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("Caddy did not start")


@pytest.fixture
def home(tmp_path):
    if shutil.which("caddy") is None:
        pytest.skip("needs Caddy: apt-get install caddy")
    one = Home(tmp_path)
    yield one
    one.stop()


@pytest.fixture
def page(with_camera):
    context = with_camera.new_context(
        viewport=PHONE, has_touch=True, locale="en-GB", ignore_https_errors=True
    )
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


def test_a_phone_pairs_sees_and_sends_over_https(home, page):
    page.goto(f"{home.address}/pair")
    assert home.devices.code not in page.content(), "a proxy's guest is not the own screen"
    page.goto(f"{home.address}/pair?token={home.devices.token}")
    page.locator("main form button[type=submit], main form button").first.tap()
    page.wait_for_url(f"{home.address}/")
    page.goto(f"{home.address}/camera")
    page.locator("#live-view").tap()
    until(lambda: page.evaluate("document.querySelector('video').videoWidth"))
    home.eyes.sights.append(EMPTY)
    before = home.evening.state.version
    page.locator(".shutter:has(#file)").tap()
    arrived(page, home, before)
    assert len(home.read()) == 1


def test_what_happens_at_the_table_comes_over_https_at_once(home, page):
    page.goto(f"{home.address}/scoreboard")
    home.evening.ask(asks.Seat(("Ada", "Zdenka"))).result(5)
    page.get_by_text("Zdenka").first.wait_for(timeout=5_000)

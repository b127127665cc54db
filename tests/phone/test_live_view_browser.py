"""The camera behind the live view: asked for once, let go for good, and never seen as it was."""

import pytest
from patience import until
from test_browser import PHONE, chromium
from test_camera_browser import tables, with_camera

__all__ = ["chromium", "tables", "with_camera"]  # fixtures

pytestmark = pytest.mark.browser

SLOW_CAMERA = """
const cameras = (window.cameras = []);
const devices = navigator.mediaDevices;
const get = devices.getUserMedia.bind(devices);
devices.getUserMedia = async (wanted) => {
  await new Promise((go) => setTimeout(go, 500));
  const stream = await get(wanted);
  cameras.push(...stream.getTracks());
  return stream;
};
"""
STATES = "window.cameras.map((one) => one.readyState)"
TAKEN_AWAY = """
const [camera] = window.cameras;
camera.stop();
camera.dispatchEvent(new Event('ended'));
"""


@pytest.fixture
def page(tables, with_camera):
    """The page Camera on a phone that thinks for a moment before it lets the camera be used."""
    page = with_camera.new_page(viewport=PHONE, has_touch=True)
    page.set_default_timeout(20_000)
    page.add_init_script(SLOW_CAMERA)
    page.goto(f"{tables().address}/camera")
    yield page
    page.close()


def is_on(page):
    return page.locator("#live-view[aria-pressed=true]")


def test_an_impatient_second_tap_leaves_no_camera_on(page):
    for _ in range(2):
        page.locator("#live-view").tap()
    is_on(page).wait_for()
    page.wait_for_timeout(700)
    page.locator("#live-view").tap()
    assert page.evaluate(STATES) == ["ended"]


def test_where_the_camera_is_taken_away_its_last_picture_is_not_sent_as_a_new_one(page):
    page.locator("#live-view").tap()
    is_on(page).wait_for()
    page.evaluate(f"() => {{ {TAKEN_AWAY} }}")
    until(lambda: page.locator("video").is_hidden())
    assert is_on(page).count() == 0
    with page.expect_file_chooser():  # the phone's own camera takes it
        page.locator(".shutter:has(#file)").tap()


def test_where_the_camera_pauses_its_last_picture_is_not_sent_as_a_new_one(page):
    page.locator("#live-view").tap()
    is_on(page).wait_for()
    page.evaluate("Object.defineProperty(window.cameras[0], 'muted', { value: true })")
    with page.expect_file_chooser():
        page.locator(".shutter:has(#file)").tap()

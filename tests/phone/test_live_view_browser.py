"""The camera behind the live view: asked for once, let go for good, and never seen as it was."""

import cv2
import pytest
from kitchen import EMPTY
from patience import until
from test_browser import AT_HOME, CHROMIUM, FLAGS, PHONE, chromium
from test_camera_browser import PICTURE, arrived, phone, tables, take

__all__ = ["chromium", "phone", "tables"]  # fixtures

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


@pytest.fixture(scope="module")
def with_camera(chromium, tmp_path_factory):
    """A browser whose camera sees the demonstration's first picture."""
    film = tmp_path_factory.mktemp("film") / "table.mjpeg"
    small = cv2.resize(cv2.imread(str(PICTURE)), (640, 480))
    film.write_bytes(cv2.imencode(".jpg", small)[1].tobytes() * 4)
    flags = [
        *FLAGS,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()


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


@pytest.mark.parametrize("allowed", [True, False])
def test_the_live_view_takes_the_picture_where_the_camera_may_be_used(
    tables, with_camera, allowed, chromium
):
    table = tables()
    page = (with_camera if allowed else chromium).new_page(viewport=PHONE, has_touch=True)
    page.set_default_timeout(20_000)
    page.goto(f"{table.address}/camera")
    page.locator("#live-view").tap()
    if allowed:
        until(lambda: page.evaluate("document.querySelector('video').videoWidth"))
        table.eyes.sights.append(EMPTY)
        before = table.evening.state.version
        page.locator(".shutter:has(#file)").tap()
        arrived(page, table, before)
        assert table.evening.album.newest.jpeg[:2] == b"\xff\xd8"
    else:
        page.get_by_text("takes pictures all the same").wait_for()
        take(page, table, EMPTY)
    assert len(table.read()) == 1
    page.close()


COMPENSATES = """
const asked = (window.asked = []);
MediaStreamTrack.prototype.getCapabilities = () => ({ exposureCompensation: RANGE });
MediaStreamTrack.prototype.applyConstraints = async (wishes) => {
  asked.push(...wishes.advanced.map((wish) => wish.exposureCompensation));
  ANSWER;
};
"""
REFUSES = "throw new OverconstrainedError('exposureCompensation')"


@pytest.mark.parametrize(
    ("range_", "answer", "asked"),
    [
        ("{ min: -2, max: 2 }", "", [-1]),
        ("{ min: -0.5, max: 2 }", "", [-0.5]),
        ("{ min: -2, max: 2 }", REFUSES, [-1]),
        ("undefined", "", []),
    ],
)
def test_the_live_view_exposes_a_stop_darker_where_the_camera_can(
    tables, with_camera, range_, answer, asked
):
    table = tables()
    page = with_camera.new_page(viewport=PHONE, has_touch=True)
    page.set_default_timeout(20_000)
    page.add_init_script(COMPENSATES.replace("RANGE", range_).replace("ANSWER", answer))
    page.goto(f"{table.address}/camera")
    page.locator("#live-view").tap()
    page.locator("video:visible").wait_for()
    assert page.evaluate("window.asked") == asked
    page.close()


def test_without_a_secure_connection_there_is_no_live_view(tables, phone):
    table = tables()
    phone.goto(f"http://{AT_HOME}:{table.server.port}/camera")
    assert phone.evaluate("isSecureContext") is False
    assert phone.locator("#live-view").is_hidden()
    take(phone, table, EMPTY)

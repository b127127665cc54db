"""A camera comes back by itself, keeps nobody waiting for ever, and says when it is lost."""

import threading
import time
from unittest.mock import patch

import cv2
import numpy as np
import pytest
from kept_record import record_of

from companion.config import CameraConfig
from companion.errors import CameraLost, CompanionError, PictureError
from hardware.cameras.source import Failure, SourceError
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.cameras.watchdog import MOST_STUCK, Bounded

QUICK = Limits(open_s=0.3, frame_s=0.3, attempts=3, pause_s=0.0)


class Cable:
    """A camera on a cable: what happens to it is said from outside."""

    def __init__(self):
        self.plugged = True
        self.busy = False
        self.faults = []
        self.hang = threading.Event()
        self.hang.set()
        self.opened = self.closed = self.taken = 0
        self.frozen = False
        self.image = np.full((48, 64, 3), (60, 120, 200), np.uint8)

    def make(self):
        return Plugged(self)

    def seen(self):
        """What the sensor sees, with its noise."""
        self.taken += not self.frozen
        image = self.image.copy()
        image[-1, -1, 0] ^= self.taken % 4
        return image


class Plugged:
    def __init__(self, cable):
        self.cable = cable

    def open(self):
        self.cable.hang.wait()
        if not self.cable.plugged:
            raise SourceError(Failure.MISSING, "there is no camera", "plug it in")
        if self.cable.busy:
            raise SourceError(Failure.BUSY, "another program is using it", "end it")
        self.cable.opened += 1
        return "a camera on a cable"

    def grab(self):
        self.cable.hang.wait()
        if self.cable.faults:
            raise self.cable.faults.pop()
        if not self.cable.plugged:
            raise SourceError(Failure.SILENT, "no picture", "plug it in again")
        return self.cable.seen(), {"ExposureTime": 1000}

    def close(self):
        self.cable.closed += 1


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.hang.set()


@pytest.fixture
def camera(cable):
    return SteadyCamera("test", cable.make, QUICK)


def silent():
    return SourceError(Failure.SILENT, "no picture", "check the cable")


def test_a_picture_is_jpeg_and_pixels_with_how_it_was_taken(camera):
    picture = camera.frame()
    assert picture.pixels.shape == (48, 64, 3)
    assert cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), 1).shape == (48, 64, 3)
    assert picture.record == {"ExposureTime": 1000}
    assert picture.name == "test-0001.jpg"
    assert camera.frame().name == "test-0002.jpg"


def test_how_it_was_taken_is_in_the_picture_wherever_that_is_kept(camera):
    assert record_of(camera.frame().jpeg) == {"ExposureTime": 1000}


def test_a_camera_that_is_lost_all_night_fills_no_log(camera, cable, caplog):
    cable.plugged = False
    for _ in range(20):
        with pytest.raises(CameraLost):
            camera.frame()
    assert caplog.text.count("there is no camera") == 1
    cable.plugged = True
    camera.frame()
    cable.plugged = False
    with pytest.raises(CameraLost):
        camera.frame()
    assert caplog.text.count("there is no camera") == 2


def test_a_camera_that_repeats_its_picture_is_opened_again(camera, cable, caplog):
    """Drivers hand out the last picture for ever when the camera behind them hangs."""
    first = camera.frame()
    cable.frozen = True
    thawed = cable.make().close  # what opening it again does for such a camera

    def close(self):
        cable.frozen = False
        thawed()

    with patch.object(Plugged, "close", close):
        second = camera.frame()
    assert (cable.opened, cable.closed) == (2, 1)
    assert (first.pixels != second.pixels).any()
    assert "the same picture again and again" in caplog.text
    for _ in range(4):
        camera.frame()
    assert cable.opened == 2


def test_a_camera_without_noise_is_believed_once_it_was_opened_again(camera, cable):
    camera.frame()
    cable.frozen = True
    for _ in range(5):
        camera.frame()
    assert cable.opened == 2
    cable.frozen = False
    camera.frame()
    cable.frozen = True
    camera.frame()
    assert cable.opened == 3, "it has had noise in between"


def test_start_says_what_it_is(camera):
    assert camera.start() == "a camera on a cable"


@pytest.mark.parametrize("faults", [1, 2])
def test_a_camera_that_fails_is_closed_and_opened_and_the_picture_comes(camera, cable, faults):
    cable.faults = [silent() for _ in range(faults)]
    assert camera.frame().name == "test-0001.jpg"
    assert cable.opened == faults + 1
    assert cable.closed == faults


def test_after_the_last_attempt_the_camera_is_lost_in_one_sentence(camera, cable):
    cable.plugged = False
    with pytest.raises(CameraLost, match=r"there is no camera; plug it in.*game is kept") as caught:
        camera.frame()
    assert isinstance(caught.value, CompanionError)
    assert caught.value.attempts == 3
    assert caught.value.camera == "test"


def test_two_threads_never_meet_in_the_driver(camera, cable):
    inside, met = [], []
    plain = cable.make

    def make():
        source = plain()
        grab = source.grab

        def watched():
            inside.append(1)
            met.append(len(inside))
            time.sleep(0.005)
            inside.pop()
            return grab()

        source.grab = watched
        return source

    camera._make = make
    pictures = []
    threads = [
        threading.Thread(target=lambda: pictures.extend(camera.frame().name for _ in range(4)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(met) == 1
    assert len(set(pictures)) == 12
    assert cable.opened == 1


def test_unplugged_and_back(camera, cable):
    camera.frame()
    cable.plugged = False
    with pytest.raises(CameraLost):
        camera.frame()
    with pytest.raises(CameraLost) as caught:
        camera.frame()
    assert caught.value.attempts == 1, "while it is lost, people are not kept waiting"
    cable.plugged = True
    assert camera.frame().name == "test-0002.jpg"
    cable.faults = [silent(), silent()]
    assert camera.frame().name == "test-0003.jpg", "and then it is patient again"


def test_a_driver_that_hangs_is_given_up_within_the_limit(camera, cable):
    camera.start()
    cable.hang.clear()
    began = time.monotonic()
    with pytest.raises(CameraLost, match="did not answer within"):
        camera.frame()
    assert time.monotonic() - began < 3 * QUICK.frame_s + 1.0


def test_a_camera_that_opens_too_late_is_closed_again(camera, cable):
    """Or it would stay in use by a thread nobody knows, and 'busy' for ever."""
    cable.hang.clear()
    with pytest.raises(SourceError, match="starting"):
        camera.start()
    cable.hang.set()
    deadline = time.monotonic() + 2
    while not cable.closed and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (cable.opened, cable.closed) == (1, 1)


@pytest.mark.parametrize("error", [silent(), ZeroDivisionError("in the driver")])
def test_a_camera_that_fails_while_it_starts_is_given_free(camera, cable, error):
    """A picture that does not come while it focuses: or it would be busy with us for ever."""
    plain = cable.make

    def make():
        source = plain()
        opens = source.open

        def begin():
            opens()
            raise error

        source.open = begin
        return source

    camera._make = make
    with pytest.raises((SourceError, ZeroDivisionError)):
        camera.start()
    assert (cable.opened, cable.closed) == (1, 1)


def test_when_it_hangs_again_and_again_no_more_threads_are_spent():
    bounded = Bounded("hanging")
    never = threading.Event()
    for _ in range(MOST_STUCK):
        with pytest.raises(SourceError, match="did not answer"):
            bounded.call("x", never.wait, 0.005)
    before = threading.active_count()
    with pytest.raises(SourceError, match="driver hangs"):
        bounded.call("x", never.wait, 0.005)
    assert threading.active_count() == before
    never.set()


def test_a_call_that_comes_back_late_is_not_stuck_any_more():
    """A cable that is moved every evening must not use up the threads for good."""
    bounded, cable = Bounded("slow"), threading.Event()
    for _ in range(MOST_STUCK + 1):
        cable.clear()
        with pytest.raises(SourceError, match="did not answer"):
            bounded.call("x", cable.wait, 0.01)
        assert bounded.stuck == 1
        cable.set()
        deadline = time.monotonic() + 2
        while bounded.stuck and time.monotonic() < deadline:
            time.sleep(0.005)
        assert bounded.stuck == 0
    assert bounded.call("x", lambda: 7, 1.0) == 7
    bounded.stop()


def test_an_error_passes_the_watchdog_unchanged():
    bounded = Bounded("failing")
    with pytest.raises(ZeroDivisionError):
        bounded.call("x", lambda: 1 // 0, 1.0)
    assert bounded.call("x", lambda: 7, 1.0) == 7
    bounded.stop()


def test_a_driver_that_keeps_the_camera_needs_a_new_process(camera, cable):
    """Closing hung, so the camera is busy with ourselves: nobody else is to be blamed."""
    assert camera.hanging() is None
    camera.start()
    cable.hang.clear()
    with pytest.raises(CameraLost):
        camera.frame()
    assert camera.hanging() == "the camera's driver"
    stuck, cable.hang = cable.hang, threading.Event()
    cable.hang.set()
    cable.busy = True
    with pytest.raises(CameraLost, match="driver hangs and keeps the camera; start the companion"):
        camera.frame()
    cable.busy = False
    camera.frame()
    assert camera.hanging() is None, "it came back after all"
    stuck.set()


def test_a_camera_that_is_unplugged_is_no_driver_that_hangs(camera, cable):
    """Or the service would start anew again and again until it is plugged in."""
    camera.start()
    cable.hang.clear()
    with pytest.raises(CameraLost):
        camera.frame()
    cable.plugged = False
    cable.hang.set()
    deadline = time.monotonic() + 2
    while camera.hanging() and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(CameraLost):
        camera.frame()
    assert camera.hanging() is None


def test_a_camera_somebody_else_uses_is_said_to_be_so(camera, cable):
    cable.busy = True
    with pytest.raises(CameraLost, match="another program"):
        camera.frame()
    assert camera.hanging() is None


def test_the_worst_case_is_all_limits_together():
    limits = Limits(open_s=20, frame_s=11, attempts=3, pause_s=1)
    assert limits.worst_s == 3 * (20 + 11 + 4 + 1)


def test_focus_and_light_may_each_take_their_wait():
    """Where neither comes to rest, the camera starts all the same."""
    config = CameraConfig(open_timeout_s=1, settle_timeout_s=60)
    assert Limits.of(config).open_s > 2 * config.settle_timeout_s


def test_a_black_picture_is_no_picture(camera, cable):
    cable.image = np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()


def test_a_dim_picture_is_one(camera, cable):
    """By a candle: the eyes say what they can make of it."""
    cable.image = np.full((48, 64, 3), 12, np.uint8)
    assert camera.frame().pixels.mean() == pytest.approx(12, abs=0.01)


def test_a_picture_has_its_own_limit(cable):
    camera = SteadyCamera("test", cable.make, Limits(open_s=60, frame_s=0.1, attempts=1))
    camera.start()
    cable.hang.clear()
    began = time.monotonic()
    with pytest.raises(CameraLost, match=r"did not answer within 0.1 s"):
        camera.frame()
    assert time.monotonic() - began < 10


def test_the_driver_gives_up_before_the_watchdog_does():
    """One that gives up by itself leaves no thread behind."""
    assert Limits.of(CameraConfig(frame_timeout_s=7)).frame_s > 2 * 7, "a picture may take two"


def test_a_picture_of_another_size_is_said_to_be_so(camera, cable):
    """Another camera was plugged in, or a hub leaves it less room: boards would only be lost."""
    before = cable.image
    camera.frame()
    cable.image = np.full((24, 32, 3), 90, np.uint8)
    with pytest.raises(PictureError, match=r"has 32 x 24 pixels and had 64 x 48.*begin a new game"):
        camera.frame()
    cable.image = before
    assert camera.frame().pixels.shape == before.shape, "it was connected as it had been"
    cable.image = np.full((24, 32, 3), 90, np.uint8)
    camera.rewind()
    assert camera.frame().pixels.shape == (24, 32, 3), "a new game may have another"


def test_light_that_was_measured_in_the_dark_is_measured_anew(cable):
    """The cap was on when the camera started: what it locked then is all too bright."""
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    bright, cable.image = cable.image, np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()
    with pytest.raises(PictureError, match="cap off the camera"):
        camera.frame()
    assert (forgotten, cable.opened) == ([], 1), "as long as it is dark there is nothing to measure"
    cable.image = bright
    assert camera.frame().name == "test-0001.jpg"
    assert (forgotten, cable.opened, cable.closed) == ([1], 2, 1)
    camera.frame()
    assert cable.opened == 2


def test_a_lamp_that_goes_out_in_mid_game_changes_no_light(cable):
    """Colours are compared with pictures of before."""
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    camera.frame()
    bright, cable.image = cable.image, np.zeros((48, 64, 3), np.uint8)
    with pytest.raises(PictureError):
        camera.frame()
    cable.faults = [silent()]
    with pytest.raises(PictureError):
        camera.frame()
    cable.image = bright
    camera.frame()
    assert forgotten == []


@pytest.mark.parametrize(("turn", "corner"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_a_camera_mounted_turned_is_turned_back(cable, turn, corner):
    cable.image = np.full((48, 64, 3), 40, np.uint8)
    cable.image[0, 0] = 250  # was top left
    picture = SteadyCamera("test", cable.make, QUICK, rotate=turn).frame()
    assert picture.pixels.shape == ((48, 64, 3) if turn == 180 else (64, 48, 3))
    assert picture.pixels[corner][0] == 250


def test_a_new_sitting_measures_the_light_anew(cable):
    forgotten = []
    camera = SteadyCamera("test", cable.make, QUICK, forget=lambda: forgotten.append(1))
    camera.frame()
    camera.rewind()
    assert forgotten == [1]
    assert cable.closed == 1
    camera.frame()
    assert cable.opened == 2

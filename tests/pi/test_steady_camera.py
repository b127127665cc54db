"""A camera comes back by itself, keeps nobody waiting for ever, and says when it is lost."""

import threading
import time

import pytest
from cable_camera import QUICK, silent

from companion.config import CameraConfig
from companion.errors import CameraLost, CompanionError
from hardware.cameras.source import SourceError
from hardware.cameras.steady import Limits
from hardware.cameras.watchdog import MOST_STUCK, Bounded


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


def test_the_driver_gives_up_before_the_watchdog_does():
    """One that gives up by itself leaves no thread behind."""
    assert Limits.of(CameraConfig(frame_timeout_s=7)).frame_s > 2 * 7, "a picture may take two"

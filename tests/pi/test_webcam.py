"""USB cameras: found by their bus, locked where they allow it, opened again after unplugging."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.config import CameraConfig
from companion.errors import CameraLost
from hardware.cameras.light import Memory
from hardware.cameras.source import SourceError
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.cameras.webcam import LOCKS, STALE_FRAMES, Webcam, usb_cameras

CONFIG = CameraConfig(kind="webcam", width=64, height=48, settle_timeout_s=1.0)


class Usb:
    """A machine with a USB camera one can unplug; ``capture`` stands for cv2.VideoCapture."""

    def __init__(self, root):
        self.root = root
        self.now = 0.0
        self.openable = True
        self.buffered = 3
        self.locks = {lock[0] for lock in LOCKS}
        self.values = {cv2.CAP_PROP_EXPOSURE: 250.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
                       cv2.CAP_PROP_FOCUS: 30.0}  # fmt: skip
        self.switches = {}
        """The automatics, which a camera remembers as long as it is plugged in."""
        self.image = np.full((48, 64, 3), (90, 120, 120), np.uint8)
        self.taken = 0
        self.brightness = []
        self.seen_under = []
        self.opened = []
        self.released = 0
        self.plug_in()

    def plug_in(self, number=0, name="HD Webcam", index="0", bus="usb1/1-1/1-1:1.0"):
        device = self.root / "sys" / "devices" / bus
        device.mkdir(parents=True, exist_ok=True)
        node = self.root / "sys" / "class" / "video4linux" / f"video{number}"
        node.mkdir(parents=True, exist_ok=True)
        (node / "name").write_text(f"{name}\n")
        (node / "index").write_text(f"{index}\n")
        if not (node / "device").exists():
            (node / "device").symlink_to(device)
        self.plugged = True

    def unplug(self, number=0):
        node = self.root / "sys" / "class" / "video4linux" / f"video{number}"
        for part in node.iterdir():
            part.unlink()
        node.rmdir()
        self.plugged = False

    def capture(self, device, backend):
        assert backend == cv2.CAP_V4L2, "or OpenCV tries and complains about every backend"
        self.opened.append(device)
        return Capture(self)

    def clock(self):
        return self.now


class Capture:
    """What cv2.VideoCapture does."""

    def __init__(self, usb):
        self.usb = usb
        self.asked = {}

    def isOpened(self):
        return self.usb.plugged and self.usb.openable

    def set(self, name, value):
        if name in {lock[0] for lock in LOCKS} - self.usb.locks:
            return False
        self.asked[name] = value
        if name in self.usb.locks:
            self.usb.switches[name] = value
        return True

    def get(self, name):
        return self.usb.values.get(name, -1.0)

    def grab(self):
        if self.usb.buffered:
            self.usb.buffered -= 1
        else:
            self.usb.now += 0.033
        return self.usb.plugged

    def read(self):
        self.usb.now += 0.033
        if not self.usb.plugged:
            return False, None
        self.usb.seen_under.append(dict(self.usb.switches))
        if self.usb.brightness:
            return True, np.full((48, 64, 3), self.usb.brightness.pop(0), np.uint8)
        self.usb.taken += 1
        noisy = self.usb.image.copy()
        noisy[-1, -1] ^= self.usb.taken % 4
        return True, noisy

    def release(self):
        self.usb.released += 1


@pytest.fixture
def usb(tmp_path):
    return Usb(tmp_path)


@pytest.fixture
def memory():
    return Memory()


def webcam(usb, memory, config=CONFIG):
    return Webcam(config, memory, usb.capture, usb.clock, usb.root)


def test_it_is_found_by_its_bus_and_named(usb, memory):
    usb.plug_in(1, "HD Webcam metadata", index="1")
    usb.plug_in(2, "bcm2835-isp", bus="platform/soc")
    usb.plug_in(10, "Second", bus="usb1/1-2/1-2:1.0")
    assert list(usb_cameras(usb.root)) == [("/dev/video0", "HD Webcam"), ("/dev/video10", "Second")]
    assert webcam(usb, memory).open() == "the USB camera /dev/video0 (HD Webcam, 64 x 48)"
    named = CameraConfig(kind="webcam", device="/dev/video10")
    assert "Second" in webcam(usb, memory, named).open()


def test_mjpg_of_the_size_wished_for_is_asked_first(usb, memory):
    camera = webcam(usb, memory)
    camera.open()
    asked = list(camera._camera.asked.items())
    assert asked[0] == (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    assert (cv2.CAP_PROP_FRAME_WIDTH, 64) in asked


def test_pictures_lying_in_buffers_are_passed_over(usb, memory):
    camera = webcam(usb, memory)
    camera.open()
    usb.buffered = 3
    image, record = camera.grab()
    assert usb.buffered == 0
    assert image.shape == (48, 64, 3)
    assert record["Exposure"] == 125.0


def test_a_driver_with_endless_buffers_is_not_emptied_for_ever(usb, memory):
    camera = webcam(usb, memory)
    camera.open()
    usb.buffered = 1000
    camera.grab()
    assert usb.buffered == 1000 - STALE_FRAMES


def test_white_balance_and_focus_are_locked_as_they_are_and_exposure_a_stop_darker(usb, memory):
    camera = webcam(usb, memory)
    camera.open()
    assert memory.locked == {"Exposure": 125.0, "WhiteBalance": 4600.0, "Focus": 30.0}
    assert camera._camera.asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert camera._camera.asked[cv2.CAP_PROP_AUTO_WB] == 0
    assert camera._camera.asked[cv2.CAP_PROP_EXPOSURE] == 125.0


@pytest.mark.parametrize(
    ("told", "stops", "locked"), [(250, 0.0, 250), (250, -2.0, 62), (1, -1.0, 1), (100, 1.0, 200)]
)
def test_how_much_darker_can_be_configured(usb, memory, told, stops, locked):
    usb.values[cv2.CAP_PROP_EXPOSURE] = told
    webcam(usb, memory, replace(CONFIG, exposure_stops=stops)).open()
    assert memory.locked["Exposure"] == locked


@pytest.mark.parametrize("level", [9, 250])
def test_a_camera_that_does_not_tell_its_exposure_keeps_its_automatic(usb, memory, caplog, level):
    """Some tell what was set last, and their automatic does something else."""
    usb.brightness = [120, 120, 120, 120] + [level] * STALE_FRAMES
    webcam(usb, memory).open()
    assert memory.locked == {"WhiteBalance": 4600.0, "Focus": 30.0}
    assert usb.switches[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert "does not tell its exposure" in caplog.text
    webcam(usb, memory).open()  # it was lost, and is found again
    assert usb.switches[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert "Exposure" not in memory.locked


def test_the_light_is_waited_for(usb, memory):
    usb.brightness = [10, 10, 60, 90, 110, 119, 120]
    webcam(usb, memory).open()
    assert usb.brightness == []


def test_a_colour_that_is_still_changing_is_waited_for(usb, memory):
    usb.brightness = [(100, 120, 140), (110, 120, 130), (115, 120, 125), *[(119, 120, 121)] * 3]
    webcam(usb, memory).open()
    assert usb.brightness == []


AUTOMATIC = {cv2.CAP_PROP_AUTO_EXPOSURE: 3, cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_AUTOFOCUS: 1}
LOCKED = {cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0, cv2.CAP_PROP_AUTOFOCUS: 0}


def test_what_is_measured_anew_is_measured_by_the_cameras_automatics(usb, memory):
    """A camera keeps its locks though it is closed: noon's white is not that of the lamp."""
    webcam(usb, memory).open()
    assert usb.switches == LOCKED
    memory.forget()
    usb.seen_under.clear()
    webcam(usb, memory).open()
    assert AUTOMATIC in usb.seen_under
    assert usb.switches == LOCKED


def test_a_camera_that_was_lost_keeps_its_locks_without_measuring(usb, memory):
    webcam(usb, memory).open()
    usb.seen_under.clear()
    webcam(usb, memory).open()
    assert AUTOMATIC not in usb.seen_under


def test_who_wants_no_locks_gets_the_automatics_back(usb, memory):
    webcam(usb, memory).open()
    webcam(usb, Memory(), CameraConfig(kind="webcam", lock=False)).open()
    assert usb.switches == AUTOMATIC


def test_light_that_never_settles_is_not_waited_for(usb, memory):
    usb.brightness = [10, 200] * 200
    webcam(usb, memory).open()
    assert usb.now < 2.0


def test_only_what_is_offered_is_locked(usb, memory):
    usb.locks = {cv2.CAP_PROP_AUTO_WB}
    webcam(usb, memory).open()
    assert memory.locked == {"WhiteBalance": 4600.0}
    memory.forget()
    usb.values = {}
    webcam(usb, memory).open()
    assert memory.locked == {}


def test_locking_can_be_switched_off(usb, memory):
    webcam(usb, memory, CameraConfig(kind="webcam", lock=False)).open()
    assert memory.locked == {}


def test_focus_can_be_left_alone(usb, memory):
    webcam(usb, memory, CameraConfig(kind="webcam", focus="off")).open()
    assert "Focus" not in memory.locked


def failure(call):
    with pytest.raises(SourceError) as caught:
        call()
    return caught.value


def test_no_camera(usb, memory):
    usb.unplug()
    assert failure(webcam(usb, memory).open).failure == "missing"
    named = CameraConfig(kind="webcam", device="/dev/video7")
    assert "/dev/video7" in str(failure(webcam(usb, memory, named).open))


def test_a_camera_in_use_or_forbidden(usb, memory):
    usb.openable = False
    error = failure(webcam(usb, memory).open)
    assert error.failure == "busy"
    assert "group video" in error.remedy


def test_a_device_that_is_no_usb_camera_may_be_named(usb, memory):
    (usb.root / "dev").mkdir()
    (usb.root / "dev" / "video9").touch()
    webcam(usb, memory, CameraConfig(kind="webcam", device="/dev/video9")).open()
    assert usb.opened == ["/dev/video9"]


def test_a_grey_camera_is_refused(usb, memory):
    usb.image = np.zeros((48, 64), np.uint8)
    assert failure(webcam(usb, memory).open).failure == "format"


def test_opencv_raising_is_silence(usb, memory):
    camera = webcam(usb, memory)
    camera.open()

    def refuse():
        raise cv2.error("select() timeout")

    camera._camera.read = refuse
    assert failure(camera.grab).failure == "silent"


def test_unplugged_and_back_under_another_number(usb, memory):
    limits = Limits(open_s=2, frame_s=2, attempts=2, pause_s=0)
    camera = SteadyCamera("usb", lambda: webcam(usb, memory), limits)
    camera.frame()
    usb.unplug()
    with pytest.raises(CameraLost, match="there is no USB camera"):
        camera.frame()
    assert usb.released == 1
    usb.plug_in(number=1)
    usb.values[cv2.CAP_PROP_EXPOSURE] = 999.0
    assert camera.frame().record["Exposure"] == 125.0, "locked as before"
    assert usb.opened == ["/dev/video0", "/dev/video1"]


def test_this_machine_can_be_asked():
    assert all(device.startswith("/dev/video") for device, _ in usb_cameras())

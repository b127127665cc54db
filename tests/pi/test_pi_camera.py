"""The adapter of the Pi's camera, held to the published class, on every way it may fail."""

from concurrent.futures import CancelledError
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pi_table
import pytest
from pi_table import FOCUS, PiTable, told

from companion.config import CameraConfig
from companion.errors import CameraLost
from hardware.cameras import pi
from hardware.cameras.light import Memory
from hardware.cameras.source import SourceError
from hardware.cameras.steady import Limits, SteadyCamera

CONFIG = CameraConfig(width=64, height=48, settle_timeout_s=2.0, frame_timeout_s=0.5)


@pytest.fixture(scope="module")
def published():
    return pi_table.published()


@pytest.fixture
def table(published, monkeypatch):
    monkeypatch.setattr(pi, "full_range", lambda: "sYCC")
    return PiTable(published)


@pytest.fixture
def memory():
    return Memory()


def clock():
    """Half a second passes between looks."""
    now = [0.0]

    def tick():
        now[0] += 0.5
        return now[0]

    return tick


def source(table, memory, config=CONFIG):
    return pi.PiCamera(config, memory, load=table.library, clock=clock())


def failure(call):
    with pytest.raises(SourceError) as caught:
        call()
    assert "\n" not in caught.value.sentence
    return caught.value.failure


def test_it_is_opened_as_a_video_of_whole_pictures(table, memory):
    assert source(table, memory).open() == "the Pi's camera 0 (imx708, 64 x 48 RGB888)"
    asked = table.camera.configure.call_args.args[0]["asked"]
    assert asked["main"] == {"format": "RGB888", "size": (64, 48)}
    assert asked["colour_space"] == "sYCC"
    assert (asked["display"], asked["encode"], asked["queue"]) == (None, None, False)
    table.camera.start.assert_called_once_with(show_preview=False)


@pytest.mark.parametrize(
    ("sensor", "size"),
    [
        ((4608, 2592), (2304, 1296)),
        ((3280, 2464), (2304, 1730)),
        ((1456, 1088), (1456, 1088)),
        (None, (1920, 1080)),
    ],
)
def test_without_a_wish_all_the_sensor_sees_is_taken(table, memory, sensor, size):
    table.sensor = sensor
    source(table, memory, CameraConfig()).open()
    assert table.camera.configure.call_args.args[0]["asked"]["main"]["size"] == size


def test_sizes_are_even(table, memory):
    source(table, memory, CameraConfig(width=1641, height=1233)).open()
    assert table.camera.configure.call_args.args[0]["asked"]["main"]["size"] == (1640, 1232)


def test_a_picture_is_one_that_was_exposed_afterwards(table, memory):
    camera = source(table, memory)
    camera.open()
    image, record = camera.grab()
    assert (image == (60, 120, 200)).all()
    assert record["ExposureTime"] == 8000
    table.camera.captured_request.assert_called_once_with(wait=0.5, flush=True)


def test_a_camera_that_tells_no_exposure_gives_its_second_picture(table, memory):
    """Flushing by time would end picamera2's thread: it reads the exposure from the metadata."""
    table.metadata = [{"SensorTimestamp": 5}]
    camera = source(table, memory)
    camera.open()
    camera.grab()
    assert [c.kwargs for c in table.camera.captured_request.call_args_list] == [
        {"wait": 0.5, "flush": None}
    ] * 2


def test_exposure_and_white_balance_are_measured_then_locked(table, memory):
    dark = told(ExposureTime=2000)
    table.metadata = [dark, told(ExposureTime=5000), *[told()] * 4]
    source(table, memory).open()
    assert memory.locked == {
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.9, 1.6),
        "AeEnable": False,
        "AwbEnable": False,
    }
    assert table.set == memory.locked


@pytest.mark.parametrize(("config", "stops"), [({}, -1.0), ({"exposure_stops": 0.5}, 0.5)])
def test_it_exposes_as_much_darker_as_is_wished(table, memory, config, stops):
    """Before the light is measured: what is locked is darker by as much."""
    table.controls["ExposureValue"] = (-8.0, 8.0, 0.0)
    source(table, memory, replace(CONFIG, **config)).open()
    asked = table.camera.configure.call_args.args[0]["asked"]
    assert asked["controls"]["ExposureValue"] == stops


def test_a_camera_without_compensation_is_not_asked_for_any(table, memory):
    source(table, memory).open()
    asked = table.camera.configure.call_args.args[0]["asked"]
    assert "ExposureValue" not in asked["controls"]


def test_light_that_never_settles_is_locked_after_the_wait(table, memory, caplog):
    table.metadata = [told(ExposureTime=1000 * n) for n in range(1, 40)]
    source(table, memory).open()
    assert 1000 < memory.locked["ExposureTime"] < 12000
    assert "not settled" in caplog.text


def test_a_camera_that_comes_back_is_locked_as_it_was(table, memory):
    source(table, memory).open()
    table.metadata = [told(ExposureTime=500, ColourGains=(3.0, 1.0))]
    table.set = {}
    source(table, memory).open()
    assert table.set["ExposureTime"] == 8000
    assert table.set["ColourGains"] == (1.9, 1.6)


def test_without_locking_nothing_is_set(table, memory):
    source(table, memory, CameraConfig(lock=False)).open()
    assert table.set == {}


def test_nothing_is_set_that_the_camera_does_not_advertise(table, memory):
    """picamera2 raises on such a control."""
    table.controls = {}
    source(table, memory).open()
    assert table.set == {}
    assert memory.locked == {}


def test_a_camera_that_can_focus_does_it_once_and_stays(table, memory):
    table.controls |= FOCUS
    table.metadata = [told(AfState=1), told(AfState=1, LensPosition=3.0),
                      told(AfState=2, LensPosition=4.5)]  # fmt: skip
    source(table, memory).open()
    first = table.camera.set_controls.call_args_list[0].args[0]
    assert first == {"AfMode": pi.AF_AUTO, "AfTrigger": pi.AF_TRIGGER_START}
    assert table.set["AfMode"] == pi.AF_MANUAL
    assert table.set["LensPosition"] == 4.5


def test_a_focus_that_was_found_is_not_looked_for_again(table, memory):
    """A board would be seen from a hair elsewhere, and a hand may be in the picture."""
    table.controls |= FOCUS
    table.metadata = [told(AfState=2, LensPosition=4.5)]
    source(table, memory).open()
    table.set = {}
    source(table, memory).open()
    assert (table.set["LensPosition"], table.set["AfMode"]) == (4.5, pi.AF_MANUAL)
    assert "AfTrigger" not in table.set


def test_the_first_picture_is_of_the_light_that_was_locked(table, memory):
    """Controls reach the sensor some pictures late."""
    memory.locked.update(ExposureTime=8000, AnalogueGain=2.0)
    table.metadata = [told(ExposureTime=500)] * 5 + [told()]
    camera = source(table, memory)
    camera.open()
    _, record = camera.grab()
    assert record["ExposureTime"] == 8000


def test_focus_can_be_left_alone(table, memory):
    table.controls |= FOCUS
    source(table, memory, CameraConfig(focus="off")).open()
    assert "AfMode" not in table.set


def test_a_focus_that_never_comes_is_not_waited_for(table, memory):
    table.controls |= FOCUS
    table.metadata = [told(AfState=1, LensPosition=2.0)]
    source(table, memory).open()
    assert table.set["LensPosition"] == 2.0


def test_the_picture_is_converted_by_what_was_really_configured(table, memory):
    table.format = "XBGR8888"
    table.array = np.full((48, 64, 4), (200, 120, 60, 255), np.uint8)
    camera = source(table, memory)
    assert "XBGR8888" in camera.open()
    image, _ = camera.grab()
    assert (image == (60, 120, 200)).all()


def test_a_format_we_cannot_read_is_named(table, memory):
    table.format = "SRGGB12"
    camera = source(table, memory)
    camera.open()
    assert failure(camera.grab) == "format"


def test_no_camera(table, memory):
    table.plugged = False
    assert failure(source(table, memory).open) == "missing"


def test_a_usb_camera_is_left_to_v4l2_unless_asked_for(table, memory):
    table.id = "/base/axi/pcie@120000/rp1/usb@200000-1:1.0-046d:0825"
    assert failure(source(table, memory, CameraConfig(kind="auto")).open) == "missing"
    source(table, memory, CameraConfig(kind="picamera2")).open()


def test_pictures_are_of_still_quality_and_may_be_exposed_long(table, memory):
    table.controls["NoiseReductionMode"] = (0, 4, 0)
    source(table, memory).open()
    controls = table.camera.configure.call_args.args[0]["asked"]["controls"]
    assert controls == {"FrameDurationLimits": (33_333, 200_000), "NoiseReductionMode": 2}


def test_a_second_camera_that_is_not_there(table, memory):
    assert failure(source(table, memory, CameraConfig(number=1)).open) == "missing"


def test_a_busy_camera(table, memory):
    table.busy = True
    camera = source(table, memory)
    assert failure(camera.open) == "busy"
    camera.close()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError(), "silent"),
        (RuntimeError("Camera frontend has timed out"), "silent"),
        (RuntimeError("No camera number 0 found"), "missing"),
        (IndexError("list index out of range"), "missing"),
        (OSError(5, "Input/output error"), "silent"),
        (KeyError("ExposureTime"), "silent"),
        (AttributeError("'NoneType' object has no attribute 'queue_request'"), "silent"),
        (CancelledError(), "silent"),
    ],
)
def test_whatever_picamera2_raises_is_a_sentence(table, memory, error, kind):
    camera = source(table, memory)
    camera.open()
    table.camera.captured_request.side_effect = error
    assert failure(camera.grab) == kind


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (ModuleNotFoundError("No module named 'libcamera'", name="libcamera"), "sudo apt install"),
        (ImportError("libcamera.so.0.5: cannot open shared object file"), "sudo apt install"),
        (AttributeError("module 'libcamera' has no attribute 'Transform'"), "sudo apt install"),
        (ValueError("numpy.dtype size changed, may indicate"), "upgrade simplejpeg"),
    ],
)
def test_a_picamera2_that_cannot_be_imported_says_how_to_mend_it(monkeypatch, error, remedy):
    def refuse(name):
        raise error

    monkeypatch.setattr(pi, "import_module", refuse)
    with pytest.raises(SourceError) as caught:
        pi.import_picamera2()
    assert caught.value.failure == "library"
    assert remedy in caught.value.sentence


def test_closing_goes_all_the_way_whatever_fails(table, memory):
    camera = source(table, memory)
    camera.open()
    table.camera.stop.side_effect = RuntimeError("gone")
    camera.close()
    camera.close()
    table.camera.cancel_all_and_flush.assert_called_once_with()
    table.camera.close.assert_called_once_with()


def test_unplugged_and_back_with_the_same_light(table, memory):
    """The whole way: flush, close, open again, lost, back; exposure as at the beginning."""
    limits = Limits(open_s=2, frame_s=2, attempts=2, pause_s=0)
    camera = SteadyCamera("pi", lambda: source(table, memory), limits)
    assert camera.frame().record["ExposureTime"] == 8000
    first = table.camera
    table.plugged = False
    with pytest.raises(CameraLost, match="no camera is connected"):
        camera.frame()
    first.cancel_all_and_flush.assert_called_once_with()
    first.close.assert_called_once_with()
    table.plugged = True
    table.set = {}
    assert camera.frame().name == "pi-0002.jpg"
    assert table.set["ExposureTime"] == 8000
    assert len(table.cameras) == 2


def test_a_cable_that_comes_loose_while_the_light_settles(table, memory, monkeypatch):
    """libcamera gives a camera to one user at a time, and what was opened is one."""
    camera = SteadyCamera("pi", lambda: source(table, memory), Limits(2, 2, 1, 0))
    monkeypatch.setattr(table, "_next", Mock(side_effect=TimeoutError))
    with pytest.raises(CameraLost, match="delivers no picture"):
        camera.frame()
    table.camera.close.assert_called_once_with()
    monkeypatch.undo()
    monkeypatch.setattr(pi, "full_range", lambda: "sYCC")
    assert camera.frame().name == "pi-0001.jpg"


def test_the_colour_space_comes_from_libcamera(monkeypatch):
    space = SimpleNamespace(Sycc=lambda: "full range")
    monkeypatch.setattr(pi, "import_module", lambda name: SimpleNamespace(ColorSpace=space))
    assert pi.full_range() == "full range"

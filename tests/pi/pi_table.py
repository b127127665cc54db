"""A Pi's camera for tests: the real class as autospec, with a cable one can pull.

Wrong keywords are refused by the spec, so the tests speak the published interface.
"""

import contextlib
from types import SimpleNamespace
from unittest.mock import MagicMock, create_autospec

import numpy as np
import real_picamera2

CONTROLS = dict.fromkeys(
    ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"),
    (0, 1, 0),
)
FOCUS = dict.fromkeys(("AfMode", "AfTrigger", "LensPosition"), (0, 1, 0))
SIZE = (64, 48)


class PiTable:
    """The Pi, its camera and its light.

    ``metadata`` are what the pictures tell, one after another, the last one for ever.
    """

    def __init__(self, cls):
        self._cls = cls
        self.controls = dict(CONTROLS)
        self.plugged = True
        self.busy = False
        self.id = "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a"
        self.sensor = (4608, 2592)
        self.format = "RGB888"
        self.space = None
        self.metadata = [told()]
        self.array = np.full((SIZE[1], SIZE[0], 3), (60, 120, 200), np.uint8)
        self.taken = 0
        self.cameras = []
        self.set = {}
        self.seen = 0

    @property
    def camera(self):
        """The camera opened last."""
        return self.cameras[-1]

    def library(self):
        """What ``import picamera2`` gives."""
        cls = MagicMock(side_effect=self._open)
        cls.global_camera_info.side_effect = lambda: (
            [{"Model": "imx708", "Id": self.id, "Num": 0}] if self.plugged else []
        )
        return SimpleNamespace(Picamera2=cls)

    def _open(self, number):
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError(
                "Failed to acquire camera: Device or resource busy"
            )
        camera = create_autospec(self._cls, instance=True)
        camera.camera_controls = self.controls
        camera.camera_properties = {"PixelArraySize": self.sensor} if self.sensor else {}
        camera.create_video_configuration.side_effect = lambda **asked: {"asked": asked}
        camera.camera_configuration.side_effect = lambda: {
            "main": {"format": self.format, "size": SIZE, "stride": 3 * SIZE[0]},
            "colour_space": self.space,
        }
        camera.capture_metadata.side_effect = lambda wait: self._next()
        camera.captured_request.side_effect = self._request
        camera.set_controls.side_effect = self.set.update
        self.cameras.append(camera)
        return camera

    def _next(self):
        if not self.plugged:
            raise TimeoutError
        found = self.metadata[min(self.seen, len(self.metadata) - 1)]
        self.seen += 1
        return dict(found)

    @contextlib.contextmanager
    def _request(self, wait, flush):
        metadata = self._next()
        yield SimpleNamespace(get_metadata=lambda: metadata, make_array=lambda name: self._array())

    def _array(self):
        """What the sensor sees, with its noise: the first picture has none."""
        array = self.array.copy()
        array[-1, -1, 0] ^= self.taken % 4
        self.taken += 1
        return array


def told(**values):
    """A picture's metadata."""
    return {
        "SensorTimestamp": 1_000_000,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.9, 1.6),
    } | values


def published():
    """The published class, imported over stubbed drivers."""
    with real_picamera2.stubbed():
        return real_picamera2.load().Picamera2

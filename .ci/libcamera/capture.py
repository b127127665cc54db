"""Take one picture with our adapter, picamera2 and libcamera's virtual camera.

Usage: capture.py OUT.png WIDTH HEIGHT, inside the Debian 13 root that `run` makes.
picamera2 itself is as published; what it takes for granted on a Pi is replaced from outside: a
screen (kms), buffers from the dma-heap, and the raw modes of a sensor.
"""

import json
import sys
from types import SimpleNamespace

import cv2
import picamera2
import picamera2.picamera2 as published
from picamera2.allocators import Allocator, LibcameraAllocator

from companion.config import CameraConfig
from hardware.cameras.light import Memory
from hardware.cameras.pi import PiCamera
from hardware.cameras.steady import Limits, SteadyCamera

published.DmaAllocator = Allocator  # made, but never used, where there is no dma-heap


class TablePicamera2(picamera2.Picamera2):
    """The published class over the virtual camera, which offers no raw stream."""

    def __init__(self, number):
        super().__init__(number)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self):
        return [{"format": "SRGGB8", "size": (1280, 960)}]


def main():
    """Take two pictures, close, open again, take a third; say what was found as JSON."""
    out, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    config = CameraConfig(kind="picamera2", width=width, height=height, settle_timeout_s=1.0)
    memory = Memory()
    library = SimpleNamespace(Picamera2=TablePicamera2)
    camera = SteadyCamera(
        "virtual", lambda: PiCamera(config, memory, load=lambda: library), Limits.of(config)
    )
    note = camera.start()
    camera.frame()
    picture = camera.frame()
    cv2.imwrite(out, picture.pixels)
    camera.close()
    again = camera.frame()  # closed and opened: the recovery's way
    camera.close()
    same = float(cv2.absdiff(again.pixels, picture.pixels).mean())
    print(json.dumps({"found": note, "record": dict(picture.record), "difference": same}))


main()

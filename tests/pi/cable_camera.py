"""A camera on a cable for tests: what happens to it is said from outside."""

import threading

import numpy as np

from hardware.cameras.source import Failure, SourceError
from hardware.cameras.steady import Limits

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


def silent():
    """A camera that gave no picture, once."""
    return SourceError(Failure.SILENT, "no picture", "check the cable")

"""USB cameras, through OpenCV and V4L2."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.arrays import Image
from companion.config import CameraConfig
from companion.sentence import Sentence
from hardware.cameras.light import Memory
from hardware.cameras.source import Failure, SourceError

log = logging.getLogger(__name__)

MANUAL_EXPOSURE, AUTO_EXPOSURE = 1, 3
"""V4L2's numbers for CAP_PROP_AUTO_EXPOSURE."""

USUAL_SIZE = (1920, 1080)
"""Asked for where none is configured; a camera that cannot takes the nearest it has."""

STALE_FRAMES = 8
"""At most so many pictures wait in the driver's buffers."""

WAITED_S = 0.006
"""A picture that had to be waited for this long was not lying in a buffer."""

STEADY = 1.5
"""Mean of a colour, of 255, by which pictures may differ and still count as settled."""

GAMMA = 2.2
"""How grey levels are stored: half the light has 73 % of the level."""

ASTRAY = 1.6
"""So many times brighter or darker than is due a picture may be; else the camera told an exposure
that was not its own."""

LOCKS = (
    (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, "Exposure"),
    (cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE, "WhiteBalance"),
    (cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS, "Focus"),
)
"""The switch of each automatic, off and on, the value it leaves, and the name we record."""


def usb_cameras(root: Path = Path("/")) -> Iterator[tuple[str, str]]:
    """Yield device path and name of every USB camera that takes pictures, in their order.

    A Pi has a dozen further video devices (decoders, image processors): only those on the USB are
    cameras, and of these only the first node takes pictures, the others carry metadata.
    """
    nodes = root / "sys" / "class" / "video4linux"
    for node in sorted(nodes.glob("video*"), key=lambda path: int(path.name[5:] or 0)):
        on_usb = "usb" in str((node / "device").resolve())
        index = read(node / "index") or "0"
        if on_usb and index == "0":
            yield f"/dev/{node.name}", read(node / "name") or node.name


def read(path: Path) -> str:
    """Return a small file's text without blanks; empty when there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


class Webcam:
    """One opened USB camera: a ``Source``.

    ``capture`` opens a device as ``cv2.VideoCapture`` does; ``memory`` outlives this object.
    """

    def __init__(
        self,
        config: CameraConfig,
        memory: Memory,
        capture: Callable[..., Any] = cv2.VideoCapture,
        clock: Callable[[], float] = time.monotonic,
        root: Path = Path("/"),
    ) -> None:
        """Prepare; nothing is opened yet."""
        self._config = config
        self._memory = memory
        self._capture = capture
        self._clock = clock
        self._root = root
        self._camera: Any = None

    def open(self) -> str:
        """Open the camera, ask for MJPG of the size wished for, and lock what can be locked."""
        device, name = self._find()
        camera = self._capture(device, cv2.CAP_V4L2)
        self._camera = camera
        if not camera.isOpened():
            raise SourceError(
                Failure.BUSY,
                Sentence(
                    "the USB camera {device} ({name}) cannot be opened", device=device, name=name
                ),
                Sentence(
                    "end the program that uses it ('fuser -v {device}' names it), or add this user "
                    "to the group video",
                    device=device,
                ),
            )
        self._ask()
        image = self._read()
        self._lock()
        height, width = image.shape[:2]
        return f"the USB camera {device} ({name}, {width} x {height})"

    def grab(self) -> tuple[Image, Mapping[str, Any]]:
        """Return a picture that was not in the driver's buffers before."""
        for _ in range(STALE_FRAMES):
            began = self._clock()
            if not self._camera.grab():
                raise self._silent()
            if self._clock() - began >= WAITED_S:
                break
        return self._read(), dict(self._memory.locked)

    def close(self) -> None:
        """Give the device free."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.release()

    def _find(self) -> tuple[str, str]:
        wanted = self._config.device
        found = dict(usb_cameras(self._root))
        if wanted and wanted not in found and (self._root / wanted.lstrip("/")).exists():
            return wanted, "named in camera.device"
        if wanted in found or (found and not wanted):
            device = wanted or next(iter(found))
            return device, found[device]
        raise SourceError(
            Failure.MISSING,
            Sentence("there is no USB camera {device}", device=wanted)
            if wanted
            else Sentence("there is no USB camera"),
            "plug it in; 'ls /dev/video*' must list it",
        )

    def _ask(self) -> None:
        wishes = (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, self._config.width or USUAL_SIZE[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, self._config.height or USUAL_SIZE[1]),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        )
        for name, value in wishes:
            self._camera.set(name, value)

    def _read(self) -> Image:
        try:
            there, image = self._camera.read()
        except cv2.error as error:
            raise self._silent() from error
        if not there or image is None:
            raise self._silent()
        if image.ndim != 3 or image.shape[2] != 3:
            raise SourceError(
                Failure.FORMAT,
                f"the USB camera delivers pictures of shape {image.shape}",
                "the companion needs colour; use another camera",
            )
        return np.asarray(image, np.uint8)

    def _silent(self) -> SourceError:
        return SourceError(Failure.SILENT, "the USB camera delivers no picture", "plug it in again")

    def _lock(self) -> None:
        """Lock what is measured, or remembered: the exposure as much darker as is wished for."""
        locks = [one for one in LOCKS if one[-1] != "Focus" or self._config.focus != "off"]
        if not (self._config.lock and self._memory.locked):
            # What was locked by whoever used the camera before is locked still.
            for switch, _, on, *_ in locks:
                self._camera.set(switch, on)
        if not self._config.lock:
            return
        level = None if self._memory.locked else self._settle()
        for switch, off, _, value, name in locks:
            known = self._memory.locked.get(name, 0.0)
            wanted = known if level is None else self._measured(value, name)
            # Cameras answer -1 or 0 for what they do not have, or refuse the switch.
            if wanted > 0 and self._camera.set(switch, off) and self._camera.set(value, wanted):
                self._memory.locked[name] = float(wanted)
        if level is not None and "Exposure" in self._memory.locked:
            self._check_exposure(level)
        log.info("USB camera locked: %s", self._memory.locked or "nothing, it offers no locks")

    def _measured(self, value: int, name: str) -> float:
        """Return what an automatic has set; of the exposure as much as is wished for."""
        found = float(self._camera.get(value))
        if name != "Exposure" or found <= 0:
            return found
        return float(max(1, round(found * 2**self._config.exposure_stops)))

    def _check_exposure(self, level: float) -> None:
        """Give the exposure back to the automatic where pictures are not as bright as they should.

        Some cameras tell the exposure that was set last, and not what their automatic does.
        """
        due = level * 2 ** (self._config.exposure_stops / GAMMA)
        for _ in range(STALE_FRAMES):
            seen = float(self._read().mean())
        if min(due, level) / ASTRAY <= seen <= max(due, level) * ASTRAY:
            return
        log.warning("the USB camera does not tell its exposure; it is left to its automatic")
        self._memory.locked.pop("Exposure")
        switch, _, on, *_ = LOCKS[0]
        self._camera.set(switch, on)

    def _settle(self) -> float:
        """Look until three pictures in a row are alike in light and colour, or the time is over.

        Returns the mean level of the last, of 255.
        """
        until = self._clock() + self._config.settle_timeout_s
        seen = [self._read().mean(axis=(0, 1))]
        while self._clock() < until and (len(seen) < 3 or np.ptp(seen[-3:], axis=0).max() > STEADY):
            seen.append(self._read().mean(axis=(0, 1)))
        return float(seen[-1].mean())

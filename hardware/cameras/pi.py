"""The Raspberry Pi's camera, through picamera2.

Wiring: the flat cable goes into the socket marked CAM (on a Pi 5: CAM/DISP 0), contacts towards
the sockets' bare side; with the Pi switched off.

picamera2 is a system package and imported only when a camera is opened.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from companion.arrays import Image
from companion.config import CameraConfig
from companion.sentence import Sentence
from hardware.cameras import light
from hardware.cameras.light import Memory
from hardware.cameras.pixels import Layout, to_bgr
from hardware.cameras.source import Failure, SourceError

log = logging.getLogger(__name__)

APPLY_FRAMES = 12
"""Controls reach the sensor some pictures later; after so many we no longer wait for them."""

AF_MANUAL, AF_AUTO = 0, 1
AF_TRIGGER_START = 0
AF_FOCUSED, AF_FAILED = 2, 3
"""libcamera's numbers for AfMode, AfTrigger and AfState."""

HIGH_QUALITY = 2
"""libcamera's number for the noise reduction of still pictures."""

LARGEST_WIDTH = 2304
"""Larger pictures cost time and show no more of a tile than is needed (docs/build-guide.md)."""

UNKNOWN_SENSOR = (1920, 1080)
"""Asked for where a camera does not tell its size."""

LONGEST_FRAME_US = 200_000
"""A frame may last 0.2 s: in the evening the picture is to be bright rather than quick."""


def import_picamera2() -> Any:
    """Import picamera2; ``SourceError`` with the remedy where it cannot be."""
    try:
        return import_module("picamera2")
    except ValueError as error:
        # Debian 12 builds simplejpeg for numpy 1: "numpy.dtype size changed".
        raise SourceError(
            Failure.LIBRARY,
            f"picamera2 does not fit this numpy ({error})",
            "'.venv/bin/pip install --upgrade simplejpeg' mends it",
        ) from error
    except Exception as error:  # versions that do not fit each other raise what they like
        raise SourceError(
            Failure.LIBRARY,
            f"picamera2 cannot be loaded ({error})",
            "'sudo apt install python3-picamera2 --no-install-recommends', then remove .venv and "
            "'make setup'",
        ) from error


class PiCamera:
    """One opened camera of the Pi: a ``Source``.

    ``memory`` keeps what was locked over closing and opening again.
    """

    def __init__(
        self,
        config: CameraConfig,
        memory: Memory,
        load: Callable[[], Any] = import_picamera2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; nothing is imported or opened yet."""
        self._config = config
        self._memory = memory
        self._load = load
        self._clock = clock
        self._camera: Any = None
        self._layout = Layout("", 0, 0)
        self._tells_exposure = False

    def open(self) -> str:
        """Open, configure and start the camera, focus, and lock exposure and white balance."""
        library = self._load()
        with translated():
            model = self._find(library)
            self._camera = library.Picamera2(self._config.number)
            self._camera.configure(self._configuration(library))
            self._layout = Layout.of(self._camera.camera_configuration())
            self._camera.start(show_preview=False)
            self._focus()
            self._lock()
        size = f"{self._layout.width} x {self._layout.height} {self._layout.format}"
        return f"the Pi's camera {self._config.number} ({model}, {size})"

    def grab(self) -> tuple[Image, Mapping[str, Any]]:
        """Return a picture exposed from now on."""
        with translated():
            if not self._tells_exposure:
                # Without exposure times picamera2 cannot tell which frame began after the call:
                # the first may have been under way already, the second was not.
                with self._request(flush=None):
                    pass
            with self._request(flush=self._tells_exposure or None) as request:
                metadata = request.get_metadata()
                image = to_bgr(request.make_array("main"), self._layout)
        return image, light.recorded(metadata)

    def close(self) -> None:
        """Stop and close the camera, whatever state it is in."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        for step in (camera.cancel_all_and_flush, camera.stop, camera.close):
            try:
                step()
            except Exception as error:  # a camera that is gone complains in many ways
                log.info("closing the camera: %s", error)

    def _find(self, library: Any) -> str:
        cameras = library.Picamera2.global_camera_info()
        if self._config.kind == "auto":  # USB cameras, listed last, are better read by V4L2
            cameras = [one for one in cameras if "/usb" not in str(one.get("Id", ""))]
        if self._config.number >= len(cameras):
            raise no_camera(len(cameras), self._config.number)
        return str(cameras[self._config.number].get("Model", "unknown"))

    def _configuration(self, library: Any) -> dict[str, Any]:
        """Return a video configuration: it streams all the time, so exposure can settle."""
        size = wished_size(self._config, self._camera.camera_properties.get("PixelArraySize"))
        controls: dict[str, Any] = {}
        advertised = self._camera.camera_controls
        if "FrameDurationLimits" in advertised:
            controls["FrameDurationLimits"] = (33_333, LONGEST_FRAME_US)
        if "NoiseReductionMode" in advertised:
            controls["NoiseReductionMode"] = HIGH_QUALITY
        if "ExposureValue" in advertised:  # what is locked is measured with it
            controls["ExposureValue"] = self._config.exposure_stops
        asked: dict[str, Any] = self._camera.create_video_configuration(
            main={"format": "RGB888", "size": size},
            colour_space=full_range(),
            buffer_count=3,
            controls=controls,
            display=None,
            encode=None,
            queue=False,
        )
        return asked

    def _request(self, flush: bool | None) -> Any:
        return self._camera.captured_request(wait=self._config.frame_timeout_s, flush=flush)

    def _metadata(self) -> dict[str, Any]:
        found: dict[str, Any] = self._camera.capture_metadata(wait=self._config.frame_timeout_s)
        self._tells_exposure = {"SensorTimestamp", "ExposureTime"} <= found.keys()
        return found

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set what the camera advertises; asking for anything else is an error to picamera2."""
        advertised = self._camera.camera_controls
        if known := {name: value for name, value in controls.items() if name in advertised}:
            self._camera.set_controls(known)

    def _focus(self) -> None:
        """Focus once and stay there, where the camera can; a remembered focus is set again."""
        if self._config.focus == "off" or "AfMode" not in self._camera.camera_controls:
            return
        if "LensPosition" in self._memory.locked:
            return
        self._set({"AfMode": AF_AUTO, "AfTrigger": AF_TRIGGER_START})
        until = self._clock() + self._config.settle_timeout_s
        metadata = self._metadata()
        while metadata.get("AfState") not in (AF_FOCUSED, AF_FAILED) and self._clock() < until:
            metadata = self._metadata()
        if "LensPosition" in metadata:
            self._memory.locked["LensPosition"] = float(metadata["LensPosition"])
            self._memory.locked["AfMode"] = AF_MANUAL

    def _lock(self) -> None:
        """Wait for the light to settle, then lock what was measured; or lock it as it was."""
        measured = any(name in self._memory.locked for name in ("ExposureTime", "ColourGains"))
        metadata = self._metadata()
        if self._config.lock and not measured:
            metadata = self._settle(metadata)
            self._memory.locked.update(light.locking(metadata, self._camera.camera_controls))
        self._set(self._memory.locked)
        self._await_applied()
        if self._memory.locked:
            log.info("camera locked: %s", self._memory.locked)

    def _settle(self, metadata: dict[str, Any]) -> dict[str, Any]:
        until = self._clock() + self._config.settle_timeout_s
        seen = [metadata]
        while not light.settled(seen):
            if self._clock() >= until:
                log.warning("the light has not settled; exposure is locked as it is")
                break
            seen.append(self._metadata())
        return seen[-1]

    def _await_applied(self) -> None:
        wanted = int(self._memory.locked.get("ExposureTime", 0))
        for _ in range(APPLY_FRAMES if wanted else 0):
            if abs(self._metadata().get("ExposureTime", wanted) - wanted) <= 0.02 * wanted:
                return


def wished_size(config: CameraConfig, sensor: tuple[int, int] | None) -> tuple[int, int]:
    """Return the size to ask for, in even numbers: the one configured, or all the sensor sees."""
    if config.width and config.height:
        return config.width // 2 * 2, config.height // 2 * 2
    width, height = sensor or UNKNOWN_SENSOR
    shrink = max(1.0, width / LARGEST_WIDTH)
    return int(width / shrink) // 2 * 2, int(height / shrink) // 2 * 2


def full_range() -> Any:
    """Return libcamera's sYCC: where YUV comes, it comes in full range."""
    return import_module("libcamera").ColorSpace.Sycc()


def no_camera(found: int, number: int) -> SourceError:
    """Return the error for a camera that is not there."""
    what = Sentence("no camera is connected to the Pi")
    if found:
        what = Sentence("there is no camera {number}", number=number)
    return SourceError(
        Failure.MISSING,
        what,
        "switch off, seat the flat cable at both ends, switch on; "
        "'rpicam-hello --list-cameras' must list it",
    )


@contextlib.contextmanager
def translated() -> Any:
    """Turn what picamera2 raises into ``SourceError``."""
    try:
        yield
    except SourceError:
        raise
    except TimeoutError as error:
        raise SourceError(
            Failure.SILENT,
            "the Pi's camera delivers no picture",
            "check the flat cable at both ends",
        ) from error
    except Exception as error:  # the drivers below picamera2 raise what they like
        raise reading_of(error) from error


def reading_of(error: Exception) -> SourceError:
    """Return what an exception of picamera2 means."""
    causes = (error, error.__cause__, error.__context__)
    told = " ".join(str(one) or type(one).__name__ for one in causes if one)
    if isinstance(error, IndexError) or "No camera number" in told:
        return no_camera(0, 0)
    if "busy" in told.lower():
        return SourceError(
            Failure.BUSY,
            "another program is using the Pi's camera",
            "end it ('sudo fuser -v /dev/media*' names it), perhaps the companion's own service: "
            "'sudo systemctl stop companion'",
        )
    return SourceError(
        Failure.SILENT,
        Sentence("the Pi's camera does not work ({error})", error=told),
        "check the cable; 'rpicam-hello' must show a picture",
    )

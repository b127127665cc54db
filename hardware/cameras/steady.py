"""A camera that comes back: time limits, closing and opening again, pictures as JPEG."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Any
from zlib import crc32

import cv2
import numpy as np

from companion.arrays import Image, is_colourless
from companion.config import CameraConfig
from companion.errors import CameraLost, PictureError
from companion.ports import Picture
from companion.sentence import Sentence
from hardware.cameras.jpeg_note import with_record
from hardware.cameras.source import Failure, Source, SourceError
from hardware.cameras.watchdog import Bounded, GivenUp

log = logging.getLogger(__name__)

CLOSE_TIMEOUT_S = 4.0
TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
BLACK = 4.0
"""Mean brightness, of 255, below which a picture shows nothing at all."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a camera may take, in seconds, and how often it is tried before it is lost."""

    open_s: float = 15.0
    frame_s: float = 5.0
    attempts: int = 3
    pause_s: float = 0.3

    @classmethod
    def of(cls, config: CameraConfig) -> Limits:
        """Return the limits the configuration asks for.

        Opening includes waiting for focus and for the light to settle; a capture waits inside the
        driver first, so the watchdog outside gives it a little more.
        """
        return cls(
            open_s=config.open_timeout_s + 2 * config.settle_timeout_s,
            frame_s=config.frame_timeout_s * 2 + 1.0,
            attempts=config.attempts,
        )

    @property
    def worst_s(self) -> float:
        """The longest one picture may take, with every attempt running into its limits."""
        return self.attempts * (self.open_s + self.frame_s + CLOSE_TIMEOUT_S + self.pause_s)


class SteadyCamera:
    """A ``companion.ports.Camera`` made of sources, each opened afresh when the last one failed.

    ``make`` returns a new, unopened source.  While the camera is lost every ``frame`` tries just
    once, so that people are not kept waiting and the camera is back as soon as it is there.
    Light that was measured when all was black is measured anew as soon as there is any.
    Any thread may use it.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Source],
        limits: Limits,
        *,
        rotate: int = 0,
        quality: int = 92,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """``forget`` is called on ``rewind``: the light is to be measured anew."""
        self.name = name
        self._make = make
        self._limits = limits
        self._rotate = rotate
        self._quality = quality
        self._forget = forget
        self._bounded = Bounded(f"camera-{name}")
        self._source: Source | None = None
        self._lost = False
        self._in_the_dark: bool | None = None
        self._last: int | None = None
        self._repeats = False
        self._noted = ""
        self._taken = 0
        self._one_at_a_time = RLock()

    def start(self) -> str:
        """Open the camera and return what it is; raises ``SourceError`` when it cannot be had."""
        source = self._make()
        try:
            found = self._bounded.call(
                "starting", source.open, self._limits.open_s, late=source.close
            )
        except GivenUp:
            raise  # it is closed as soon as it comes back
        except Exception:
            self._close(source)
            raise
        self._source = source
        return found

    def frame(self) -> Picture:
        """Take a picture now; raises ``CameraLost`` when the camera stays silent.

        Raises ``PictureError`` for a picture that is altogether black or grey.
        """
        with self._one_at_a_time:
            return self._frame(1 if self._lost else self._limits.attempts)

    def rewind(self) -> None:
        """Measure exposure and white balance anew at the next picture."""
        with self._one_at_a_time:
            self._forget()
            self._in_the_dark, self._last = None, None
            self.close()

    def close(self) -> None:
        """Give the camera free; the next ``frame`` opens it again."""
        with self._one_at_a_time:
            source, self._source = self._source, None
            if source is not None:
                self._close(source)

    def hanging(self) -> str | None:
        """Return what only a new process can cure: a camera lost to calls that never came back."""
        return "the camera's driver" if self._lost and self._bounded.stuck else None

    def _frame(self, attempts: int) -> Picture:
        for attempt in range(1, attempts + 1):
            try:
                picture = self._attempt()
            except SourceError as error:
                failed = self._understood(error)
                self._note(failed)
                self.close()
                if error.failure is not Failure.FROZEN:
                    self._last = None
                if attempt < attempts:
                    time.sleep(self._limits.pause_s)
                continue
            self._lost, self._noted = False, ""
            return picture
        self._lost = True
        raise CameraLost(
            Sentence(
                "The camera gives no pictures: {why}. "
                "The game is kept; it goes on by itself when the camera is back.",
                why=failed.sentence,
            ),
            camera=self.name,
            attempts=attempts,
        ) from failed

    def _note(self, error: SourceError) -> None:
        """Log a failure once: a lost camera is looked for twice a second, perhaps all night."""
        if error.sentence != self._noted:
            log.warning("camera %s: %s", self.name, error.sentence)
        self._noted = error.sentence

    def _understood(self, error: SourceError) -> SourceError:
        """A busy camera, when a thread of ours hangs in its driver, is kept busy by ourselves."""
        if error.failure is not Failure.BUSY or not self._bounded.stuck:
            return error
        return SourceError(
            Failure.SILENT,
            "the camera's driver hangs and keeps the camera",
            "start the companion anew (the service does so by itself)",
        )

    def _attempt(self) -> Picture:
        if self._source is None:
            self.start()
        source = self._source
        assert source is not None
        image, record = self._bounded.call("a picture", source.grab, self._limits.frame_s)
        black = float(image.mean()) < BLACK
        if self._in_the_dark is None:
            self._in_the_dark = black
        if black:
            raise PictureError(
                "The picture is black; take the cap off the camera and switch the lamp on."
            )
        if is_colourless(image):
            raise PictureError(
                "The picture has no colours, and tiles are told by theirs; "
                "switch the camera's night vision off."
            )
        self._check_new(image)
        if self._in_the_dark:  # there was nothing to measure the light by
            self.rewind()
            return self._attempt()
        return self._picture(image, record)

    def _check_new(self, image: Image) -> None:
        """Have the camera opened again if it repeats its last picture: sensors have noise.

        One that repeats it even then, as cameras do that are software, is believed.
        """
        seen = crc32(image.tobytes())
        believed, self._repeats = self._repeats, seen == self._last
        self._last = seen
        if self._repeats and not believed:
            raise SourceError(
                Failure.FROZEN,
                "the camera gives the same picture again and again",
                "plug it in again",
            )

    def _close(self, source: Source) -> None:
        try:
            self._bounded.call("closing", source.close, CLOSE_TIMEOUT_S)
        except SourceError as error:
            log.warning("camera %s: %s", self.name, error.sentence)

    def _picture(self, image: Image, record: Mapping[str, Any]) -> Picture:
        turned = cv2.rotate(image, TURNS[self._rotate]) if self._rotate else image
        done, data = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not done:
            raise PictureError("The picture could not be made a JPEG; take it again.")
        self._taken += 1
        name = f"{self.name}-{self._taken:04d}.jpg"
        jpeg = with_record(data.tobytes(), record)
        return Picture(name, jpeg, np.asarray(turned, np.uint8), record)

"""Cameras made of what was filmed or photographed before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import PictureError, UsageError
from companion.ports import Camera, Picture
from companion.sentence import Sentence
from hardware.cameras.steady import TURNS
from hardware.simulated_devices import FolderCamera

PICTURES = (".jpg", ".jpeg", ".png")


def folder_camera(folder: Path) -> FolderCamera:
    """Return a camera that shows the pictures in ``folder`` in the order of their names."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; name one with pictures in camera.path")
    files = sorted(path.name for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    if not files:
        raise UsageError(f"the folder {folder} holds no picture; put some .jpg files into it")
    return FolderCamera(folder, files)


class TurnedCamera:
    """A camera whose pictures are turned clockwise, by a quarter, a half or three quarters."""

    def __init__(self, camera: Camera, degrees: int, *, quality: int = 92) -> None:
        """Turn what ``camera`` shows; ``quality`` is that of the turned JPEG."""
        self._camera = camera
        self._turn = TURNS[degrees]
        self._quality = quality

    def frame(self) -> Picture:
        """Return the next picture, turned; raises what the camera raises."""
        taken = self._camera.frame()
        pixels = np.asarray(cv2.rotate(taken.pixels, self._turn), np.uint8)
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not done:
            raise PictureError(
                Sentence("a picture of {file} could not be made a JPEG", file=taken.name)
            )
        return replace(taken, jpeg=data.tobytes(), pixels=pixels)

    def rewind(self) -> None:
        """Begin again."""
        self._camera.rewind()


class VideoCamera:
    """A camera that shows a film, one picture every ``step_s`` seconds of it."""

    def __init__(self, path: Path, *, step_s: float = 1.0, quality: int = 92) -> None:
        """Open the film; ``UsageError`` when it is none."""
        self._path = path
        self._step_s = step_s
        self._quality = quality
        self._film = self._open()
        self._next = 0

    def frame(self) -> Picture:
        """Return the next picture; ``PictureError`` when the film is over."""
        at_ms = self._next * self._step_s * 1000
        self._film.set(cv2.CAP_PROP_POS_MSEC, at_ms)
        there, image = self._film.read()
        if not there or image is None:
            raise PictureError(
                Sentence(
                    "the film {file} is over; start again from the first", file=self._path.name
                )
            )
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not done:
            raise PictureError(
                Sentence("a picture of {file} could not be made a JPEG", file=self._path.name)
            )
        self._next += 1
        name = f"{self._path.stem}-{self._next:04d}.jpg"
        return Picture(name, data.tobytes(), np.asarray(image, np.uint8))

    def rewind(self) -> None:
        """Begin the film again."""
        self._next = 0

    def _open(self) -> Any:
        film = cv2.VideoCapture(str(self._path)) if self._path.is_file() else None
        if film is None or not film.isOpened():
            raise UsageError(f"{self._path} is no film; name a video file in camera.path")
        return film

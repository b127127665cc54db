"""Cameras made of what was filmed or photographed before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import PictureError, UsageError
from companion.ports import Picture
from companion.sentence import Sentence
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

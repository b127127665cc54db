"""Simulated devices: part of the product, so that everything can be lived through without a Pi."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.arrays import Image
from companion.errors import PictureError
from companion.picture_bytes import MOST_SIDE, is_cut_off
from companion.ports import Picture
from companion.sentence import Sentence
from companion.whole_file import read_whole

TOO_MANY = "MAX_IMAGE_PIXELS"
"""What OpenCV names where a picture is larger than ``companion.cli`` lets it unpack."""


class FolderCamera:
    """A camera that takes, one after another, the pictures somebody took before.

    ``files`` are names in ``folder``, in the order they are to be seen.
    """

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        """Stand before the first picture; nothing is opened yet."""
        self._folder = folder
        self._files = tuple(files)
        self._next = 0

    def frame(self) -> Picture:
        """Return the next picture; one that cannot be read is passed over by the next call."""
        if self._next >= len(self._files):
            raise PictureError("there is no further picture; start again from the first")
        path = self._folder / self._files[self._next]
        self._next += 1
        return load_picture(path)

    def rewind(self) -> None:
        """Stand before the first picture again."""
        self._next = 0


def load_picture(path: Path) -> Picture:
    """Read one picture file; raises ``PictureError`` with what to do when it is none."""
    try:
        data = read_whole(path)
    except OSError as error:
        raise PictureError(
            Sentence(
                "the picture {file} cannot be read ({error}); put it back",
                file=path.name,
                error=error.strerror,
            ),
            path=path,
        ) from error
    pixels = None if is_cut_off(data) else _decoded(data, path)
    if pixels is None:
        raise PictureError(
            Sentence("the file {file} is no picture, or damaged; take it again", file=path.name),
            path=path,
        )
    if max(pixels.shape) > MOST_SIDE:
        raise PictureError(
            Sentence(
                "the picture {file} is more than 32,766 pixels long; crop it to the boards",
                file=path.name,
            ),
            path=path,
        )
    return Picture(path.name, data, pixels)


def _decoded(data: bytes, path: Path) -> Image | None:
    """Return the pixels (H, W, 3) BGR, or None; OpenCV refuses some files with an exception."""
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if TOO_MANY in str(error):
            raise PictureError(
                Sentence(
                    "the picture {file} has more than 64 megapixels; choose a lower resolution in "
                    "the camera",
                    file=path.name,
                ),
                path=path,
            ) from error
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)

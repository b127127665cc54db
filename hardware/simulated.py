"""Simulated devices: part of the product, so that everything can be lived through without a Pi."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.errors import PictureError
from companion.ports import Picture


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
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(
            f"the picture {path.name} cannot be read ({error.strerror}); put it back", path=path
        ) from error
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if pixels is None:
        raise PictureError(
            f"the file {path.name} is no picture, or damaged; take it again", path=path
        )
    return Picture(path.name, data, np.asarray(pixels, np.uint8))

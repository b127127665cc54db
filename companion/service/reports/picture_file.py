"""Writing pictures that people look at: overlays, magnified pieces."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from companion.arrays import Image
from companion.errors import PictureError
from companion.sentence import Sentence
from companion.whole_file import write_whole


def write_picture(image: Image, path: Path) -> None:
    """Write ``image`` (H, W, 3) uint8 BGR to a file, in the format that its name ends with.

    Folders that are missing are made.  Raises ``PictureError`` where it cannot be written.
    """
    data = _encoded(image, path)
    try:
        write_whole(path, data)
    except OSError as error:
        said = Sentence(
            "{path} cannot be written ({error}); name another file, or free some space",
            path=path,
            error=error.strerror,
        )
        raise PictureError(said, path=path) from error


def check_picture_name(path: Path) -> None:
    """Raise the ``PictureError`` that writing a picture to a file of this name would."""
    _encoded(np.zeros((1, 1, 3), np.uint8), path)


def _encoded(image: Image, path: Path) -> bytes:
    """Return the file's bytes; refuses a name whose format is none, or has no colours."""
    done = False
    # OpenCV ends the process over letters that cannot be encoded: it never sees the whole name.
    if path.suffix and path.suffix.isascii() and cv2.haveImageWriter(f"picture{path.suffix}"):
        with suppress(cv2.error):
            done, data = cv2.imencode(path.suffix, image)
    if not done:
        said = Sentence("{path} is no picture's name; name a file.png", path=path)
        raise PictureError(said, path=path)
    return data.tobytes()

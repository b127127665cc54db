"""Writing pictures that people look at: overlays, magnified pieces."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.arrays import Image
from companion.errors import PictureError
from companion.sentence import Sentence
from companion.whole_file import write_whole


def write_picture(image: Image, path: Path) -> None:
    """Write ``image`` (H, W, 3) uint8 BGR to a file, in the format that its name ends with.

    Folders that are missing are made.  Raises ``PictureError`` where it cannot be written.
    """
    data = _encoded(image, path)
    if data is None:
        said = Sentence("{path} is no picture's name; name a file.png", path=path)
        raise PictureError(said, path=path)
    try:
        write_whole(path, data)
    except OSError as error:
        said = Sentence(
            "{path} cannot be written ({error}); name another file, or free some space",
            path=path,
            error=error.strerror,
        )
        raise PictureError(said, path=path) from error


def _encoded(image: Image, path: Path) -> bytes | None:
    """Return the file's bytes; None where the name's format is none, or has no colours."""
    if not (path.suffix and cv2.haveImageWriter(path.name)):
        return None
    try:
        done, data = cv2.imencode(path.suffix, image)
    except cv2.error:
        return None
    return data.tobytes() if done else None

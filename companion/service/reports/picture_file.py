"""Writing pictures that people look at: overlays, magnified pieces."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.arrays import Image
from companion.errors import PictureError
from companion.sentence import Sentence


def write_picture(image: Image, path: Path) -> None:
    """Write ``image`` (H, W, 3) uint8 BGR to a file, in the format that its name ends with.

    Folders that are missing are made.  Raises ``PictureError`` where it cannot be written.
    """
    if not (path.suffix and cv2.haveImageWriter(path.name)):
        said = Sentence("{path} is no picture's name; name a file.png", path=path)
        raise PictureError(said, path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    except OSError as error:
        said = Sentence(
            "{path} cannot be written ({error}); name another file, or free some space",
            path=path,
            error=error.strerror,
        )
        raise PictureError(said, path=path) from error

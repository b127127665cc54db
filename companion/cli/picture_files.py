"""Pictures that are named on the command line; what their decoders say is not for the terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from companion.arrays import Image
from companion.errors import PictureError, UsageError
from companion.ports import Picture
from companion.sentence import Sentence
from companion.service.pictures.decoder_words import said_by_libraries, tells_of_loss
from companion.service.pictures.photograph import NO_PICTURE, check_kind, is_taken
from companion.whole_file import read_whole
from hardware.simulated_devices import load_picture

Result = TypeVar("Result")

DARKEST = 40
"""A picture whose brightest pixel is darker than this is black."""


def picture_in(path: Path) -> Picture:
    """Return the picture in a file; raises ``PictureError`` with what to do when it is none.

    ``UsageError`` where it is known what it is instead: a phone's own format, a film, or a picture
    of a kind that no other part of the companion takes.
    """
    try:
        picture = undamaged(load_picture, path)
    except PictureError:
        _say_what_else(path)
        raise
    if not is_taken(picture.jpeg):
        raise UsageError(f"{path}: {NO_PICTURE}")
    return picture


def check_not_black(pixels: Image, name: str) -> None:
    """Raise ``UsageError`` for a picture of which nobody could make anything out."""
    if pixels.max() < DARKEST:
        raise UsageError(f"{name} is black; take it again with more light")


def named_picture(path: Path) -> Picture:
    """Return the picture in a file that was named by itself, and not by a sitting.

    Raises the errors of ``picture_in``, and ``UsageError`` for a name that leads to no file.
    """
    try:
        return picture_in(path)
    except PictureError as error:
        if isinstance(cause := error.__cause__, OSError):
            raise UsageError(
                f"the picture {path} cannot be read ({cause.strerror}); name another one"
            ) from error
        raise


def _say_what_else(path: Path) -> None:
    data = b""
    with suppress(OSError):
        data = read_whole(path)
    if not data:  # nothing that can be read, or not a second time
        return
    try:
        check_kind(data)
    except PictureError as error:
        raise UsageError(f"{path}: {error}") from error


def undamaged(decode: Callable[[Path], Result], path: Path) -> Result:
    """Return what ``decode`` makes of a file; raises ``PictureError`` where a part of it is lost.

    What its decoder says of it does not reach the terminal.
    """
    with said_by_libraries() as said:
        result = decode(path)
        if tells_of_loss(said()):
            sentence = "the file {file} is no picture, or damaged; take it again"
            raise PictureError(Sentence(sentence, file=path.name), path=path)
    return result

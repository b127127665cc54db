"""Pictures that are named on the command line; what their decoders say is not for the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TypeVar

from companion.errors import PictureError
from companion.ports import Picture
from companion.sentence import Sentence
from hardware.simulated_devices import load_picture

STDERR = 2

Result = TypeVar("Result")


def picture_in(path: Path) -> Picture:
    """Return the picture in a file; raises ``PictureError`` with what to do when it is none."""
    return undamaged(load_picture, path)


def undamaged(decode: Callable[[Path], Result], path: Path) -> Result:
    """Return what ``decode`` makes of a file; raises ``PictureError`` where a part of it is lost.

    Of a JPEG with damage within, libjpeg makes something grey, and tells the terminal alone.
    """
    with said_by_libraries() as words:
        result = decode(path)
        words.seek(0)
        if any(map(tells_of_loss, words)):
            sentence = "the file {file} is no picture, or damaged; take it again"
            raise PictureError(Sentence(sentence, file=path.name), path=path)
    return result


@contextmanager
def said_by_libraries() -> Iterator[IO[bytes]]:
    """Take down what libraries write to standard error, of the whole process, for a while."""
    with TemporaryFile() as words:
        terminal = os.dup(STDERR)
        os.dup2(words.fileno(), STDERR)
        try:
            yield words
        finally:
            os.dup2(terminal, STDERR)
            os.close(terminal)


def tells_of_loss(line: bytes) -> bool:
    """Tell whether a line of libjpeg is about pixels; bytes between its parts do no harm."""
    return line.startswith((b"Corrupt JPEG", b"Premature end")) and b"extraneous" not in line

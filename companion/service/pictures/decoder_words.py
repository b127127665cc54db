"""What decoders say: of a JPEG with damage within, libjpeg makes something grey.

It tells that to standard error and to nobody else, so what stands there is taken down meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from threading import Lock

STDERR = 2

_ALONE = Lock()
"""Standard error is the whole process's: of two who took it at a time one would keep it."""


@contextmanager
def said_by_libraries(*, aloud: bool = False) -> Iterator[Callable[[], bytes]]:
    """Take down what the whole process writes to standard error; yields what has been said so far.

    With ``aloud`` it is said there afterwards, for where other threads have something to say.
    """
    with _ALONE, TemporaryFile() as words:
        terminal = os.dup(STDERR)
        os.dup2(words.fileno(), STDERR)
        try:
            yield lambda: _all_of(words.fileno())
        finally:
            os.dup2(terminal, STDERR)
            os.close(terminal)
            if aloud:
                _say(_all_of(words.fileno()))


def tells_of_loss(said: bytes) -> bool:
    """Tell whether libjpeg said that pixels are lost; bytes between its parts do no harm."""
    lines = (line for line in said.splitlines() if b"extraneous" not in line)
    return any(line.startswith((b"Corrupt JPEG", b"Premature end")) for line in lines)


def _all_of(file: int) -> bytes:
    """Return what a file holds; its place is left alone, as others go on writing there."""
    return os.pread(file, os.fstat(file).st_size, 0)


def _say(words: bytes) -> None:
    while words:
        words = words[os.write(STDERR, words) :]

"""What decoders say: of a JPEG with damage within, libjpeg makes something grey.

It tells that to standard error and to nobody else, so what stands there is taken down meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import mkstemp
from threading import Lock

STDERR = 2

_ALONE = Lock()
"""Standard error is the whole process's: of two who took it at a time one would keep it."""


@contextmanager
def said_by_libraries(*, aloud: bool = False) -> Iterator[Callable[[], bytes]]:
    """Take down what the whole process writes to standard error; yields what has been said so far.

    With ``aloud`` it is said there afterwards, for where other threads have something to say.
    Nothing is taken down where there is no room for it on the disk, or no standard error.
    """
    with _ALONE, ExitStack() as ends:
        words = _taken_down(ends)
        if words is None:
            yield bytes
            return
        try:
            yield lambda: _all_of(words)
        finally:
            said = _all_of(words)
            ends.close()  # first, so that it is said to whom it was meant for
            if aloud:
                _say(said)


def tells_of_loss(said: bytes) -> bool:
    """Tell whether libjpeg said that pixels are lost; bytes between its parts do no harm."""
    lines = (line for line in said.splitlines() if b"extraneous" not in line)
    return any(line.startswith((b"Corrupt JPEG", b"Premature end")) for line in lines)


def _taken_down(ends: ExitStack) -> int | None:
    """Let a file be standard error until all ``ends``; None where there can be no such file."""
    try:
        words, name = mkstemp()
        ends.callback(os.close, words)
        os.unlink(name)
        terminal = os.dup(STDERR)
    except OSError:
        return None
    ends.callback(os.close, terminal)
    ends.callback(os.dup2, terminal, STDERR)
    os.dup2(words, STDERR)
    return words


def _all_of(file: int) -> bytes:
    """Return what a file holds; its place is left alone, as others go on writing there."""
    return os.pread(file, os.fstat(file).st_size, 0)


def _say(words: bytes) -> None:
    with suppress(OSError):  # a log that cannot be written is no reason to refuse a picture
        while words:
            words = words[os.write(STDERR, words) :]

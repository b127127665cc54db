"""Files that are whole or not there at all: written aside, flushed, then put in place.

And read as a whole, whatever it is that was named.
"""

from __future__ import annotations

import errno
import os
import select
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NEW_MODE = 0o644
ANYBODY_WRITES = 0o222
WRITER_S = 2.0
"""So long a pipe may wait for whoever writes to it."""

MOST_PIPED = 100_000_000
"""Bytes that a pipe or a device may give: more than any picture has, and less than the memory."""

NAMED_AFTER = 20
"""Letters of a file's name in the name of what is not finished, which must not become too long."""


def read_whole(path: Path) -> bytes:
    """Return all that is in ``path``; a pipe is read to its end, and empty if nobody writes to it.

    Raises ``OSError``: the operating system's own, or what is no file does not come to an end.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISREG(mode):
            return file.read()
        if stat.S_ISFIFO(mode):
            select.select([file], [], [], WRITER_S)
        os.set_blocking(file.fileno(), True)
        data = file.read(MOST_PIPED + 1)
    if len(data) > MOST_PIPED:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def _open_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK)


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``, as ``whole_file`` does."""
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open ``path`` to be written; after a power failure either the old or the new file is there.

    Missing folders are made.  A link stays a link, and what it leads to is written; a file that is
    there keeps who may read it.  ``OSError`` names ``path``: the operating system's own, or what is
    there is write-protected, or no file.
    """
    target, mode = _target(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _blamed_on(path), _put_in_place(target, mode) as file:
        yield file


def check_writable(path: Path) -> None:
    """Raise the ``OSError`` that writing ``path`` would, as far as it can be told before."""
    target, _ = _target(path)
    folder = next(each for each in target.parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _target(path: Path) -> tuple[Path, int]:
    """Return the file that links lead to, and the mode it is to have; refuses what is no file."""
    target = Path(os.path.realpath(path))
    with _blamed_on(path):
        try:
            mode = target.lstat().st_mode
        except FileNotFoundError:
            return target, NEW_MODE
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):  # a device or a pipe would be replaced by a file
            raise OSError(errno.EEXIST, "it is no ordinary file")
        if not mode & ANYBODY_WRITES:
            raise OSError(errno.EACCES, "it is write-protected")
    return target, stat.S_IMODE(mode)


@contextmanager
def _put_in_place(target: Path, mode: int) -> Iterator[IO[bytes]]:
    """Open a file beside ``target`` that takes its place when all is written."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:NAMED_AFTER]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


@contextmanager
def _blamed_on(path: Path) -> Iterator[None]:
    """Name ``path`` where the system would name a file that nobody has heard of."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # one of our own sentences
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

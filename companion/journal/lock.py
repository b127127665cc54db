"""One companion to a state folder: two would write over each other's games and paired phones."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from companion.errors import UsageError
from companion.journal.journal import make_folder
from companion.retries import patient

FILE = "lock"


@contextmanager
def locked(folder: Path, patience_s: float = 0.0) -> Iterator[bool]:
    """Take the folder, made where it is missing; yields False where another process has it.

    That one may give it up within ``patience_s``: the system gives it free with the process,
    however that ends.
    """
    make_folder(folder)
    with open_to_lock(folder / FILE) as file:
        again = patient(patience_s)
        while not (taken := _taken(file)) and again():
            pass
        yield taken


def _taken(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def open_to_lock(path: Path) -> TextIO:
    """Return the file that is locked; raises ``UsageError`` where it cannot be written."""
    try:
        return path.open("w")
    except OSError as error:
        raise UsageError(
            f"the folder {path.parent} cannot be written ({error.strerror}); "
            "make it writable, or name another as service.state_dir"
        ) from error

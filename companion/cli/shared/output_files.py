"""Files that a command is to write, looked at before it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import UsageError
from companion.whole_file import check_writable


def check_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path | None] = ()) -> None:
    """Raise ``UsageError`` for what cannot be written, or would replace one of the ``inputs``.

    What was not named is None.
    """
    read = {_identity(path) for path in inputs if path is not None} - {None}
    for path in outputs:
        if path is None:
            continue
        if _identity(path) in read:
            raise UsageError(f"{path} is read here and would be lost; name another file to write")
        try:
            check_writable(path)
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written ({error.strerror}); name another file"
            ) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise ``UsageError`` where writing ``path`` fails after all, as on a full disk."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}); name another file, or free some space"
        ) from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from all others, by whatever way it was reached; None for none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None

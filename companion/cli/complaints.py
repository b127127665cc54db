"""What went wrong, as one sentence for the person at the keyboard."""

from __future__ import annotations

import os
import sys

from companion.cli.installation import import_remedy, opencv_is_broken
from companion.errors import CompanionError

EXIT_BROKEN_PIPE = 141
"""What a shell reports for a program whose reader went away (128 + SIGPIPE)."""


def complaint(error: Exception) -> str | None:
    """Return the sentence for ``error``, or None when it is a mistake of this program."""
    if isinstance(error, CompanionError):
        return str(error)
    if isinstance(error, ImportError):
        return import_remedy(error)
    if isinstance(error, AttributeError):
        return opencv_is_broken()
    if isinstance(error, OSError) and error.strerror:
        return system_complaint(error)
    return None


def system_complaint(error: OSError) -> str:
    """Return the operating system's own complaint with the file it is about."""
    where = f" ({error.filename})" if error.filename else ""
    return f"the system refused: {error.strerror}{where}; put that right and start again"


def leave_broken_pipe() -> int:
    """Return the exit code after the reader of our output has gone (``companion ... | head``).

    Standard output is pointed nowhere, or Python would complain once more while shutting down.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_BROKEN_PIPE

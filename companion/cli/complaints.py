"""What went wrong, as one sentence for the person at the keyboard."""

from __future__ import annotations

import re
import sys

from companion.cli.installation import import_remedy, opencv_is_broken
from companion.cli.output_streams import point_nowhere
from companion.errors import CompanionError

EXIT_BROKEN_PIPE = 141
"""What a shell reports for a program whose reader went away (128 + SIGPIPE)."""

CONTROLS = re.compile(r"[\0-\x1f\x7f-\x9f\u2028\u2029]")
"""What ends a line, or tells a terminal to do something."""


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


def in_one_line(sentence: str) -> str:
    """Return a sentence in which line ends and the like, of names of files say, are escaped."""
    return CONTROLS.sub(lambda found: repr(found[0])[1:-1], sentence)


def system_complaint(error: OSError) -> str:
    """Return the operating system's own complaint with the file it is about."""
    where = f" ({error.filename})" if error.filename else ""
    return f"the system refused: {error.strerror}{where}; put that right and start again"


def leave_broken_pipe() -> int:
    """Return the exit code after the reader of our output has gone (``companion ... | head``).

    Standard output is pointed nowhere, or Python would complain once more while shutting down.
    """
    point_nowhere(sys.stdout)
    return EXIT_BROKEN_PIPE

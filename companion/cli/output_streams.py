"""Where our output goes, however a shell has left it: closed, full, or without our letters."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

STANDARD = ("stdin", "stdout", "stderr")
"""The streams every program is given, by their numbers."""


def mend_streams() -> None:
    """Let output that is closed go nowhere, and letters that cannot be written be escaped.

    A closed number would be given to the next file that is opened: what a library says at the
    terminal would be written into it.
    """
    for number, name in enumerate(STANDARD):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_unwritable() -> None:
    """Forget output that cannot be written, or Python would complain once more at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            point_nowhere(stream)
        except ValueError:  # closed
            continue


def point_nowhere(stream: TextIO) -> None:
    """Let a stream be written to without effect."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

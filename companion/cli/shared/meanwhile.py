"""What people at a terminal are told while something takes a while."""

from __future__ import annotations

import sys

LOOKING_FOR_BOARDS = "looking for the boards, a few seconds"


def meanwhile(words: str) -> None:
    """Say what is going on; who reads the output with a program is not bothered."""
    if sys.stderr.isatty():
        print(f"{words} ...", file=sys.stderr, flush=True)

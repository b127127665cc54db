"""What people at a terminal are told while boards are looked for."""

from __future__ import annotations

import sys


def say_boards_are_sought() -> None:
    """Say what takes a while; who reads the output with a program is not bothered."""
    if sys.stderr.isatty():
        print("looking for the boards, a few seconds ...", file=sys.stderr, flush=True)

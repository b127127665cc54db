"""How a program that serves ends: on SIGTERM from its first moment on, and without waiting.

Python ends by itself only as fast as its threads let it, and a thread in the middle of reading a
picture, in OpenCV, would abort the whole process.  So whoever is still at work is left behind.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from threading import Event
from types import FrameType
from typing import NoReturn

from companion.cli.output_streams import drop_unwritable

SERVING = ("run", "demo", "hub")
"""Commands that serve until they are asked to end; to be asked is no failure of theirs."""


class Asked(BaseException):
    """Raised where the program is asked to end before it serves; no failure to be told."""


def heed_sigterm(arguments: Sequence[str]) -> None:
    """Let a serving command end with 0 when it is asked to while it still starts."""
    if arguments and arguments[0] in SERVING:
        signal.signal(signal.SIGTERM, end_early)


def end_early(number: int, frame: FrameType | None) -> NoReturn:
    """End before anything has begun."""
    raise Asked


def asked_to_end() -> Event:
    """Return what is set as soon as Ctrl+C or SIGTERM asks for the end, from now on."""
    asked = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked.set())
    return asked


def end(code: int) -> NoReturn:
    """End the process with ``code``, with whatever other threads are in the middle of."""
    drop_unwritable()
    if threading.active_count() == 1:
        sys.exit(code)
    logging.shutdown()
    os._exit(code)

"""The keyboard of the terminal as buttons: for trying things out."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
import tty
from contextlib import suppress
from typing import Any

from companion.ports import ButtonEvent, Gesture

KEYS = {" ": Gesture.PRESS, "\n": Gesture.PRESS, "h": Gesture.HOLD, "u": Gesture.DOUBLE}
"""A terminal tells no releases, so hold and double have keys of their own."""

HINT = "Keys: space or Enter is the button, h holds it (score the round), u undoes."


class KeyboardButtons:
    """A ``companion.ports.Buttons``: one shared button on the terminal.

    ``descriptor`` is a terminal's; its echo is off until ``close``.  Digits before a key name a
    seat: ``2`` then space is seat 2's button.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        """Take the terminal; raises ``OSError`` where it is none."""
        self._fd = sys.stdin.fileno() if descriptor is None else descriptor
        self._before: list[Any] = self._settings()
        self._wake_read, self._wake_write = os.pipe()
        self._seat: int | None = None
        self._closed = self._gone = False
        tty.setcbreak(self._fd)

    def _settings(self) -> list[Any]:
        try:
            return termios.tcgetattr(self._fd)
        except termios.error as error:
            raise OSError(error.args[0], "this is no terminal") from error

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next key that means something; None when the time is over or closed."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._closed:
            patience = None if until is None else max(0.0, until - time.monotonic())
            heard = [self._wake_read] if self._gone else [self._fd, self._wake_read]
            ready, _, _ = select.select(heard, [], [], patience)
            if not ready or self._wake_read in ready:
                return None
            if event := self._understand(self._read()):
                return event
        return None

    def close(self) -> None:
        """Give the terminal back as it was; a waiting ``next`` returns."""
        if not self._closed:
            self._closed = True
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)
            os.write(self._wake_write, b"x")

    def _read(self) -> str:
        """Return the next letter; of a terminal that was closed nothing is heard any more."""
        try:
            read = os.read(self._fd, 1)
        except OSError:
            read = b""
        self._gone = not read
        return read.decode("ascii", "ignore")

    def _understand(self, key: str) -> ButtonEvent | None:
        if key in ("0", "1", "2", "3"):
            self._seat = int(key)
            return None
        seat, self._seat = self._seat, None
        gesture = KEYS.get(key.lower())
        return None if gesture is None else ButtonEvent(gesture, seat)

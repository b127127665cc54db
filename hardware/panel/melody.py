"""Playing melodies without keeping anyone waiting."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

from companion.ports import Signal
from hardware.panel.signals import ANNOUNCEMENTS, Melody

log = logging.getLogger(__name__)


class Voice(Protocol):
    """What can sound one note at a time."""

    def sound(self, hertz: float) -> None:
        """Begin a note; 0 is silence."""

    def close(self) -> None:
        """Fall silent and give the pin free."""


class Player:
    """A ``companion.ports.Buzzer``: plays in a thread of its own; the newest melody wins."""

    def __init__(self, voice: Voice, sleep: Callable[[float], None] = time.sleep) -> None:
        """Start the thread, silent."""
        self._voice = voice
        self._sleep = sleep
        self._wanted: SimpleQueue[Melody | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="companion-buzzer", daemon=True)
        self._thread.start()

    def play(self, signal: Signal) -> None:
        """Begin the signal's melody; one under way ends after its note."""
        self._wanted.put(ANNOUNCEMENTS[signal].melody)

    def close(self) -> None:
        """Fall silent and give the pin free."""
        self._wanted.put(None)
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while (melody := self._wanted.get()) is not None:
            try:
                self._play(melody)
            except Exception as error:  # a buzzer that fails must not silence all later signals
                log.warning("the buzzer cannot play (%s); the game goes on without it", error)
        self._voice.close()

    def _play(self, melody: Melody) -> None:
        for hertz, seconds in melody:
            self._voice.sound(hertz)
            self._sleep(seconds)
            if not self._wanted.empty():
                break
        self._voice.sound(0.0)

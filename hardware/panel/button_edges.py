"""From the edges of any number of buttons to one stream of gestures.

Drivers call their handlers in threads of their own, some in one thread for all buttons that an
exception would end.  So a handler does one thing, ``edge``, which puts a value into a queue and
cannot fail; all thinking is done by whoever waits in ``next``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from companion.ports import ButtonEvent, Gesture
from hardware.panel.gestures import Gestures, Timing


@dataclass(frozen=True, slots=True)
class Edge:
    """A button went down or up at a time on the monotonic clock."""

    button: int
    down: bool
    at_s: float


class EdgeButtons:
    """The ``companion.ports.Buttons`` of every device that knows down and up.

    One button is shared (seat None); of several each belongs to the seat of its number.
    """

    def __init__(
        self, count: int, timing: Timing, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Prepare ``count`` buttons, all up."""
        self._clock = clock
        self._shared = count == 1
        self._gestures = [Gestures(timing) for _ in range(count)]
        self._queue: SimpleQueue[Edge | ButtonEvent | None] = SimpleQueue()
        self._said: deque[ButtonEvent] = deque()
        self._closed = False

    def edge(self, button: int, down: bool) -> None:
        """Note that a button went down or up now; for handlers, from any thread."""
        self._queue.put(Edge(button, down, self._clock()))

    def say(self, gesture: Gesture, seat: int | None = None) -> None:
        """Note a whole gesture, from a device that knows no down and up; from any thread."""
        self._queue.put(ButtonEvent(gesture, seat))

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next gesture; None when the time is over or the buttons are closed."""
        until = None if timeout_s is None else self._clock() + timeout_s
        while not self._said:
            now = self._clock()
            self._catch_up(now)
            if self._said:
                break
            if self._closed or (until is not None and now >= until):
                return None
            self._take(self._patience(now, until))
        return self._said.popleft()

    def close(self) -> None:
        """Let a waiting ``next`` return."""
        self._queue.put(None)

    def _patience(self, now: float, until: float | None) -> float | None:
        """Return how long to wait for an edge: until something is due, or the time is over."""
        dues = [due for one in self._gestures if (due := one.due_s) is not None]
        soonest = min([*dues, *([until] if until is not None else [])], default=None)
        return None if soonest is None else max(0.0, soonest - now)

    def _catch_up(self, now: float) -> None:
        """Take all that has been noted, and only then let time pass: it is older than ``now``."""
        while not self._queue.empty():
            self._take(0.0)
        for button, one in enumerate(self._gestures):
            self._hear(button, one.tick(now))

    def _take(self, patience_s: float | None) -> None:
        try:
            found = self._queue.get(timeout=patience_s)
        except Empty:
            return
        if found is None:
            self._closed = True
        elif isinstance(found, ButtonEvent):
            self._said.append(found)
        elif 0 <= found.button < len(self._gestures):
            self._hear(found.button, self._gestures[found.button].feed(found.down, found.at_s))

    def _hear(self, button: int, gestures: list[Gesture]) -> None:
        seat = None if self._shared else button
        self._said.extend(ButtonEvent(gesture, seat) for gesture in gestures)

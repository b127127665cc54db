"""Is the work going on?  Tells a long look from one that hangs.

The watchdog outside must not be fed by a thread that merely lives: it is fed as long as no piece of
work has been under way for too long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock


class Pulse:
    """Knows what work is under way, and since when."""

    def __init__(self, stuck_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Work that takes longer than ``stuck_s`` seconds counts as hanging."""
        self._stuck_s = stuck_s
        self._clock = clock
        self._lock = Lock()
        self._under_way: dict[object, tuple[str, float]] = {}

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """Note that ``what`` is under way."""
        token = object()
        with self._lock:
            self._under_way[token] = what, self._clock()
        try:
            yield
        finally:
            with self._lock:
                del self._under_way[token]

    def hanging(self) -> str | None:
        """Return what has been under way for too long; None when all is well."""
        now = self._clock()
        with self._lock:
            late = [what for what, since in self._under_way.values() if now - since > self._stuck_s]
        return late[0] if late else None

"""How long what takes."""

from __future__ import annotations

import time


class Stopwatch:
    """Adds up milliseconds by stage."""

    def __init__(self) -> None:
        """Start."""
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap to ``stage``."""
        now = time.perf_counter()
        self.laps[stage] = self.laps.get(stage, 0.0) + 1e3 * (now - self._last)
        self._last = now

"""Waiting for what another program holds, or what the system has not got yet."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PAUSE_S = 1.0
"""Seconds between two tries."""

START_S = 45.0
"""Seconds for which a service waits at its start: less than half of what systemd gives it for that.

A start that fails then does not fail at once: of such starts systemd bears eight in five minutes.
"""


def patient(seconds: float) -> Callable[[], bool]:
    """Return what waits a little and says to try again, until so many seconds are over."""
    until = monotonic() + seconds

    def again() -> bool:
        left = until - monotonic()
        sleep(max(min(left, PAUSE_S), 0))
        return left > 0

    return again

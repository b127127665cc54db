"""Guests who type wrong codes: each waits for itself, so that none keeps the others out.

One that has many addresses is stopped by the house's own count; then only links let in for a while.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

ATTEMPTS = 5
FIRST_PAUSE_S = 60.0
LONGEST_PAUSE_S = 3600.0

HOUSE_ATTEMPTS = 100
"""Wrong codes of all guests together, after which no code is asked for ``LONGEST_PAUSE_S``."""

MOST = 256
"""Guests remembered; the one who came longest ago is forgotten first."""


@dataclass(slots=True)
class Guest:
    """How often a guest was wrong, until when it waits, and for how long the next time."""

    wrong: int = 0
    closed_until: float = 0.0
    pause_s: float = FIRST_PAUSE_S


class Guests:
    """The guests by address.  Not safe for threads: who asks holds a lock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Take the time in seconds from ``clock``."""
        self._clock = clock
        self._known: OrderedDict[str, Guest] = OrderedDict()
        self._house = Guest(pause_s=LONGEST_PAUSE_S)

    def wait_s(self, address: str) -> float:
        """Return how long a guest still has to wait; 0 when it may try."""
        guest = self._known.get(address, self._house)
        return max(0.0, max(guest.closed_until, self._house.closed_until) - self._clock())

    def was_wrong(self, address: str) -> bool:
        """Count a wrong code; tell whether it was one too many for the house."""
        guest = self._known.setdefault(address, Guest())
        self._known.move_to_end(address)
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        self._count(guest, ATTEMPTS)
        return self._count(self._house, HOUSE_ATTEMPTS)

    def forget(self, address: str) -> None:
        """Forget what a guest did who was let in."""
        self._known.pop(address, None)
        self._house.wrong = 0

    def _count(self, guest: Guest, most: int) -> bool:
        """Count once more, and let wait from ``most`` on; tell whether that is now."""
        guest.wrong += 1
        if guest.wrong < most:
            return False
        guest.closed_until = self._clock() + guest.pause_s
        guest.wrong, guest.pause_s = 0, min(2 * guest.pause_s, LONGEST_PAUSE_S)
        return True

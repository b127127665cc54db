"""What a player said with a button: pure, told only levels and times.

A contact chatters for some milliseconds, so a level counts when it has rested.  Tap or hold is
decided when the finger leaves; a tap waits a moment for a second one, which makes it an undo.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import PanelConfig
from companion.ports import Gesture


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things take, in seconds.  ``double_s`` 0: there are no double presses."""

    bounce_s: float = 0.03
    hold_s: float = 0.9
    double_s: float = 0.35

    @classmethod
    def of(cls, config: PanelConfig) -> Timing:
        """Return the timing the configuration asks for."""
        return cls(config.bounce_ms / 1000, config.hold_ms / 1000, config.double_ms / 1000)


class Gestures:
    """One button's levels, turned into gestures.

    ``feed`` takes a change of level, ``tick`` lets time pass; both return the gestures that are
    complete by then.  ``due_s`` is when ``tick`` is needed next.
    """

    def __init__(self, timing: Timing) -> None:
        """Begin with the button up."""
        self._timing = timing
        self._raw = False
        self._raw_since = 0.0
        self._down = False
        self._down_since = 0.0
        self._tapped_at: float | None = None

    @property
    def due_s(self) -> float | None:
        """When something will be decided though nothing more happens; None: nothing is open."""
        due = []
        if self._raw != self._down:
            due.append(self._raw_since + self._timing.bounce_s)
        if self._tapped_at is not None and not self._down and not self._raw:
            due.append(self._tapped_at + self._timing.double_s)
        return min(due, default=None)

    def feed(self, down: bool, at_s: float) -> list[Gesture]:
        """Take a change of level at a time on the monotonic clock."""
        said = self.tick(at_s)
        if down != self._raw:
            self._raw, self._raw_since = down, at_s
            if self._timing.bounce_s == 0:
                said += self._settle()
        return said

    def tick(self, now_s: float) -> list[Gesture]:
        """Return what is decided by ``now_s``."""
        said: list[Gesture] = []
        if self._raw != self._down and now_s >= self._raw_since + self._timing.bounce_s:
            said += self._expire(self._raw_since) + self._settle()
        return said + self._expire(now_s)

    def _expire(self, now_s: float) -> list[Gesture]:
        """A tap that no second one followed in time is a press.

        While a second one may just be coming, the time stands still: it counts as of its beginning.
        """
        if self._tapped_at is None or self._down:
            return []
        if self._raw:
            now_s = min(now_s, self._raw_since)
        if now_s < self._tapped_at + self._timing.double_s:
            return []
        self._tapped_at = None
        return [Gesture.PRESS]

    def _settle(self) -> list[Gesture]:
        """The level has rested: take it over, as of the moment it came."""
        self._down = self._raw
        if self._down:
            self._down_since = self._raw_since
            return []
        return self._released(self._raw_since)

    def _released(self, at_s: float) -> list[Gesture]:
        tapped, self._tapped_at = self._tapped_at, None
        if at_s - self._down_since >= self._timing.hold_s:
            return [Gesture.PRESS, Gesture.HOLD] if tapped is not None else [Gesture.HOLD]
        if tapped is not None:
            return [Gesture.DOUBLE]
        if self._timing.double_s == 0:
            return [Gesture.PRESS]
        self._tapped_at = at_s
        return []

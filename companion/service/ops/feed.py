"""A place where states are put up for everybody to read, by any number of threads."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Condition
from typing import Any, Generic, Protocol, TypeVar, cast

GONE_S = 0.5
"""How soon it is noticed that a reader has gone."""

KEPT = 64
"""States kept for those who read slowly; whoever falls further behind misses the oldest."""


class Versioned(Protocol):
    """A dataclass whose ``version`` only grows."""

    @property
    def version(self) -> int:
        """The number of this state."""


S = TypeVar("S", bound=Versioned)


class Board(Generic[S]):
    """The latest states, newest last.

    Readers wait for a version newer than the one they have.  Each keeps its own place, so one who
    sleeps holds up nobody; as every state is complete, missing some costs nothing.
    """

    def __init__(self, first: S) -> None:
        """Put up the first state."""
        self._states: deque[S] = deque([first], maxlen=KEPT)
        self._news = Condition()
        self._closed = False

    @property
    def latest(self) -> S:
        """The newest state."""
        return self._states[-1]

    @property
    def closed(self) -> bool:
        """Whether nothing more will be put up."""
        return self._closed

    def change(self, how: Callable[[S], S]) -> S:
        """Put up ``how`` of the latest state under the next version number, and return it."""
        with self._news:
            newest = self._states[-1]
            state: S = replace(cast(Any, how(newest)), version=newest.version + 1)
            self._states.append(state)
            self._news.notify_all()
            return state

    def newer(
        self, version: int, timeout_s: float, gone: Callable[[], bool] = lambda: False
    ) -> S | None:
        """Return the oldest kept state after ``version``; None when the time is up or all is over.

        Closing wakes everybody who waits; who is ``gone`` waits no longer than ``GONE_S``.
        """
        deadline = time.monotonic() + timeout_s
        with self._news:
            while (left := deadline - time.monotonic()) > 0 and not gone():
                if self._news.wait_for(lambda: self._is_newer(version), min(left, GONE_S)):
                    break
            return None if self._closed else self._after(version)

    def follow(
        self, pause_s: float, gone: Callable[[], bool] = lambda: False
    ) -> Iterator[S | None]:
        """Yield the latest state and then every newer one, until closed or the reader is ``gone``.

        Yields None when nothing has happened for ``pause_s`` seconds.
        """
        state: S | None = self.latest
        seen = 0
        while not self._closed and not gone():
            if state is not None:
                seen = state.version
            yield state
            state = self.newer(seen, pause_s, gone)

    def close(self) -> None:
        """End every reader's waiting, for good."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def _is_newer(self, version: int) -> bool:
        return self._closed or self.latest.version > version

    def _after(self, version: int) -> S | None:
        return next((state for state in self._states if state.version > version), None)

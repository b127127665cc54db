"""Is the work going on?  Tells a long look from one that hangs.

The watchdog outside must not be fed by a thread that merely lives: it is fed as long as no piece of
work has been under way for too long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from companion.games.base import Moment, Result
from companion.ports import Camera, Picture
from companion.service.live import Keeper, Report


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


class WatchedCamera:
    """A camera whose pictures are noted on the pulse."""

    def __init__(self, camera: Camera, pulse: Pulse) -> None:
        """Watch ``camera``."""
        self._camera = camera
        self._pulse = pulse

    def frame(self) -> Picture:
        """Take a picture now."""
        with self._pulse.working("taking a picture"):
            return self._camera.frame()

    def rewind(self) -> None:
        """Begin again with an empty table."""
        with self._pulse.working("starting the camera again"):
            self._camera.rewind()


class WatchedKeeper:
    """A keeper whose looks are noted on the pulse."""

    def __init__(self, keeper: Keeper, pulse: Pulse) -> None:
        """Watch ``keeper``."""
        self._keeper = keeper
        self._pulse = pulse

    @classmethod
    def maker(cls, make: Callable[[], Keeper], pulse: Pulse) -> Callable[[], Keeper]:
        """Return a maker of watched keepers, as ``Live`` wants one."""
        return lambda: cls(make(), pulse)

    def look(self, image: NDArray[np.uint8], moment: Moment) -> Report:
        """Read one picture."""
        with self._pulse.working("reading a picture"):
            return self._keeper.look(image, moment)

    def result(self) -> Result:
        """Return totals, bonuses and winners as far as the sitting has come."""
        return self._keeper.result()

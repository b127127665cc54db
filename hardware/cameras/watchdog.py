"""Calls with a time limit, into drivers that may never come back."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from companion.sentence import Sentence
from hardware.cameras.source import Failure, SourceError

T = TypeVar("T")


class GivenUp(SourceError):
    """Raised for a call that nobody waits for any longer: its driver may still be at it."""


MOST_STUCK = 8
"""So many threads may hang in a driver before no further one is sent after them."""


class Call:
    """One piece of work with its outcome.  Exactly one of finishing and giving up comes first."""

    def __init__(self, work: Callable[[], Any], late: Callable[[], Any] | None) -> None:
        """``late`` is run after ``work`` when nobody waits any longer."""
        self._work = work
        self._late = late
        self._lock = Lock()
        self._done = Event()
        self._given_up = False
        self.value: Any = None
        self.error: BaseException | None = None
        self.over = False

    def run(self) -> None:
        """Do the work, in the worker's thread; clean up where it comes too late."""
        try:
            self.value = self._work()
        except BaseException as error:
            self.error = error
        with self._lock:
            self._done.set()
            too_late = self._given_up
        try:
            if too_late and self._late is not None:
                self._late()
        finally:
            self.over = True

    def wait(self, limit_s: float) -> bool:
        """Wait for the outcome; False when the time is over and the call is given up."""
        self._done.wait(limit_s)
        with self._lock:
            self._given_up = not self._done.is_set()
        return not self._given_up


class Bounded:
    """Runs calls one after another in a thread of its own, each within its limit.

    Python cannot end a thread that hangs in a driver: it is left behind, and the next call gets a
    new one.
    """

    def __init__(self, name: str) -> None:
        """Prepare; a thread is only started for the first call."""
        self._name = name
        self._left: list[Call] = []
        self._calls: SimpleQueue[Call | None] | None = None

    def call(
        self,
        what: str,
        work: Callable[[], T],
        limit_s: float,
        late: Callable[[], Any] | None = None,
    ) -> T:
        """Return what ``work`` returns; ``GivenUp`` when it takes too long.

        ``late`` is called, in the same thread, after work that was given up has finished after all.
        """
        if self.stuck >= MOST_STUCK:
            raise GivenUp(
                Failure.SILENT,
                Sentence(
                    "the camera's driver hangs ({count} calls never came back)", count=self.stuck
                ),
                "switch the Pi off and on",
            )
        if self._calls is None:
            self._calls = self._start()
        call = Call(work, late)
        self._calls.put(call)
        if not call.wait(limit_s):
            self._left = [*(each for each in self._left if not each.over), call]
            self.stop()
            raise GivenUp(
                Failure.SILENT,
                Sentence(
                    "the camera did not answer within {seconds} s ({task})",
                    seconds=f"{limit_s:g}",
                    task=what,
                ),
                "check its cable at both ends",
            )
        if call.error is not None:
            raise call.error
        value: T = call.value
        return value

    @property
    def stuck(self) -> int:
        """How many calls have not come back; one that does so late is none of them any more."""
        return sum(not call.over for call in self._left)

    def stop(self) -> None:
        """Let the thread end after what it is doing."""
        if self._calls is not None:
            self._calls.put(None)
            self._calls = None

    def _start(self) -> SimpleQueue[Call | None]:
        calls: SimpleQueue[Call | None] = SimpleQueue()
        Thread(target=_serve, args=(calls,), name=self._name, daemon=True).start()
        return calls


def _serve(calls: SimpleQueue[Call | None]) -> None:
    while (call := calls.get()) is not None:
        call.run()

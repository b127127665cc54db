"""Who is served when: paired devices first, strangers a few at a time, streams beside them all.

A request is handed to a thread when it is complete.  Whoever is known (paired, or a browser on this
very machine) never waits for strangers; of these, one address is served once at a time and all
together with a few threads, so that no number of their requests slows a paired phone down.  A
stream of events holds a thread for as long as its page is open; it gets one of its own.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from threading import Condition, Thread
from typing import Any, Protocol

log = logging.getLogger(__name__)

WORKERS = 24
STRANGERS_AT_ONCE = 2
"""Threads for strangers, however many are idle."""

STREAMS_OF_STRANGERS = 64
STREAMS_OF_ONE_STRANGER = 16


class Task(Protocol):
    """A request that is complete: who sent it, whether it asks for a stream, how it is served.

    ``seat`` is set before a stream is served: whether it may have one.
    """

    who: str
    known: bool
    streams: bool
    seat: bool

    def service(self) -> None:
        """Answer the request."""

    def cancel(self) -> None:
        """Leave the request unanswered."""


class Turns:
    """Hands requests to threads; what waitress calls a task dispatcher."""

    def __init__(self) -> None:
        """Start the threads."""
        self._changed = Condition()
        self._known: deque[Task] = deque()
        self._strangers: deque[Task] = deque()
        self._serving: Counter[str] = Counter()
        self._streaming: Counter[str] = Counter()
        self._threads: set[Thread] = set()
        self._over = False
        with self._changed:
            for number in range(WORKERS):
                self._start(f"companion-page-{number}", self._work)

    def add_task(self, task: Task) -> None:
        """Have a request answered, when its turn comes."""
        with self._changed:
            if self._over:
                task.cancel()
                return
            task.seat = task.streams and self._may_stream(task)
            if task.seat:
                who = counted(task)
                self._streaming[who] += 1
                self._start("companion-stream", lambda: self._stream(task, who))
                return
            (self._known if task.known else self._strangers).append(task)
            self._changed.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads; tell whether all did within ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        with self._changed:
            self._over = True
            waiting = (*self._known, *self._strangers)
            self._known.clear()
            self._strangers.clear()
            self._changed.notify_all()
            while self._threads and (left := deadline - time.monotonic()) > 0:
                self._changed.wait(left)
            done = not self._threads
        for task in waiting:
            task.cancel()
        return done

    def _may_stream(self, task: Task) -> bool:
        """Tell whether there is a stream left for whoever asks; the route counts them all."""
        if task.known:
            return True
        strangers = sum(self._streaming.values()) - self._streaming[""]
        return (
            self._streaming[task.who] < STREAMS_OF_ONE_STRANGER and strangers < STREAMS_OF_STRANGERS
        )

    def _start(self, name: str, work: Any) -> None:
        """Start a thread; with the lock held."""

        def run() -> None:
            try:
                work()
            finally:
                with self._changed:
                    self._threads.discard(thread)
                    self._changed.notify_all()

        thread = Thread(target=run, name=name, daemon=True)
        self._threads.add(thread)
        thread.start()

    def _stream(self, task: Task, who: str) -> None:
        try:
            serve(task)
        finally:
            with self._changed:
                self._streaming[who] -= 1

    def _work(self) -> None:
        while (turn := self._next()) is not None:
            task, who = turn
            try:
                serve(task)
            finally:
                with self._changed:
                    self._serving[who] -= 1
                    self._changed.notify()

    def _next(self) -> tuple[Task, str] | None:
        """Wait for the next request whose turn it is, and count it; None when all is over."""
        with self._changed:
            while not self._over:
                task = self._known.popleft() if self._known else self._stranger()
                if task is not None:
                    who = counted(task)
                    self._serving[who] += 1
                    return task, who
                self._changed.wait()
            return None

    def _stranger(self) -> Task | None:
        """Return a stranger's request that may be served now."""
        if sum(self._serving.values()) - self._serving[""] >= STRANGERS_AT_ONCE:
            return None
        for _ in range(len(self._strangers)):
            task = self._strangers.popleft()
            if not self._serving[task.who]:
                return task
            self._strangers.append(task)
        return None


def counted(task: Task) -> str:
    """Return under which name a request is counted; all known devices share one.

    Asked once a request: the next one on the same connection may be another device's, and is heard
    of before this one is counted off.
    """
    return "" if task.known else task.who


def serve(task: Task) -> None:
    """Answer a request; a mistake costs only this one."""
    try:
        task.service()
    except Exception:
        log.exception("a request could not be served")

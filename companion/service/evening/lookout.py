"""The thread that does what takes long: taking pictures and reading them."""

from __future__ import annotations

import queue
from collections.abc import Callable
from threading import Thread

from companion.service.evening.asks import Ask
from companion.service.ops.failures import log

Job = Callable[[], Ask | None]

GLANCE_S = 0.5
"""How often the table is looked at when there is nothing to do."""


class Lookout:
    """Does one job after another and tells what came of it; glances at the table in between."""

    def __init__(self, tell: Callable[[Ask], object], glance: Job) -> None:
        """Prepare; ``glance`` is done while there is no job."""
        self._tell = tell
        self._glance = glance
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._run, name="companion-eye", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def do(self, job: Job) -> None:
        """Do ``job`` after those that wait already; returns at once."""
        self._jobs.put(job)

    def stop(self) -> None:
        """End after the job under way; returns at once."""
        self._jobs.put(None)

    def wait(self, timeout_s: float) -> None:
        """Wait for the end, but no longer than ``timeout_s``: a picture may take its time."""
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=GLANCE_S)
            except queue.Empty:
                job = self._glance
            if job is None:
                return
            try:
                told = job()
            except Exception:  # a mistake of ours must not blind us
                log.exception("the eye made a mistake")
                continue
            if told is not None:
                self._tell(told)

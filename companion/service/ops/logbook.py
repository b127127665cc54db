"""The last lines of the log, kept for the page that shows them when something is wrong."""

from __future__ import annotations

import logging
from collections import deque

KEPT = 300
"""Lines kept."""

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Logbook(logging.Handler):
    """Keeps the last lines that were logged."""

    def __init__(self, kept: int = KEPT) -> None:
        """Begin empty; keep the last ``kept`` lines."""
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT))
        self._lines: deque[str] = deque(maxlen=kept)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line; what was logged wrongly must not stop whoever logged it."""
        try:
            self._lines.append(self.format(record))
        except Exception:
            self.handleError(record)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines kept, oldest first."""
        return tuple(self._lines)


LOGBOOK = Logbook()
"""The logbook of this process."""


def keep_log() -> Logbook:
    """Have everything that is logged from now on kept, and return the logbook."""
    root = logging.getLogger()
    if LOGBOOK not in root.handlers:
        root.addHandler(LOGBOOK)
    return LOGBOOK

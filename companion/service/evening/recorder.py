"""Writes what a keeper confirms into the journal, with the picture it comes from."""

from __future__ import annotations

from companion.errors import JournalError
from companion.events import Event, Opened
from companion.journal import Journal
from companion.service.ops.failures import log


class Recorder:
    """Writes a keeper's events into the journal, each before anything is made of it.

    ``jpeg`` is the picture being read (None: people did it by hand); it is kept with the first
    event that comes of it.  A picture that cannot be kept costs no event.
    """

    def __init__(self, journal: Journal, sitting: int) -> None:
        """Write events of ``sitting``."""
        self._journal = journal
        self._sitting = sitting
        self.jpeg: bytes | None = None
        self.kept = ""
        self.notice = ""
        self.full = False

    def __call__(self, event: Event) -> None:
        """Write one event; the first of a sitting is in the journal already."""
        if isinstance(event, Opened):
            return
        self._journal.append(self._sitting, event, self._picture())

    def see(self, jpeg: bytes | None) -> None:
        """Take ``jpeg`` for the picture of the events to come."""
        self.jpeg, self.kept = jpeg, ""

    def _picture(self) -> str | None:
        if self.jpeg is not None and not self.kept:
            try:
                self.kept = self._journal.keep_picture(self.jpeg, self._sitting)
                self.notice, self.full = "", False
            except JournalError as error:
                log.warning("%s", error)
                self.notice, self.full = str(error), error.full
        return self.kept or None if self.jpeg is not None else None

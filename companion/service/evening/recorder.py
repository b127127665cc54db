"""Writes what a keeper confirms into the journal, with the picture it comes from."""

from __future__ import annotations

from companion.errors import JournalError
from companion.events import Event, Opened
from companion.journal import Journal
from companion.service.ops.failures import log


class Recorder:
    """Writes a keeper's events into the journal, each before anything is made of it.

    ``jpeg`` is the picture being read (None: people did it by hand); it is kept with the first
    event that comes of it, as ``kept``.  What becomes of an earlier picture, whose question nobody
    answered, is kept with that one, as ``kept_before``.  A picture that cannot be kept costs no
    event.  What is ``known`` of it, from before a restart, is not written again.
    """

    def __init__(self, journal: Journal, sitting: int) -> None:
        """Write events of ``sitting``."""
        self._journal = journal
        self._sitting = sitting
        self._last: bytes | None = None
        self._asked: bytes | None = None
        self.jpeg: bytes | None = None
        self.known: tuple[Event, ...] = ()
        self.kept = self.kept_before = ""
        self.notice = ""
        self.full = False

    def __call__(self, *events: Event, earlier: bool = False) -> None:
        """Write events, all or none; the first of a sitting is in the journal already.

        They are ``earlier`` where they come of the picture that people were asked about last.
        """
        new = [one for one in events if not isinstance(one, Opened) and one not in self.known]
        if new:
            picture = self._picture_of(earlier=earlier) or None
            self._journal.append(self._sitting, *new, picture=picture)

    def see(self, jpeg: bytes | None, kept: str = "") -> None:
        """Take ``jpeg`` for the picture of the events to come, or the one ``kept`` under a name."""
        self.jpeg, self.kept, self.kept_before = jpeg, kept, ""
        self.known = ()
        self._last = jpeg or self._last

    def asks(self) -> None:
        """Remember that people are asked about the last picture."""
        self._asked = self._last

    def _picture_of(self, *, earlier: bool) -> str:
        """Return the name under which the picture of an event is kept; empty where it is not."""
        if self.jpeg is None:
            return self.kept
        if earlier and self._asked is not None:
            self.kept_before = self.kept_before or self._keep(self._asked)
            return self.kept_before
        self.kept = self.kept or self._keep(self.jpeg)
        return self.kept

    def _keep(self, jpeg: bytes) -> str:
        try:
            kept = self._journal.keep_picture(jpeg, self._sitting)
        except JournalError as error:
            log.warning("%s", error)
            self.notice, self.full = str(error), error.full
            return ""
        self.notice, self.full = "", False
        return kept

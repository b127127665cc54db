"""Writes what a keeper confirms into the journal, with the picture it comes from."""

from __future__ import annotations

from companion.errors import JournalError
from companion.events import Confirmed, Event, Opened
from companion.games.base import Moment
from companion.journal import Journal
from companion.service.ops.failures import log
from companion.sitting import same_moment


class Recorder:
    """Writes a keeper's events into the journal, each before anything is made of it.

    ``jpeg`` is the picture being read (None: people did it by hand); it is kept with the first
    event that comes of it, as ``kept``.  What becomes of the picture of the moment before, whose
    question nobody answered, is kept with that one, as ``kept_before``.  A picture that cannot be
    kept costs no event.
    """

    def __init__(self, journal: Journal, sitting: int) -> None:
        """Write events of ``sitting``."""
        self._journal = journal
        self._sitting = sitting
        self._seen: tuple[tuple[Moment, bytes], ...] = ()
        self.jpeg: bytes | None = None
        self.kept = self.kept_before = ""
        self.notice = ""
        self.full = False

    def __call__(self, event: Event) -> None:
        """Write one event; the first of a sitting is in the journal already."""
        if isinstance(event, Opened):
            return
        self._journal.append(self._sitting, event, self._picture_of(event) or None)

    def see(self, jpeg: bytes | None, moment: Moment | None = None) -> None:
        """Take ``jpeg`` for the picture of the events to come; it was taken for ``moment``."""
        self.jpeg, self.kept, self.kept_before = jpeg, "", ""
        if jpeg is not None and moment is not None:
            others = [one for one in self._seen if not same_moment(one[0], moment)]
            self._seen = (*others[-1:], (moment, jpeg))

    def _picture_of(self, event: Event) -> str:
        """Return the name under which the picture of an event is kept; empty where it is not."""
        if self.jpeg is None:
            return ""
        before = self._before(event)
        if before is not None:
            self.kept_before = self.kept_before or self._keep(before)
            return self.kept_before
        self.kept = self.kept or self._keep(self.jpeg)
        return self.kept

    def _before(self, event: Event) -> bytes | None:
        """Return the picture of the moment before, where it is confirmed only now."""
        if not isinstance(event, Confirmed):
            return None
        same = (jpeg for moment, jpeg in self._seen[:-1] if same_moment(moment, event.moment))
        return next(same, None)

    def _keep(self, jpeg: bytes) -> str:
        try:
            kept = self._journal.keep_picture(jpeg, self._sitting)
        except JournalError as error:
            log.warning("%s", error)
            self.notice, self.full = str(error), error.full
            return ""
        self.notice, self.full = "", False
        return kept

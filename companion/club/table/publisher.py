"""What joins a running companion to the club: every new state becomes the table's newest word."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from threading import Thread

from companion.club.broker import broker_of, table_name
from companion.club.message import Finished, MessageRefused, Told, dump
from companion.club.seating import load_call
from companion.club.table.announcement import finished_games, told
from companion.club.table.line import Line
from companion.club.topics import Topics
from companion.config import ClubConfig
from companion.journal import Journal
from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import ClubLine, Stage, State, with_call

log = logging.getLogger(__name__)

LOOK_S = 1.0


class Publisher:
    """Follows the bulletin in a thread of its own; whatever fails here, the game goes on."""

    def __init__(self, club: ClubConfig, bulletin: Bulletin, journal: Journal) -> None:
        """Prepare; raises ``ConfigError`` or ``DependencyError`` where it cannot work at all."""
        self._table = table_name(club)
        self._bulletin = bulletin
        self._journal = journal
        self._boot = secrets.token_hex(8)
        self._last: Told | None = None
        self._was: State | None = None
        self._finished: tuple[Finished, ...] = ()
        self._uid = ""
        self._line = Line(
            broker_of(club, self._table),
            Topics(club.venue, self._table),
            self._changed,
            self._seated,
        )
        self._thread = Thread(target=self._follow, name="companion-club", daemon=True)

    def start(self) -> None:
        """Begin to tell; the page shows that the club is away until it answers."""
        self._changed(False)
        self._line.start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye and end; the bulletin must be closed, or a state come, for the thread to."""
        self._line.stop()
        self._thread.join(timeout=0.1)

    def _follow(self) -> None:
        for state in self._bulletin.follow(LOOK_S):
            if state is None:
                continue
            try:
                self._tell(self._bulletin.latest)
            except Exception:
                log.exception("the club could not be told of state %d", state.version)

    def _tell(self, state: State) -> None:
        self._look_up(state)
        word = told(state, self._table, self._boot, self._uid, self._finished)
        if self._last is not None and replace(word, version=self._last.version) == self._last:
            return
        self._last = word
        self._line.say(dump(word))

    def _look_up(self, state: State) -> None:
        """Bring what the journal tells up to date: when a game ends, goes on again, or is new.

        What it could not tell is asked again with the next state.
        """
        was = self._was
        fresh = was is None or was.sitting != state.sitting
        if fresh or Stage.OVER in (state.stage, was.stage if was else None):
            self._finished = finished_games(self._journal)
        if fresh:
            number = state.sitting
            self._uid = "" if number is None else self._journal.sitting(number).uid
        self._was = state

    def _changed(self, up: bool) -> None:
        self._bulletin.change(
            lambda state: replace(state, club=ClubLine.JOINED if up else ClubLine.AWAY)
        )

    def _seated(self, payload: bytes) -> None:
        """Show who was drawn to play here; the next word tells the hub that the table knows."""
        try:
            called = load_call(payload)
        except MessageRefused as error:
            log.warning("%s", error)
            return
        if called != self._bulletin.latest.called:
            self._bulletin.change(lambda state: with_call(state, called))

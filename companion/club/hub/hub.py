"""The hub: hears every table, keeps the books, and puts the hall up for the pages.

The library's thread only queues what it hears.  Our own takes what has come, writes what is new for
good into the ledger, and then puts up one new hall for all of it.  What people ask for is done in
their own thread, under the same lock.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from threading import Event, RLock, Thread
from typing import Any

from companion.club.books import Books, apply, fold
from companion.club.broker import Broker, client, hang_up
from companion.club.facts import Fact
from companion.club.hub.caller import Caller
from companion.club.hub.hall import Hall, deserted, hear, news, present
from companion.club.hub.ledger import Ledger
from companion.club.topics import Topics, table_of
from companion.errors import JournalError
from companion.service.ops.feed import Board
from companion.service.ops.pulse import Pulse

log = logging.getLogger(__name__)

LOOK_S = 0.5
STUCK_S = 30.0
"""Whoever takes so long to write down and pass on what was heard hangs, in a disk for instance."""

GATHER_S = 0.015
"""How long messages are gathered before the hall is put up anew."""


HEARING = "hearing the tables"


@dataclass(frozen=True, slots=True)
class Kept:
    """What the broker had kept of what a hub told a table."""

    table: str
    payload: bytes


Heard = tuple[str, bytes] | Kept | bool | None
"""A topic and what was said there; that the broker is there, or gone; None: books were written."""


class Hub:
    """The hub of one venue; ``board`` has the hall, version by version."""

    def __init__(self, broker: Broker, venue: str, ledger: Ledger) -> None:
        """Take up the books; ``start`` begins to listen."""
        self.board: Board[Hall] = Board(
            Hall(venue, books=fold(ledger.facts()), notice=ledger.notice)
        )
        self._ledger = ledger
        self._lock = RLock()
        self._heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._owed: set[str] = set()
        self._over = Event()
        self._pulse = Pulse(STUCK_S)
        self._broker = broker
        self._topics = Topics(venue)
        self._client = client(broker, "")
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._message
        self._caller = Caller(self._client, venue)
        self._thread = Thread(target=self._run, name="companion-hub", daemon=True)

    @property
    def hall(self) -> Hall:
        """The hall as it is now."""
        return self.board.latest

    def start(self) -> None:
        """Listen, and call the broker again and again where it does not answer."""
        self._thread.start()
        broker = self._broker
        self._client.connect_async(broker.host, broker.port, keepalive=broker.keepalive_s)
        self._client.loop_start()

    def stop(self) -> None:
        """Hang up and end every page's stream."""
        self._over.set()
        hang_up(self._client)
        self.board.close()
        if self._thread.is_alive():
            self._thread.join(timeout=LOOK_S + 0.2)

    def hanging(self) -> str | None:
        """Return what does not get on; None when all is well."""
        return self._pulse.hanging() if self._thread.is_alive() else HEARING

    def do(self, wanted: Callable[[Books], Sequence[Fact]]) -> Books:
        """Let facts happen that ``wanted`` makes of the books; it may refuse by raising."""
        with self._lock:
            facts = wanted(self.hall.books)
            facts = (*facts, *present(self.hall, facts))
            self._ledger.append(facts)
            self._put_up(self.hall, facts)
            self._heard.put(None)
            return self.hall.books

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                first = [self._heard.get(timeout=LOOK_S)]
            except queue.Empty:
                first = []
            if first or self._owed:
                self._over.wait(GATHER_S)
                heard = [*first, *self._waiting()]
                with self._pulse.working(HEARING):
                    self._take(heard)
                    self._call(heard)

    def _call(self, heard: Sequence[Heard]) -> None:
        """Tell the tables who plays there; while the broker is spoken to nothing is locked."""
        for one in heard:
            if one is True:
                self._caller.begin()
            elif isinstance(one, Kept):
                self._caller.kept(one.table, one.payload)
        if self.hall.joined:
            self._caller.bring(self.hall.books)

    def _waiting(self) -> Iterable[Heard]:
        while True:
            try:
                yield self._heard.get_nowait()
            except queue.Empty:
                return

    def _take(self, heard: Sequence[Heard]) -> None:
        """Put up one hall for everything that was heard; what is new for good is written first."""
        with self._lock:
            hall = before = self.hall
            for one in heard:
                hall = _after(hall, one)
            self._put_up(hall, self._written(hall, self._owed.union(_changed(before, hall))))

    def _put_up(self, hall: Hall, facts: Sequence[Fact]) -> None:
        """Show the hall with facts that are written; only then they are copied: nobody waits."""
        books = apply(hall.books, facts) if facts else hall.books
        shown = replace(hall, books=books, notice=self._ledger.notice)
        if shown != self.hall:
            self.board.change(lambda _: shown)
        if facts:
            self._ledger.back_up()

    def _written(self, hall: Hall, tables: Iterable[str]) -> Sequence[Fact]:
        """Return what tables told that is new, written down; where it cannot be, it stays owed."""
        news = {name: told for name in tables if (told := self._news(hall, name))}
        facts = [fact for told in news.values() for fact in told]
        try:
            self._ledger.append(facts)
        except JournalError as error:
            if not self._owed:
                log.error("%s", error)
            self._owed = set(news)
            return ()
        self._owed = set()
        return facts

    def _news(self, hall: Hall, table: str) -> Sequence[Fact]:
        told = hall.tables[table].told if table in hall.tables else None
        return () if told is None else news(hall.books, told)

    def _connected(self, *heard: Any) -> None:
        if heard[3].is_failure:
            log.warning("the club's broker refuses the hub (%s)", heard[3])
            return
        everybody = self._topics
        self._client.subscribe(
            [(everybody.state, 1), (everybody.online, 1), (everybody.seating, 1)]
        )
        log.info("the club's broker listens")
        self._heard.put(True)

    def _disconnected(self, *heard: Any) -> None:
        self._heard.put(False)

    def _message(self, *heard: Any) -> None:
        message = heard[2]
        table, kind = table_of(message.topic, self._topics.venue) or ("", "")
        if kind != "seating":
            self._heard.put((message.topic, message.payload))
        elif message.retain:
            self._heard.put(Kept(table, message.payload))


def _after(hall: Hall, heard: Heard) -> Hall:
    """Return the hall after one more thing that was heard."""
    if isinstance(heard, bool):
        return replace(hall, joined=True) if heard else deserted(hall)
    return hear(hall, *heard) if isinstance(heard, tuple) else hall


def _changed(before: Hall, after: Hall) -> tuple[str, ...]:
    """Return the tables that said something new."""
    return tuple(name for name, seen in after.tables.items() if seen != before.tables.get(name))

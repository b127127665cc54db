"""A table's line to the broker: it says the newest word, and picks itself up for ever.

One word is on its way at a time, and the newest follows it when the broker has it.  So a table that
was cut off says one thing when it is back, not everything it would have said, and the broker never
keeps an older word than the last one.

Callbacks of the library run in its own thread, some of them under its locks; they only note what
happened.  What is said is said by a thread of ours, which holds no lock of ours while it does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Condition, Thread
from typing import Any

from companion.club.broker import Broker, client, hang_up
from companion.club.message import dump_online
from companion.club.topics import Topics

log = logging.getLogger(__name__)

GOODBYE_S = 0.3
UNNUMBERED = -1
"""On its way, but the library has not said yet under which number."""

Word = tuple[str, bytes]
"""A topic and what is to be said there."""


class Line:
    """The line of one table.  Nobody who calls it waits for the network."""

    def __init__(
        self,
        broker: Broker,
        topics: Topics,
        changed: Callable[[bool], object] = lambda up: None,
        seated: Callable[[bytes], object] = lambda payload: None,
    ) -> None:
        """Prepare; both are called from the library's thread.

        ``changed`` hears whether the line stands, ``seated`` what the hub says of the draw.
        """
        self._topics = topics
        self._changed = changed
        self._seated = seated
        self._news = Condition()
        self._newest: bytes | None = None
        self._said: bytes | None = None
        self._greeted = False
        self._flying: int | None = None
        self._arrived: set[int] = set()
        self._up = self._over = False
        self._broker = broker
        self._client = client(broker, f"companion-{topics.venue}-{topics.table}")
        self._client.will_set(topics.online, dump_online(False), qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_publish = self._published
        self._client.on_message = self._heard
        self._thread = Thread(target=self._run, name="companion-line", daemon=True)

    @property
    def up(self) -> bool:
        """Whether the broker is there."""
        return self._up

    @property
    def settled(self) -> bool:
        """Whether the broker has the newest word, and knows that the table is there."""
        with self._news:
            return self._up and self._flying is None and self._next() is None

    def start(self) -> None:
        """Call the broker, and again and again where it does not answer."""
        broker = self._broker
        self._client.connect_async(broker.host, broker.port, keepalive=broker.keepalive_s)
        self._client.loop_start()
        self._thread.start()

    def say(self, word: bytes) -> None:
        """Let this be the newest word; returns at once."""
        with self._news:
            self._newest = word
            self._news.notify_all()

    def stop(self) -> None:
        """Say goodbye where anybody listens, and hang up."""
        with self._news:
            self._over = True
            self._news.notify_all()
        if self._up:
            goodbye = self._client.publish(
                self._topics.online, dump_online(False), qos=1, retain=True
            )
            try:
                goodbye.wait_for_publish(GOODBYE_S)
            except (RuntimeError, ValueError):
                log.info("the broker was gone before the goodbye")
        hang_up(self._client)

    def _run(self) -> None:
        while (word := self._wait()) is not None:
            number = self._client.publish(*word, qos=1, retain=True).mid
            with self._news:
                self._flying = None if number in self._arrived else number
                self._arrived.clear()

    def _wait(self) -> Word | None:
        """Wait for something to say, and count it as said; None when all is over."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._next() is not None)
            word = None if self._over else self._next()
            if word is not None:
                self._flying = UNNUMBERED
                if self._greeted:
                    self._said = word[1]
                self._greeted = True
            return word

    def _next(self) -> Word | None:
        """Return what is to be said now: that the table is there, then its newest word."""
        if not self._up or self._flying is not None:
            return None
        if not self._greeted:
            return self._topics.online, dump_online(True)
        if self._newest is None or self._newest == self._said:
            return None
        return self._topics.state, self._newest

    def _connected(self, *heard: Any) -> None:
        reason = heard[3]
        if reason.is_failure:
            log.warning("the club's broker refuses this table (%s)", reason)
            return
        with self._news:
            self._up = True
            self._greeted, self._said = False, None  # a broker that died has forgotten all
            self._news.notify_all()
        self._client.subscribe(self._topics.seating, 1)
        log.info("the club's broker listens")
        self._changed(True)

    def _disconnected(self, *heard: Any) -> None:
        with self._news:
            was, self._up = self._up, False
        if was and not self._over:
            log.warning("the club's broker is gone; the game goes on, and it is called again")
            self._changed(False)

    def _heard(self, *heard: Any) -> None:
        self._seated(heard[2].payload)

    def _published(self, *heard: Any) -> None:
        with self._news:
            self._arrived.add(heard[2])
            if self._flying == heard[2]:
                self._flying = None
                self._arrived.clear()
            self._news.notify_all()

"""A table's line to the broker: it says the newest word, and picks itself up for ever.

One word is on its way at a time, and the newest follows it when the broker has it.  So a table that
was cut off says one thing when it is back, not everything it would have said, and the broker never
keeps an older word than the last one.  Callbacks of the library run in its own thread; they only
note what happened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import RLock
from typing import Any

from companion.club.broker import Broker, client, hang_up
from companion.club.message import dump_online
from companion.club.topics import Topics

log = logging.getLogger(__name__)

GOODBYE_S = 0.3


class Line:
    """The line of one table.  Nothing it does waits for the network."""

    def __init__(
        self, broker: Broker, topics: Topics, changed: Callable[[bool], object] = lambda up: None
    ) -> None:
        """Prepare; ``changed`` hears whether the line stands, from the library's thread."""
        self._topics = topics
        self._changed = changed
        self._lock = RLock()
        self._newest: bytes | None = None
        self._said: bytes | None = None
        self._flying: int | None = None
        self._up = False
        self._client = client(broker, f"companion-{topics.venue}-{topics.table}")
        self._client.will_set(topics.online, dump_online(False), qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_publish = self._published
        self._where = broker

    @property
    def up(self) -> bool:
        """Whether the broker is there."""
        return self._up

    def start(self) -> None:
        """Call the broker, and again and again where it does not answer."""
        self._client.connect_async(
            self._where.host, self._where.port, keepalive=self._where.keepalive_s
        )
        self._client.loop_start()

    def say(self, word: bytes) -> None:
        """Let this be the newest word; returns at once."""
        with self._lock:
            self._newest = word
            self._go_on()

    def stop(self) -> None:
        """Say goodbye where anybody listens, and hang up."""
        if self._up:
            goodbye = self._client.publish(
                self._topics.online, dump_online(False), qos=1, retain=True
            )
            try:
                goodbye.wait_for_publish(GOODBYE_S)
            except (RuntimeError, ValueError):
                log.info("the broker was gone before the goodbye")
        hang_up(self._client)

    def _go_on(self) -> None:
        """Send the newest word, unless one is on its way or there is nothing new."""
        if not self._up or self._flying is not None or self._newest in (None, self._said):
            return
        self._said = self._newest
        self._flying = self._client.publish(
            self._topics.state, self._newest, qos=1, retain=True
        ).mid

    def _connected(self, *heard: Any) -> None:
        reason = heard[3]
        if reason.is_failure:
            log.warning("the club's broker refuses this table (%s)", reason)
            return
        with self._lock:
            self._up = True
            self._said = None  # whoever lost power may have forgotten what it was told
            self._client.publish(self._topics.online, dump_online(True), qos=1, retain=True)
            self._go_on()
        log.info("the club's broker listens")
        self._changed(True)

    def _disconnected(self, *heard: Any) -> None:
        with self._lock:
            was, self._up = self._up, False
        if was:
            log.warning("the club's broker is gone; the game goes on, and it is called again")
            self._changed(False)

    def _published(self, *heard: Any) -> None:
        with self._lock:
            if heard[2] == self._flying:
                self._flying = None
                self._go_on()

"""What keeps the tables told of the draw: one call for each, kept by the broker.

What the broker has of an earlier round, or of a hub before this one, is brought up to date or taken
back; only what it had before we spoke counts for that, so two hubs never answer each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.club.books import Books
from companion.club.seating import calls, dump_call
from companion.club.topics import Topics

if TYPE_CHECKING:
    from paho.mqtt.client import Client


class Caller:
    """The hub's voice.  Used by the hub's own thread only."""

    def __init__(self, client: Client, venue: str) -> None:
        """Prepare to call the tables of a venue."""
        self._client = client
        self._venue = venue
        self._said: dict[str, bytes] = {}
        self._books: Books | None = None

    def begin(self) -> None:
        """Note that the broker is there anew: nobody knows what it still has."""
        self._said, self._books = {}, None

    def kept(self, table: str, payload: bytes) -> None:
        """Note what the broker had kept for a table, unless we have spoken since."""
        self._said.setdefault(table, payload)
        self._books = None

    def bring(self, books: Books) -> None:
        """Let every table have the call that the books come to, and no other."""
        if books is self._books:
            return
        self._books, wanted = books, calls(books)
        for table in sorted({*wanted, *self._said}):
            call = wanted.get(table)
            payload = dump_call(call) if call else b""
            if self._said.get(table, b"") != payload:
                self._said[table] = payload
                topic = Topics(self._venue, table).seating
                self._client.publish(topic, payload, qos=1, retain=True)

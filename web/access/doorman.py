"""How many connections anybody may hold, and how long they may keep us waiting.

Waitress reads in one thread and answers in others, so a connection that says nothing costs no more
than its place.  What it leaves open is who gets the places: here a stranger's address has so many,
and where it wants more, its own oldest one goes.  A request must have come within seconds, an
answer must be taken.  Whoever is known (paired, or on this machine) is bound by neither.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from web.access.guard import ARCHIVES
from web.access.sender import Said, sender

PLACES = 1000
"""Connections in all; the system's own limit is raised to have as many."""

CROWDED = 800
OF_ONE_STRANGER = 48
OF_STRANGERS = 400
GRACE_S = 1.0
"""How long a connection may take to say who it is before it counts as a stranger's."""

REQUEST_S = 10.0
"""How long a header may take, from the first moment on; and how long a stranger may be idle."""

BODY_S = 60.0
PICTURE_S = 300.0
"""How long a whole picture may take to arrive from a phone at the edge of the Wi-Fi."""

ARCHIVE_S = 1800.0
"""How long a backup of years may take: a gigabyte over a Wi-Fi that is not the best."""

AROUND_FILE = 1_000_000
"""Bytes of the form around a file; one that is a little too large is told so in a sentence."""

IDLE_S = 60.0
STALLED_S = 20.0
"""How long nothing of an answer may be taken."""

ACCEPTED_AT_ONCE = 64
TIDY_S = 0.5

SMALL_BODY = 64 * 1024
"""Bytes a stranger may send: the code to pair with."""

STREAMS = ("/events", "/api/events")

Knows = Callable[[str, Said], bool]
"""Tells whether an address with these headers is known: a paired device, or this machine."""


class Answering(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Answers a request; tells the application whether it may hold a stream."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment."""
        environment: dict[str, Any] = super().get_environment()
        return environment | {"companion.seat": self.channel.seat}


class Letter(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """One request as it comes; where a backup may be sent, more of it is let in."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        """Understand the header, which says where the request goes."""
        super().parse_header(header_plus)
        most = ARCHIVES.get(self.path, 0) + AROUND_FILE
        if most > self.adj.max_request_body_size:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = most


class Visitor(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection: since when we wait for its request, and whether we know who it is."""

    task_class = Answering
    parser_class = Letter

    def __init__(self, *args: Any, **named: Any) -> None:
        """Begin to wait."""
        self.known = False
        self.seat = False
        self.began = time.monotonic()
        super().__init__(*args, **named)
        self.who = str(self.addr[0])

    @property
    def streams(self) -> bool:
        """Whether the request to be answered asks for a stream."""
        return bool(self.requests) and self.requests[0].path in STREAMS

    def received(self, data: bytes) -> bool:
        """Take what came; a stranger who sends too much is shown out."""
        if self.request is None:
            self.began = time.monotonic()
        took: bool = super().received(data)
        coming = self.request
        if coming is not None and coming.headers_finished:
            self.recognise(coming)
            if not self.known and size_of(coming) > SMALL_BODY:
                self.will_close = True
        return took

    def recognise(self, request: Any) -> None:
        """Look whether this is somebody we know."""
        said = partial(header, request)
        self.who = sender(str(self.addr[0]), said)
        self.known = self.server.knows(self.who, said)

    def service(self) -> None:
        """Answer the request, and wait for the next one."""
        super().service()
        self.began = time.monotonic()

    def too_slow(self, now: float) -> bool:
        """Tell whether it has kept us waiting for too long."""
        if self.total_outbufs_len and time.time() - self.last_activity > STALLED_S:
            return True
        if self.requests:
            return False
        if self.request is None:
            patience = IDLE_S if self.known else REQUEST_S
        else:
            patience = self.patience_with_body() if self.request.headers_finished else REQUEST_S
        return now - self.began > patience

    def patience_with_body(self) -> float:
        """Return how long the body may take: what only those we know send, longer."""
        if not self.known or size_of(self.request) <= SMALL_BODY:
            return BODY_S
        return ARCHIVE_S if self.request.path in ARCHIVES else PICTURE_S


class Doorman(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Waitress with places for everybody."""

    channel_class = Visitor
    knows: Knows = staticmethod(lambda address, said: False)
    crowding = False
    tidied = 0.0

    def add_task(self, task: Visitor) -> None:
        """Have a request answered, now that it is known who sent it."""
        task.recognise(task.requests[0])
        super().add_task(task)

    def handle_accept(self) -> None:
        """Let in whoever waits at the door."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break
        self.crowding = True

    def maintenance(self, now: float) -> None:
        """Do nothing yet: see ``tidy``."""

    def tidy(self) -> None:
        """Show out whoever keeps us waiting or takes too much room.

        To be called between two rounds of waitress's loop, never within: a new connection may get
        the number of one that was closed, and what the system had to say of that one with it.
        """
        now = time.monotonic()
        if now >= self.tidied + TIDY_S:
            self.tidied = now
            for one in list(self.active_channels.values()):
                if one.too_slow(now):
                    one.handle_close()
        elif not self.crowding:
            return
        self.crowding = False
        self.make_room()

    def make_room(self) -> None:
        """Where strangers hold too many connections, show the oldest ones out.

        Those that have just come may be anybody's: they count only where it gets really crowded.
        """
        crowded = len(self.active_channels) > CROWDED
        came = time.monotonic() - (0.0 if crowded else GRACE_S)
        strangers = [
            one for one in self.active_channels.values() if not one.known and one.began <= came
        ]
        for who, count in Counter(one.who for one in strangers).items():
            if count > OF_ONE_STRANGER:
                show_out([one for one in strangers if one.who == who], count - OF_ONE_STRANGER)
        if len(strangers) > OF_STRANGERS:
            show_out(strangers, len(strangers) - OF_STRANGERS)


def size_of(request: Any) -> int:
    """Return how large a request says its body is, or is already where it comes piece by piece."""
    return int(max(request.content_length, request.body_bytes_received))


def header(request: Any, name: str) -> str | None:
    """Return what a header of waitress's request says."""
    said: str | None = request.headers.get(name.upper().replace("-", "_"))
    return said


def show_out(visitors: list[Visitor], count: int) -> None:
    """Close the ``count`` oldest connections, those with a stream last.

    Never the newest: that may be a paired phone's, which has not said yet who it is.
    """
    for one in sorted(visitors, key=lambda one: (one.seat, one.began))[:count]:
        one.handle_close()

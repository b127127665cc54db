"""The stream of states (server-sent events): one complete state per event, in order.

A browser takes it up again by itself when it breaks; the first event is always the state of that
moment, so nothing has to be remembered on either side.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from threading import BoundedSemaphore

from flask import Blueprint, Response, abort, request

from companion.service.bulletin.bulletin import Bulletin
from companion.service.bulletin.state import State
from web.languages import gettext as _
from web.routes import live
from web.routes.data.state_json import state_json

STREAMS = 128
"""Streams at once, each with a thread of its own; how many of them strangers may have is told in
``web.access.precedence``.
"""

KEEP_ALIVE_S = 15.0
RETRY_MS = 2000

ALIVE = "event: alive\ndata:\n\n"
"""Said while nothing happens; an event, as a comment does not reach the page that waits for it."""

Gone = Callable[[], bool]
"""Tells whether whoever reads has gone."""

blueprint = Blueprint("events", __name__)
_seats = BoundedSemaphore(STREAMS)


@blueprint.get("/events")
def events() -> Response:
    """Send every state from now on."""
    return seated_stream(_seats, partial(stream, live().bulletin))


def seated_stream(seats: BoundedSemaphore, lines: Callable[[Gone], Iterator[str]]) -> Response:
    """Return a stream of events on a seat of its own; 503 where all are taken.

    ``lines`` yields the events, and ends when the reader is gone, which it can ask.
    """
    if not request.environ.get("companion.seat", True) or not seats.acquire(blocking=False):
        abort(503, _("Too many pages are open. This one asks for news now and then instead."))
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(lines(gone), mimetype="text/event-stream")
    # Not in the generator: one that is closed before its first line never runs at all.
    response.call_on_close(seats.release)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def stream(bulletin: Bulletin, gone: Gone) -> Iterator[str]:
    """Yield the states of ``bulletin`` as events, and that it lives while nothing happens.

    It ends when the reader is ``gone``.
    """
    yield f"retry: {RETRY_MS}\n\n"
    for state in bulletin.follow(KEEP_ALIVE_S, gone):
        yield ALIVE if state is None else event(state)


def event(state: State) -> str:
    """Return a state as one event."""
    return f"id: {state.version}\nevent: state\ndata: {json.dumps(state_json(state))}\n\n"

"""The stream of states (server-sent events): one complete state per event, in order.

A browser takes it up again by itself when it breaks; the first event is always the state of that
moment, so nothing has to be remembered on either side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import BoundedSemaphore

from flask import Blueprint, Response, abort

from companion.service.bulletin import Bulletin
from companion.service.state import State
from web.languages import gettext as _
from web.routes import live

STREAMS = 128
"""Streams at once.  Each holds a thread of the server (160), and pages must still get one."""

KEEP_ALIVE_S = 15.0
RETRY_MS = 2000

blueprint = Blueprint("events", __name__)
_seats = BoundedSemaphore(STREAMS)


@blueprint.get("/events")
def events() -> Response:
    """Send every state from now on."""
    if not _seats.acquire(blocking=False):
        abort(503, _("Too many pages are open. This one asks for news now and then instead."))
    response = Response(stream(live().bulletin), mimetype="text/event-stream")
    # Not in the generator: one that is closed before its first line never runs at all.
    response.call_on_close(_seats.release)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def stream(bulletin: Bulletin) -> Iterator[str]:
    """Yield the states of ``bulletin`` as events, and comments while nothing happens."""
    yield f"retry: {RETRY_MS}\n\n"
    for state in bulletin.follow(KEEP_ALIVE_S):
        yield ": keep-alive\n\n" if state is None else event(state)


def event(state: State) -> str:
    """Return a state as one event."""
    return f"id: {state.version}\nevent: state\ndata: {json.dumps(state.to_json())}\n\n"

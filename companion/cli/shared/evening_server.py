"""Serving an evening: the dashboard's address, the panel, signs of life, a quick end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event

from companion.cli.process_end import asked_to_end
from companion.service.evening.evening import Evening
from companion.service.ops.systemd import Notifier
from web import Server
from web.access.addresses import own_address

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::", "")


def serve(
    evening: Evening,
    server: Server,
    notifier: Notifier | None = None,
    hanging: Callable[[], str | None] = lambda: None,
) -> None:
    """Run until a signal asks for the end, then stop within two seconds, whatever is under way.

    ``hanging`` tells what does not get on; while it tells anything systemd gets no sign of life,
    and starts us anew when it loses patience.
    """
    notifier = notifier or Notifier()
    asked = asked_to_end()
    evening.start()
    server.start()
    notifier.ready("the dashboard is open")
    tend(asked, notifier, hanging)
    notifier.stopping()
    evening.stop()
    server.stop()


def tend(asked: Event, notifier: Notifier, hanging: Callable[[], str | None]) -> None:
    """Give signs of life until ``asked`` to end, but none while something hangs."""
    reported = None
    while not asked.wait(notifier.beat_s):
        stuck = hanging()
        if stuck is None:
            notifier.alive("all is well")
        elif stuck != reported:
            log.error("%s hangs; without a sign of life systemd will start anew", stuck)
            notifier.status(f"{stuck} hangs")
        reported = stuck


def address(host: str, port: int) -> str:
    """Return the address to type into a browser; a number, as not every phone finds names."""
    if host in EVERYWHERE:
        host = own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

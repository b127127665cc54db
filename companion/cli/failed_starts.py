"""A service that cannot start says so where people look: on the dashboard's own address."""

from __future__ import annotations

import logging

from companion.cli.process_end import asked_to_end
from companion.config import WebConfig
from companion.errors import CompanionError
from companion.service.ops.systemd import Notifier
from web import Server
from web.failed_start import AGAIN_S, create_failed_app

log = logging.getLogger(__name__)

SEEN_S = AGAIN_S - 5
"""Seconds for which it is said; then systemd starts anew, and what was mended is seen."""


def say_why(why: str, web: WebConfig, notifier: Notifier) -> bool:
    """Show for a while ``why`` the start failed; tell whether the end was asked for meanwhile.

    Systemd does not hear that the start is over: it is not.
    """
    log.error("%s", why)
    notifier.status(why)
    try:
        shown = why if web.view_open else None  # nobody can be asked who they are yet
        server = Server(create_failed_app(shown, extra_hosts=web.extra_hosts), web.host, web.port)
    except CompanionError as error:
        log.warning("nor can a page say so: %s", error)
        return False
    asked = asked_to_end()
    server.start()
    ended = asked.wait(SEEN_S)
    server.stop()
    return ended

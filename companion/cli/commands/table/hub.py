"""``companion hub``: the club's screen, which hears all tables and runs the tournament."""

from __future__ import annotations

import argparse
import logging
from contextlib import ExitStack
from dataclasses import replace

from companion import config
from companion.cli.commands.table.config import add_config_argument
from companion.cli.process_end import asked_to_end
from companion.cli.shared.argument_types import host, port
from companion.cli.shared.evening_server import address, tend
from companion.club.broker import broker_of
from companion.club.hub.hub import Hub
from companion.club.hub.ledger import Ledger
from companion.config.folders import state_dir
from companion.errors import BusyError, UsageError
from companion.journal import locked
from companion.retries import START_S
from companion.service.ops.systemd import Notifier
from web import Server
from web.club import Roles, create_hub_app
from web.club.roles import Role

HELP = "show all tables of a club on one screen, and run its tournament."
ALL = "0.0.0.0"
FOLDER = "hub"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration, and where the pages are."""
    add_config_argument(parser)
    parser.add_argument("--port", type=port, help="port of the pages (web.port)")
    parser.add_argument("--host", type=host, help="address to listen on (web.host; 0.0.0.0)")


def run(args: argparse.Namespace) -> int:
    """Serve the hub until Ctrl+C or SIGTERM; return 0."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    wanted = config.load(config.find(args.config))
    if not wanted.club.broker:
        raise UsageError(
            "the hub needs a broker; name its machine as club.broker, see docs/club.md"
        )
    web = replace(
        wanted.web, host=args.host or wanted.web.host or ALL, port=args.port or wanted.web.port
    )
    folder = state_dir(wanted) / FOLDER
    notifier = Notifier.from_environment()
    waits_s = START_S if notifier.heard else 0.0
    with ExitStack() as stack:
        if not stack.enter_context(locked(folder, waits_s)):
            raise BusyError(f"another hub is at work with {folder}; open its page, or end it first")
        ledger = Ledger(folder)
        stack.callback(ledger.close)
        hub = Hub(broker_of(wanted.club, "hub"), wanted.club.venue, ledger)
        local = web.host in config.LOOPBACK
        roles = Roles(folder, local=local, view_open=web.view_open, announce=say_code)
        app = create_hub_app(hub, roles, extra_hosts=web.extra_hosts)
        server = Server(app, web.host, web.port, waits_s)
        print(f"The hub is at {address(web.host, server.port)}", flush=True)
        serve(hub, server, notifier)
    return 0


def serve(hub: Hub, server: Server, notifier: Notifier) -> None:
    """Run until a signal asks for the end; while the hub hangs, systemd gets no sign of life."""
    asked = asked_to_end()
    hub.start()
    server.start()
    notifier.ready("the wall is open")
    tend(asked, notifier, hub.hanging)
    notifier.stopping()
    hub.stop()
    server.stop()


def say_code(role: Role, code: str) -> None:
    """Print the code that lets the next device of a role in."""
    print(f"The code of the next {role.name.lower()} is {code}.", flush=True)

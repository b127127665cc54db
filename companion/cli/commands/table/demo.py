"""``companion demo``: an evening on a simulated table, live on the dashboard."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path

from companion import games
from companion.cli.shared.argument_types import USUAL_PLAYERS, host
from companion.cli.shared.demo_tables import opener_of, photographed, simulated
from companion.cli.shared.evening_server import address, serve
from companion.cli.shared.guided_calibrator import GuidedCalibrator
from companion.config import LOOPBACK
from companion.errors import UsageError
from companion.games.base import Setup
from companion.journal import Journal, Seating
from companion.sentence import Sentence
from companion.service.evening.evening import Evening
from companion.service.evening.place import Place
from companion.sitting_folder import SittingFolder, read
from hardware.table import ordered
from hardware.table.faults import NAMES
from web import Server, create_app
from web.access.paired_devices import Pairing

HELP = "play a rendered or simulated game on the dashboard, without a camera."

STANDS_IN = "pictures of one game stand in for camera and players; nothing is kept"

GAME = "azul-2p-lamp-brackets"
"""The sitting that comes with the companion."""

INTERVAL_S = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where the dashboard is to be found, and what is played how fast."""
    parser.add_argument("--port", type=int, default=8080, help="port of the page (8080)")
    parser.add_argument(
        "--host",
        type=host,
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets every device at home look (127.0.0.1)",
    )
    parser.add_argument("--sitting", type=Path, metavar="DIR", help="play this sitting folder")
    parser.add_argument(
        "--interval",
        type=float,
        default=INTERVAL_S,
        metavar="S",
        help=f"seconds from picture to picture ({INTERVAL_S:g})",
    )
    parser.add_argument(
        "--manual", action="store_true", help="wait for the button on the page at every picture"
    )
    table = parser.add_argument_group("simulated table")
    table.add_argument("--game", choices=games.NAMES, help="play this game at the simulated table")
    table.add_argument("--variant", choices=("coloured", "grey"), help="side of the boards")
    table.add_argument("--players", type=int, help=f"number of seats ({USUAL_PLAYERS})")
    table.add_argument("--seed", type=int, default=1, help="another number, another evening (1)")
    table.add_argument("--turns", action="store_true", help="press after every turn")
    table.add_argument(
        "--faults", default="", metavar="LIST", help=f"what goes wrong: all, or {','.join(NAMES)}"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the dashboard until Ctrl+C or SIGTERM; return 0."""
    check(args)
    with as_file(files("companion") / "demo" / GAME) as own:
        evening = evening_of(read(args.sitting or own), args)
        devices = Pairing(local=args.host in LOOPBACK)
        notes = {"Camera": Sentence(STANDS_IN)}
        app = create_app(evening, notes=notes, devices=devices, calibrator=GuidedCalibrator(None))
        server = Server(app, args.host, args.port)
        print(f"The dashboard is at {address(args.host, server.port)}", flush=True)
        print(f"This is the simulated table: {STANDS_IN}. Ctrl+C ends it.", flush=True)
        if not devices.local:
            print(f"To press buttons, pair your device with the code {devices.code}.", flush=True)
        serve(evening, server)
    return 0


def check(args: argparse.Namespace) -> None:
    """Raise ``UsageError`` for numbers that make no sense."""
    if not 0 <= args.port <= 65535:
        raise UsageError(f"there is no port {args.port}; choose one from 1024 to 65535")
    if not 0 < args.interval <= 3600:
        raise UsageError(
            f"an interval of {args.interval:g} seconds is not possible; choose 0.1 to 3600"
        )
    if args.game and args.sitting:
        raise UsageError("choose a game to be simulated or a sitting folder, not both")
    told = {
        "--variant": args.variant,
        "--players": args.players is not None,
        "--turns": args.turns,
        "--faults": args.faults,
    }
    for option, given in told.items():
        if args.game is None and given:
            raise UsageError(
                f"{option} is for a game at the simulated table; name it with --game, "
                "or leave the option out"
            )


def evening_of(folder: SittingFolder, args: argparse.Namespace) -> Evening:
    """Return the running companion: a photographed game, or one at the simulated table."""
    first = first_of(folder, args)
    evening = Evening(
        opener_of(first, args.seed, ordered(args.faults)),
        Journal(None),
        autoplay=not args.manual,
        interval_s=args.interval,
    )
    evening.open(first())
    return evening


def first_of(folder: SittingFolder, args: argparse.Namespace) -> Callable[[], Place]:
    """Return what opens the game the demonstration begins with."""
    if args.game is None:
        return partial(photographed, folder)
    first = 0 if games.INFOS[args.game].tells_starter else None
    players = USUAL_PLAYERS if args.players is None else args.players
    setup = Setup(args.game, args.variant or "coloured", players, first)
    try:
        games.game(setup)
    except ValueError as error:
        raise UsageError(
            f"this cannot be played: {str(error).rstrip('.')}; choose again"
        ) from error
    seating = Seating(setup, turns=args.turns)
    return partial(simulated, seating, args.seed, ordered(args.faults))

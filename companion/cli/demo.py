"""``companion demo``: one photographed game on a simulated table, live on the dashboard."""

from __future__ import annotations

import argparse
from importlib.resources import as_file, files
from pathlib import Path

from companion.cli.serving import address, serve
from companion.errors import UsageError
from companion.service.keeper import Keeper
from companion.service.live import Live
from companion.sitting_folder import SittingFolder, read
from hardware.simulated import FolderCamera
from web import Server, create_app

HELP = "play a photographed game on a simulated table, live on the dashboard."

GAME = "azul-2p-lamp-brackets"
"""The sitting that comes with the companion."""

INTERVAL_S = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where the dashboard is to be found, and what is played how fast."""
    parser.add_argument("--port", type=int, default=8080, help="port of the page (8080)")
    parser.add_argument(
        "--host",
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


def run(args: argparse.Namespace) -> int:
    """Serve the dashboard until Ctrl+C or SIGTERM; return 0."""
    check(args)
    with as_file(files("companion") / "demo" / GAME) as own:
        live = live_of(read(args.sitting or own), args)
        server = Server(create_app(live), args.host, args.port)
        print(f"The dashboard is at {address(args.host, server.port)}", flush=True)
        print(
            "This is the simulated table: pictures of one game stand in for camera and players. "
            "Ctrl+C ends it.",
            flush=True,
        )
        serve(live, server)
    return 0


def check(args: argparse.Namespace) -> None:
    """Raise ``UsageError`` for numbers that make no sense."""
    if not 0 <= args.port <= 65535:
        raise UsageError(f"there is no port {args.port}; choose one from 1024 to 65535")
    if not 0 < args.interval <= 3600:
        raise UsageError(
            f"an interval of {args.interval:g} seconds is not possible; choose 0.1 to 3600"
        )


def live_of(folder: SittingFolder, args: argparse.Namespace) -> Live:
    """Return the running companion for a sitting folder."""
    return Live(
        folder.setup,
        FolderCamera(folder.path, [frame.file for frame in folder.frames]),
        [frame.moment for frame in folder.frames],
        lambda: Keeper.for_sitting(folder),
        autoplay=not args.manual,
        interval_s=args.interval,
    )

"""``companion doctor``: is everything as it should be?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING

from companion import config
from companion.cli.commands.table.config import add_config_argument
from companion.config import GameConfig
from companion.errors import UsageError

if TYPE_CHECKING:
    from hardware.doctor import Finding

HELP = "examine camera, pins, libraries, machine and club, and say what to mend."

EXIT_MEND = 1
MARKS = {"ok": "  ok", "note": "note", "mend": "MEND"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration and the form."""
    add_config_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per finding")


def game(wanted: GameConfig) -> Iterator[Finding]:
    """Yield what keeps the game of the configuration from being played."""
    from companion.cli.shared.config_check import setup_of
    from hardware.doctor.diagnosis import halves, mend

    try:
        setup_of(wanted)
    except UsageError as error:
        yield mend("game", *halves(str(error)))


def run(args: argparse.Namespace) -> int:
    """Print every finding; return 1 when something must be mended, else 0."""
    from hardware.doctor import Level, examine

    wanted = config.load(config.find(args.config))
    to_mend = 0
    for finding in chain(examine(wanted), game(wanted.game)):
        to_mend += finding.level is Level.MEND
        if args.json:
            print(json.dumps(asdict(finding)), flush=True)
            continue
        print(f"{MARKS[finding.level]}  {finding.topic}: {finding.text}", flush=True)
        if finding.remedy:
            print(f"      -> {finding.remedy}", flush=True)
    if not args.json:
        print(f"\n{to_mend} to mend." if to_mend else "\nNothing to mend.")
    return EXIT_MEND if to_mend else 0

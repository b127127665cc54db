"""``companion doctor``: is everything as it should be?"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from companion import config
from companion.cli.commands.table.config import add_config_argument

HELP = "examine camera, pins, libraries, machine and club, and say what to mend."

EXIT_MEND = 1
MARKS = {"ok": "  ok", "note": "note", "mend": "MEND"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration and the form."""
    add_config_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per finding")


def run(args: argparse.Namespace) -> int:
    """Print every finding; return 1 when something must be mended, else 0."""
    from hardware.doctor import Level, examine

    wanted = config.load(config.find(args.config))
    to_mend = 0
    for finding in examine(wanted):
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

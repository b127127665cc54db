"""``companion verify FILE...``: recorded games against the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.verify import Verdict, verify

HELP = "check recorded games against the rules."
EXIT_DIFFERENT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="games as JSON lines after a header line, also gzipped (.gz)",
    )


def run(args: argparse.Namespace) -> int:
    """Print every difference and a line per file; return 0 when there is no difference."""
    verdicts = [_reported(verify(path)) for path in args.files]
    return EXIT_DIFFERENT if any(verdict.differences for verdict in verdicts) else 0


def _reported(verdict: Verdict) -> Verdict:
    for difference in verdict.differences:
        print(f"{verdict.path}: {difference}")
    apart = [
        f"{count} {what}"
        for count, what in ((verdict.incomplete, "incomplete"), (verdict.flagged, "flagged"))
        if count
    ]
    print(
        f"{verdict.path}: {verdict.checked} games of {verdict.game} checked, "
        f"{len(verdict.differences)} differences"
        + (f"; apart: {', '.join(apart)}" if apart else ""),
        flush=True,
    )
    return verdict

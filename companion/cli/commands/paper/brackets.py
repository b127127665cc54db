"""``companion brackets``: the corner brackets as a PDF in exact size."""

from __future__ import annotations

import argparse

from calibration.print import bracket_pdf
from companion.cli.shared.print_options import add_paper_arguments, save

HELP = "make a PDF of the corner brackets to cut out, in exact size."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the number of boards and the paper."""
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help="boards to make brackets for (4)"
    )
    add_paper_arguments(parser, "brackets.pdf")


def run(args: argparse.Namespace) -> int:
    """Write the PDF; return 0."""
    save(args.out, bracket_pdf(args.players, args.paper))
    return 0

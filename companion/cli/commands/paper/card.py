"""``companion card``: the quick-start card with the dashboard's QR code, as a PDF."""

from __future__ import annotations

import argparse

from calibration.print import card_pdf
from companion.cli.shared.print_options import add_paper_arguments, save

HELP = "make a PDF of the quick-start card with the QR code of the dashboard."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address and the paper."""
    parser.add_argument(
        "--address",
        default="http://companion.local:8080",
        help="address of the dashboard (http://companion.local:8080)",
    )
    add_paper_arguments(parser, "card.pdf")


def run(args: argparse.Namespace) -> int:
    """Write the PDF; return 0."""
    save(args.out, card_pdf(args.address, args.paper))
    return 0

"""``companion charuco``: the sheet from which the lens is measured, as a PDF."""

from __future__ import annotations

import argparse

from calibration.print import charuco_pdf
from companion.cli.shared.print_options import add_paper_arguments, save

HELP = "make a PDF of the sheet from which the camera's lens is measured."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the paper."""
    add_paper_arguments(parser, "charuco.pdf")


def run(args: argparse.Namespace) -> int:
    """Write the PDF; return 0."""
    save(args.out, charuco_pdf(args.paper))
    return 0

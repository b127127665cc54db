"""What the commands that print have in common: the paper, and the file they write."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.print.paper_page import PAPERS
from companion.cli.shared.output_files import check_outputs, writing
from companion.errors import UsageError
from companion.whole_file import write_whole


def add_paper_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the paper and the file; ``name`` is the file written without ``--out``."""
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="paper size (a4)")
    parser.add_argument(
        "--out", type=Path, default=Path(name), metavar="FILE", help=f"file to write ({name})"
    )


def save(path: Path, document: bytes) -> None:
    """Write a PDF and say how to print it; an older file of the same name is replaced."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file in it, such as {path / 'sheet.pdf'}")
    check_outputs([path])
    with writing(path):
        write_whole(path, document)
    print(f"{path} is written. Print it at 100 %, not fitted to the page, and check the bar on it.")

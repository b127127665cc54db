"""``companion import``: a sitting from an archive into the journal."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.shared.journals import add_journal_arguments, opened_journal
from companion.journal import import_sitting

HELP = "take a sitting over that was exported, here or on another table."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the archive."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what 'companion export' wrote")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Take the sitting over and say under which number."""
    with opened_journal(args, new=True) as journal:
        number = import_sitting(journal, args.file)
    print(f"{args.file.name} is sitting {number} now")
    return 0

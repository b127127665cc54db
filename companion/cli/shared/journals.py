"""Where the commands find the journal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import config
from companion.cli.commands.table.config import add_config_argument
from companion.cli.shared.argument_types import folder_named
from companion.config.folders import state_dir
from companion.errors import UsageError
from companion.journal import Journal, locked
from companion.journal.journal import FILE


def add_journal_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration and ``--state``."""
    add_config_argument(parser)
    parser.add_argument(
        "--state",
        type=folder_named,
        metavar="DIR",
        help="the folder the companion keeps its state in (service.state_dir)",
    )


def journal_folder(args: argparse.Namespace) -> Path:
    """Return the folder of the journal that the arguments mean."""
    own: Path = args.state or state_dir(config.load(config.find(args.config)))
    return own


@contextmanager
def opened_journal(args: argparse.Namespace, *, new: bool = False) -> Iterator[Journal]:
    """Open the journal that the arguments mean; only with ``new`` one that is not there yet.

    What was found wrong with it is told once, beside what the command prints.
    """
    folder = journal_folder(args)
    if not new and not (folder / FILE).exists():
        raise UsageError(f"there is no journal in {folder} yet; play a game first")
    with locked(folder) as alone:
        journal = Journal(folder, alone=alone)
        if journal.notice:
            print(journal.notice, file=sys.stderr)
        try:
            yield journal
        finally:
            journal.close()

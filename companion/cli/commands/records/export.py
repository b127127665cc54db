"""``companion export``: a sitting with its pictures in one file."""

from __future__ import annotations

import argparse
from os.path import realpath
from pathlib import Path
from zipfile import is_zipfile

from companion.cli.shared.journals import add_journal_arguments, journal_folder, opened_journal
from companion.errors import UsageError
from companion.journal import export_sitting
from companion.journal.archive import archive_name

HELP = "write a sitting of the history with its pictures into one file."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which sitting, and where to."""
    parser.add_argument(
        "sitting", type=int, metavar="NUMBER", help="the sitting's number in 'companion history'"
    )
    parser.add_argument("--to", type=Path, metavar="FILE", help="the archive (DAY-GAME-NUMBER.zip)")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Write the archive and say what is in it."""
    with opened_journal(args) as journal:
        kept = journal.sitting(args.sitting)
        name = archive_name(kept.at, kept.seating.setup.game, kept.id)
        path = args.to or Path(name)
        check_place(path, journal_folder(args))
        pictures = export_sitting(journal, kept.id, path)
    print(f"{path}: {kept.events} events, {pictures} pictures")
    return 0


def check_place(path: Path, folder: Path) -> None:
    """Raise ``UsageError`` for a file that the companion keeps in its ``folder``.

    An archive that was written there before may be written anew.
    """
    place, own = Path(realpath(path)), Path(realpath(folder))
    if own in place.parents and place.is_file() and not is_zipfile(place):
        raise UsageError(
            f"{path} is the companion's own and would be lost; name another file to write"
        )

"""``companion import``: a sitting from an archive into the journal."""

from __future__ import annotations

import argparse
import errno
import stat
from pathlib import Path

from companion.cli.shared.journals import add_journal_arguments, opened_journal
from companion.errors import UsageError
from companion.journal.archive import opened_archive, take_over

HELP = "take a sitting over that was exported, here or on another table."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the archive."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what 'companion export' wrote")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Take the sitting over and say under which number."""
    check_file(args.file)
    with opened_archive(args.file) as archive, opened_journal(args, new=True) as journal:
        number = take_over(journal, archive)
    print(f"{args.file.name} is sitting {number} now")
    return 0


def check_file(path: Path) -> None:
    """Raise ``UsageError`` for a file that cannot be read, whatever is in it.

    A pipe or a device is none: an archive is read from its end, and theirs may never come.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise OSError(errno.ESPIPE, "it is no ordinary file")
        path.open("rb").close()
    except OSError as error:
        raise UsageError(
            f"the archive {path} cannot be read ({error.strerror}); name another file"
        ) from error

"""The command line as a parser, built from the command modules it needs."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from keyword import iskeyword
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from companion.cli.commands import COMMANDS
from companion.cli.installation import import_remedy
from companion.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DISTRIBUTION = "table-companion"

BESIDE = re.compile(r"-[\d.]+,-?[\d.]+")
"""A place left of a picture, as it is typed."""


class Command(Protocol):
    """What a module provides to be a command."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and return the exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence, like everything else here."""

    def error(self, message: str) -> NoReturn:
        """Raise ``UsageError`` with argparse's sentence and where to read on."""
        raise UsageError(f"{message}; '{self.prog} --help' shows what is possible")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help; argparse's own says nothing where it cannot be written."""
        (file or sys.stdout).write(message)


def load(name: str) -> Command:
    """Import the command module ``name``; one that Python keeps for itself ends with ``_``."""
    own = f"{name}_" if iskeyword(name) else name
    return cast(Command, import_module(f"companion.cli.commands.{COMMANDS[name]}.{own}"))


def wanted(arguments: Sequence[str], commands: Sequence[str]) -> tuple[str, ...]:
    """Return the commands whose modules the command line needs: the one it names, or all."""
    named = tuple(name for name in commands if name in arguments[:1])
    return named or tuple(commands)


def with_places(arguments: Sequence[str]) -> list[str]:
    """Return arguments of which places like ``-12,40`` are taken for values, not for options.

    What begins with a space is never an option, and a number may.
    """
    return [f" {each}" if BESIDE.fullmatch(each) else each for each in arguments]


def with_files(arguments: Sequence[str]) -> list[str]:
    """Return arguments of which names of files here that begin with ``-`` are taken for them.

    No option has one dash and more than a letter.
    """
    return [f"./{each}" if _is_dashed_file(each) else each for each in arguments]


def _is_dashed_file(argument: str) -> bool:
    dashed = argument.startswith("-") and not argument.startswith("--") and len(argument) > 2
    return dashed and os.path.lexists(argument)


def build_parser(commands: Sequence[str]) -> Parser:
    """Return a parser that knows ``commands``; each command's module is imported for it."""
    parser = Parser(
        prog="companion",
        description="A camera score-keeper for the Azul family of board games.",
        epilog="'companion COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"companion {version()}")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in commands:
        add_command(choices, name, alone=len(commands) == 1)
    return parser


def add_command(choices: argparse._SubParsersAction[Parser], name: str, *, alone: bool) -> None:
    """Add one command.

    Where a library it needs cannot be loaded, the list of all commands says so and goes on;
    a command asked for ``alone`` lets the error through.
    """
    try:
        module = load(name)
    except ImportError as error:
        if alone or import_remedy(error) is None:
            raise
        choices.add_parser(name, help=f"(cannot start here: {error})", add_help=False)
        return
    parser = choices.add_parser(name, help=module.HELP, description=module.HELP)
    module.add_arguments(parser)


def version() -> str:
    """Return the installed version, or say that there is none."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "(not installed)"

"""From a command line to the command that it asks for, and to an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.cli import EXIT_INTERRUPTED
from companion.cli.command_line import build_parser, load, wanted, with_files, with_places
from companion.cli.commands import COMMANDS
from companion.cli.complaints import complaint, in_one_line, leave_broken_pipe
from companion.cli.installation import check_packages
from companion.cli.output_streams import mend_streams
from companion.cli.process_end import Asked, end, heed_sigterm
from companion.errors import BusyError, CameraLost, DeviceError

EXIT_ERROR = 2
EXIT_FOR_NOW = 3
"""A device does not work, or something is busy: what was asked for may work in a moment.

So the service is started anew after this code, and not after ``EXIT_ERROR``.
"""

FOR_NOW = (BusyError, CameraLost, DeviceError)


def process(argv: Sequence[str]) -> NoReturn:
    """Run the command line of this process, and end it: it may have threads that go on."""
    mend_streams()
    heed_sigterm(argv)
    try:
        code = carried_out(argv)
    except Asked:
        code = 0
    end(code)


def carried_out(argv: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    Whatever goes wrong through no fault of ours becomes one sentence on standard error and exit
    code 2, or 3 where it may work in a moment; only a mistake in this program shows a traceback.
    """
    arguments = list(argv) or ["--help"]
    try:
        return dispatch(arguments)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return leave_broken_pipe()
    except Exception as error:
        sentence = complaint(error)
        if sentence is None:
            raise
        print(f"companion: {in_one_line(sentence)}", file=sys.stderr)
        return EXIT_FOR_NOW if isinstance(error, FOR_NOW) else EXIT_ERROR


def dispatch(arguments: list[str]) -> int:
    """Find the command that ``arguments`` ask for, run it, and return its exit code."""
    check_packages()
    parser = build_parser(wanted(arguments, tuple(COMMANDS)))
    try:
        args = parser.parse_args(with_places(with_files(arguments)))
    except SystemExit as done:  # argparse leaves this way after --help and --version
        sys.stdout.flush()
        return int(done.code or 0)
    code = load(args.command).run(args)
    sys.stdout.flush()
    return code

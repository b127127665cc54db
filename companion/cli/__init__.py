"""The commands, one module each, and what they have in common.

A command is a module in a room of ``commands``, named in ``COMMANDS``, with

* ``HELP``: one line for the list of commands,
* ``add_arguments(parser)``: its own arguments,
* ``run(args) -> int``: the work; returns the exit code.

A module is imported only when the command line asks for it, so ``companion rules`` never loads
OpenCV.  The commands are the composition root: they alone may import every package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from companion.cli.command_line import build_parser, load, wanted, with_places
from companion.cli.commands import COMMANDS
from companion.cli.complaints import complaint, in_one_line, leave_broken_pipe
from companion.cli.installation import check_packages
from companion.cli.output_streams import mend_streams
from companion.cli.process_end import Asked, end, heed_sigterm
from companion.errors import CameraLost, DeviceError

os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
"""OpenCV complains in its own words beside our sentence; it looks here when it is first loaded."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
"""A picture with more is not unpacked: a small file can be one that no memory holds.

As many as ``companion.service.pictures.photograph.MOST_PIXELS``.
"""

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Our matrices are small: more threads only wait for each other, and for everybody else."""

EXIT_ERROR = 2
EXIT_DEVICE = 3
"""A camera or a panel does not work: what was asked for is right, and may work in a moment.

So the service is started anew after this code, and not after ``EXIT_ERROR``.
"""
EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without ``argv`` it is the process's own.

    That is ended here, as it may have threads that do not end by themselves.
    """
    if argv is not None:
        return carried_out(argv)
    mend_streams()
    heed_sigterm(sys.argv[1:])
    try:
        code = carried_out(sys.argv[1:])
    except Asked:
        code = 0
    end(code)


def carried_out(argv: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    Whatever goes wrong through no fault of ours becomes one sentence on standard error and exit
    code 2, or 3 where a device does not work; only a mistake in this program shows a traceback.
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
        return EXIT_DEVICE if isinstance(error, CameraLost | DeviceError) else EXIT_ERROR


def dispatch(arguments: list[str]) -> int:
    """Find the command that ``arguments`` ask for, run it, and return its exit code."""
    check_packages()
    parser = build_parser(wanted(arguments, tuple(COMMANDS)))
    try:
        args = parser.parse_args(with_places(arguments))
    except SystemExit as done:  # argparse leaves this way after --help and --version
        sys.stdout.flush()
        return int(done.code or 0)
    code = load(args.command).run(args)
    sys.stdout.flush()
    return code

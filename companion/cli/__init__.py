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

os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
"""OpenCV complains in its own words beside our sentence; it looks here when it is first loaded."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
"""A picture with more is not unpacked: a small file can be one that no memory holds.

As many as ``companion.service.pictures.photograph.MOST_PIXELS``.
"""

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Our matrices are small: more threads only wait for each other, and for everybody else."""

EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without ``argv`` it is the process's own.

    Everything else is imported in here, so that Ctrl-C is quiet from the first moment on.
    """
    try:
        from companion.cli.dispatch import carried_out, process

        return process(sys.argv[1:]) if argv is None else carried_out(argv)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED

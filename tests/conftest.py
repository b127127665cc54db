"""What holds for all tests."""

import gc
import os
import sys
from pathlib import Path

from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

settings.register_profile("ours", deadline=None)  # machines differ by a factor of three
settings.load_profile("ours")

if "PYTEST_XDIST_WORKER" in os.environ:  # workers share the cores; threads of each would only wait
    for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(threads, "1")

COMPILED = Path(sys.prefix) / "compiled"
"""What is compiled is kept: many tests start the companion, hundreds make its pages anew."""

(COMPILED / "pages").mkdir(parents=True, exist_ok=True)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(COMPILED))
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(COMPILED / "pages"))}


def pytest_collection_finish():
    """Keep what never changes, thousands of tests, out of every sweep for rubbish."""
    gc.collect()
    gc.freeze()

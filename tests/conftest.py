"""What holds for all tests."""

import gc
import os
import sys
from pathlib import Path

from hypothesis import settings

settings.register_profile("ours", deadline=None)  # machines differ by a factor of three
settings.load_profile("ours")

# Many tests start the companion as a process; compiled once it starts in half the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(sys.prefix) / "compiled"))


def pytest_collection_finish():
    """Keep what never changes, thousands of tests, out of every sweep for rubbish."""
    gc.collect()
    gc.freeze()

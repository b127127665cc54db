"""What holds for all tests."""

import gc
import os
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

# Machines differ by a factor of three. Every run tries other examples, so half of them will do.
settings.register_profile("ours", deadline=None, max_examples=50)
settings.load_profile("ours")

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(threads, "1")  # workers share the cores; more would only wait

COMPILED = Path(sys.prefix) / "compiled"
"""What is compiled is kept: many tests start the companion, hundreds make its pages anew."""

(COMPILED / "pages").mkdir(parents=True, exist_ok=True)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(COMPILED))
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(COMPILED / "pages"))}


class KnownRule(Rule):
    """An address that is compiled once in all apps: that takes half of the time of making one."""

    known: ClassVar = {}

    def compile(self):
        what = (self.rule, self.subdomain, self.host, self.merge_slashes, repr(self.defaults))
        if what not in self.known:
            before = dict(self.__dict__, arguments=None)  # this one grows in its place
            super().compile()
            after = self.__dict__.items()
            self.known[what] = {key: new for key, new in after if before.get(key) is not new}
        self.__dict__ |= self.known[what]


Flask.url_rule_class = KnownRule


@pytest.fixture
def clock_of(monkeypatch):
    """Sets this machine's clock to another zone, told as POSIX does: no list of zones is needed."""
    yield lambda zone: (monkeypatch.setenv("TZ", zone), time.tzset())
    monkeypatch.undo()
    time.tzset()


def pytest_collection_finish():
    """Keep what never changes, thousands of tests, out of every sweep for rubbish."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # a sweep after every 700 new things takes a twentieth of all

"""The published picamera2 without a Pi: its source, and its real class over stubbed drivers."""

import ast
import contextlib
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import pytest

DRIVERS = (
    "av",
    "jsonschema",
    "kms",
    "libarchive",
    "libcamera",
    "pidng",
    "pidng.camdefs",
    "pidng.core",
    "prctl",
    "pykms",
    "tqdm",
    "videodev2",
    "OpenEXR",
)
"""What picamera2 imports and only a Pi has."""


def source():
    """picamera2.py as published, without importing it; a Pi's CI must have it."""
    spec = find_spec("picamera2")
    if spec is None or spec.origin is None:
        if os.environ.get("CI"):
            pytest.fail("picamera2 is missing: 'make setup' installs it for the contract tests")
        pytest.skip("picamera2 is not installed; 'make setup' does it")
    return ast.parse(Path(spec.origin).with_name("picamera2.py").read_text(encoding="utf-8"))


class Stub(ModuleType):
    """A driver's module in which everything exists and does nothing."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = MagicMock(name=f"{self.__name__}.{name}")
        setattr(self, name, value)
        return value


@contextlib.contextmanager
def stubbed(modules=DRIVERS):
    """The drivers as stubs while picamera2 is imported; afterwards everything as it was."""
    before = dict(sys.modules)
    for name in modules:
        if name == "libcamera" or find_spec_or_none(name) is None:
            sys.modules[name] = Stub(name)
    try:
        yield
    finally:
        for name in set(sys.modules) - set(before):
            if name.partition(".")[0] in (*modules, "picamera2"):
                del sys.modules[name]
        sys.modules.update({name: before[name] for name in before if name in modules})


def find_spec_or_none(name):
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None


def load():
    """The real picamera2 package; use inside ``stubbed()``."""
    source()
    return import_module("picamera2")

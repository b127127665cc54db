"""The machine as the doctor sees it: files under one root, commands, libraries.

Tests hand in a root of their own with a ``/sys``, ``/proc``, ``/dev`` as they want it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module, metadata
from pathlib import Path

COMMAND_TIMEOUT_S = 5.0

SERVICE = "companion.service"


def run_command(command: Sequence[str]) -> str:
    """Return what a command prints; empty where it does not exist, fails or takes too long."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=COMMAND_TIMEOUT_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def load_library(name: str) -> str:
    """Import a library and return its version; raises whatever importing raises."""
    module = import_module(name)
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return str(getattr(module, "__version__", "unknown version"))


def port_is_free(host: str, port: int) -> bool:
    """Tell whether one could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host or "0.0.0.0", port), family=family).close()
    except OSError:
        return False
    return True


def answers(host: str, port: int) -> bool:
    """Tell whether somebody listens there."""
    try:
        socket.create_connection((host, port), COMMAND_TIMEOUT_S).close()
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class System:
    """The machine: where its files are and how to ask it."""

    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    run: Callable[[Sequence[str]], str] = run_command
    load: Callable[[str], str] = load_library
    access: Callable[[Path, int], bool] = os.access
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    port_is_free: Callable[[str, int], bool] = port_is_free
    answers: Callable[[str, int], bool] = answers

    def path(self, absolute: str) -> Path:
        """Return where ``absolute`` lies below the root."""
        return self.root / absolute.lstrip("/")

    def read(self, absolute: str) -> str:
        """Return a file's text without blanks and zeros at its ends; empty where there is none."""
        try:
            text = self.path(absolute).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return text.strip(" \t\n\0")

    def glob(self, pattern: str) -> list[Path]:
        """Return the files that match an absolute pattern, sorted."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    def shown(self, path: Path) -> str:
        """Return a path as people know it."""
        return f"/{path.relative_to(self.root)}" if path.is_relative_to(self.root) else str(path)

"""The pictures beside the journal: files named by the hash of their content, within a limit."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from companion.errors import JournalError
from companion.sentence import Sentence

LIMIT = 400_000_000
"""Bytes of pictures kept: some fifty evenings."""

SUFFIX = ".jpg"
NAME = re.compile(r"[0-9a-f]{64}")


class PictureStore:
    """Pictures in a folder, or in memory where ``folder`` is None."""

    def __init__(self, folder: Path | None, limit: int | None = None) -> None:
        """Use ``folder``, made when first needed; ``limit`` is in bytes."""
        self._folder = folder
        self._limit = LIMIT if limit is None else limit
        self._memory: dict[str, bytes] = {}

    def add(self, jpeg: bytes) -> str:
        """Keep a picture and return its hash; when this returns it is on the disk.

        Raises ``JournalError`` when the disk is full or cannot be written.
        """
        name = hashlib.sha256(jpeg).hexdigest()
        if self._folder is None:
            self._memory[name] = jpeg
            return name
        try:
            self._write(self._folder, name, jpeg)
        except OSError as error:
            raise JournalError(
                Sentence(
                    "the picture cannot be kept ({error}); make room on the disk",
                    error=error.strerror,
                ),
                full=error.errno == errno.ENOSPC,
            ) from error
        return name

    def get(self, name: str) -> bytes | None:
        """Return a picture's bytes, or None when it is not (or no longer) kept."""
        if not NAME.fullmatch(name):
            return None
        if self._folder is None:
            return self._memory.get(name)
        try:
            return (self._folder / (name + SUFFIX)).read_bytes()
        except OSError:
            return None

    def prune(self, newest_first: Iterable[str]) -> None:
        """Delete what goes beyond the limit; the order is the order of worth, first most."""
        room = self._limit
        kept: set[str] = set()
        for name in newest_first:
            if name in kept:
                continue
            room -= self._size(name)
            if room < 0 and kept:
                break
            kept.add(name)
        if room < 0:
            self._keep_only(kept)

    def _write(self, folder: Path, name: str, jpeg: bytes) -> None:
        """Write to a file of another name, sync it, rename it, and sync the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / (name + SUFFIX)
        if path.exists():
            return
        unfinished = path.with_suffix(".part")
        try:
            with unfinished.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        sync_folder(folder)

    def _size(self, name: str) -> int:
        if self._folder is None:
            return len(self._memory.get(name, b""))
        try:
            return (self._folder / (name + SUFFIX)).stat().st_size
        except OSError:
            return 0

    def _keep_only(self, kept: set[str]) -> None:
        if self._folder is None:
            self._memory = {name: jpeg for name, jpeg in self._memory.items() if name in kept}
            return
        for path in self._folder.glob(f"*{SUFFIX}"):
            if path.stem not in kept:
                path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

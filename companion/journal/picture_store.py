"""The pictures beside the journal: files named by the hash of their content, within a limit."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from companion.errors import JournalError
from companion.sentence import Sentence
from companion.whole_file import sync_folder

LIMIT = 400_000_000
"""Bytes of pictures kept: some fifty evenings."""

IN_MEMORY = 100_000_000
"""Bytes of them kept in memory where there is no folder; what is more goes to a temporary one."""

SUFFIX = ".jpg"
UNFINISHED = ".part"
NAME = re.compile(r"[0-9a-f]{64}")


class PictureStore:
    """Pictures in a folder; where ``folder`` is None in memory, the oldest in a temporary one."""

    def __init__(
        self, folder: Path | None, limit: int | None = None, in_memory: int = IN_MEMORY
    ) -> None:
        """Use ``folder``, made when first needed; ``limit`` and ``in_memory`` are in bytes."""
        self._folder = folder
        self._limit = LIMIT if limit is None else limit
        self._memory = Memory(0 if folder else in_memory)
        self._temporary: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Delete what was kept for as long as this process runs."""
        if self._temporary is not None:
            self._temporary.cleanup()
            self._folder = self._temporary = None

    def add(self, jpeg: bytes) -> str:
        """Keep a picture and return its hash; when this returns it is on the disk.

        Raises ``JournalError`` when the disk is full or cannot be written.
        """
        name = hashlib.sha256(jpeg).hexdigest()
        try:
            if self._folder is None or self._temporary is not None:
                for old, other in self._memory.add(name, jpeg):
                    self._write(self._beyond(), old, other)
            else:
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
        """Return a picture's bytes, or None when it is not (or no longer) kept as it was."""
        if not NAME.fullmatch(name):
            return None
        if (found := self._memory.get(name)) is not None or self._folder is None:
            return found
        try:
            jpeg = (self._folder / (name + SUFFIX)).read_bytes()
        except OSError:
            return None
        return jpeg if hashlib.sha256(jpeg).hexdigest() == name else None

    def holds(self, name: str) -> bool:
        """Tell whether a picture is kept, without looking into it."""
        return bool(NAME.fullmatch(name)) and self._size(name) > 0

    def forget(self, names: Iterable[str]) -> None:
        """Delete pictures, wherever they are kept."""
        gone = set(names)
        self._memory.forget(gone)
        for name in gone if self._folder else ():
            assert self._folder is not None
            (self._folder / (name + SUFFIX)).unlink(missing_ok=True)

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

    def _beyond(self) -> Path:
        """Return the folder for what there is no room for in memory; it goes with the process."""
        if self._temporary is None:
            self._temporary = TemporaryDirectory(
                prefix="companion-pictures-", ignore_cleanup_errors=True
            )
            self._folder = Path(self._temporary.name)
        assert self._folder is not None
        return self._folder

    def _write(self, folder: Path, name: str, jpeg: bytes) -> None:
        """Write to a file of another name, sync it, rename it, and sync the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / (name + SUFFIX)
        if path.exists() and path.read_bytes() == jpeg:  # not damaged since
            return
        unfinished = path.with_suffix(UNFINISHED)
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
        found = self._memory.get(name)
        if found is not None or self._folder is None:
            return len(found or b"")
        try:
            return (self._folder / (name + SUFFIX)).stat().st_size
        except OSError:
            return 0

    def _keep_only(self, kept: set[str]) -> None:
        self._memory.keep_only(kept)
        for path in self._folder.glob(f"*{SUFFIX}") if self._folder else ():
            if path.stem not in kept:
                path.unlink(missing_ok=True)


class Memory:
    """Pictures in memory by hash, newest last, up to ``room`` bytes.  Safe for threads."""

    def __init__(self, room: int) -> None:
        """Begin empty."""
        self._room = room
        self._kept: dict[str, bytes] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many bytes are kept."""
        return sum(map(len, self._kept.values()))

    def add(self, name: str, jpeg: bytes) -> list[tuple[str, bytes]]:
        """Keep a picture; return those there is no more room for, oldest first."""
        with self._lock:
            self._kept[name] = jpeg
            gone = []
            over = len(self) - self._room
            for old in [*self._kept][:-1]:
                if over <= 0:
                    break
                gone.append((old, self._kept.pop(old)))
                over -= len(gone[-1][1])
            return gone

    def get(self, name: str) -> bytes | None:
        """Return a picture that is kept."""
        with self._lock:
            return self._kept.get(name)

    def forget(self, names: Collection[str]) -> None:
        """Forget some."""
        with self._lock:
            self._kept = {name: jpeg for name, jpeg in self._kept.items() if name not in names}

    def keep_only(self, names: Collection[str]) -> None:
        """Forget all others."""
        with self._lock:
            self._kept = {name: jpeg for name, jpeg in self._kept.items() if name in names}

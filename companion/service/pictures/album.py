"""The pictures of the last frames, by number, for the pages that show them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from companion.ports import Picture

KEPT = 40
"""Pictures kept: half a megabyte each."""


@dataclass(frozen=True, slots=True)
class Print:
    """A picture as pages get it: its JPEG bytes, a tag of its content, its size in pixels."""

    jpeg: bytes
    tag: str
    width: int
    height: int


class Album:
    """The last pictures taken.  Safe to use from several threads."""

    def __init__(self, kept: int = KEPT) -> None:
        """Begin empty; keep the last ``kept`` pictures."""
        self._kept = kept
        self._prints: OrderedDict[int, Print] = OrderedDict()
        self._count = 0
        self._lock = Lock()

    def add(self, picture: Picture) -> int:
        """Keep a picture and return the number it can be had by, from 1 on."""
        height, width = picture.pixels.shape[:2]
        tag = hashlib.sha256(picture.jpeg).hexdigest()[:20]
        with self._lock:
            self._count += 1
            self._prints[self._count] = Print(picture.jpeg, tag, width, height)
            while len(self._prints) > self._kept:
                self._prints.popitem(last=False)
            return self._count

    @property
    def newest(self) -> Print | None:
        """The picture taken last; None before the first."""
        with self._lock:
            return next(reversed(self._prints.values()), None)

    def tagged(self, tag: str) -> Print | None:
        """Return the picture with this tag, or None when it is not (or no longer) here."""
        with self._lock:
            return next((one for one in self._prints.values() if one.tag == tag), None)

    def get(self, number: int) -> Print | None:
        """Return the picture with this number, or None when it is not (or no longer) here."""
        with self._lock:
            return self._prints.get(number)

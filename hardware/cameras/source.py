"""What a kind of camera provides, and how it says that it cannot.

A ``Source`` is one attempt at a camera: opened once, asked for pictures, closed.  Everything that
is the same for all cameras (time limits, trying again, JPEG) is ``SteadyCamera``'s work.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

from companion.arrays import Image
from companion.sentence import Sentence


class Failure(StrEnum):
    """Why a camera gives no picture."""

    LIBRARY = "library"
    MISSING = "missing"
    BUSY = "busy"
    SILENT = "silent"
    FROZEN = "frozen"
    FORMAT = "format"


ABSENT = (Failure.MISSING, Failure.LIBRARY)
"""The failures that mean: there is no such camera here."""


class SourceError(Exception):
    """Raised when a camera cannot be opened or gives no picture.

    The message says what happened; ``remedy`` what to do, as the second half of a sentence.
    """

    def __init__(self, failure: Failure, message: str, remedy: str) -> None:
        """Keep the kind of failure and the remedy beside the message."""
        super().__init__(message)
        self.failure = failure
        self.remedy = remedy

    @property
    def sentence(self) -> Sentence:
        """The whole sentence."""
        return Sentence("{what}; {remedy}", what=str(self), remedy=self.remedy)


class Source(Protocol):
    """One opened camera.  Any method may block: the caller sets the limits."""

    def open(self) -> str:
        """Start the camera; return what it is in a few words.  Raises ``SourceError``."""

    def grab(self) -> tuple[Image, Mapping[str, Any]]:
        """Return a picture exposed after this call, and how it was taken."""

    def close(self) -> None:
        """Give the camera free; harmless when it was never opened."""

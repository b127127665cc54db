"""What the companion needs from outside, as small protocols.

Each has a real and a simulated implementation in ``hardware``; a new device is one more class with
these few methods.  Nothing here knows games or pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One frame as a camera gave it.

    ``jpeg`` are its bytes for showing, ``pixels`` the same decoded: (H, W, 3), uint8, BGR.
    ``record`` tells how it was taken (exposure, gains, focus), as far as the camera says; a real
    camera writes it into the JPEG as well.
    """

    name: str
    jpeg: bytes
    pixels: NDArray[np.uint8]
    record: Mapping[str, Any] = field(default_factory=dict)


class Camera(Protocol):
    """Something that takes pictures of the table."""

    def frame(self) -> Picture:
        """Take a picture now; raises ``PictureError`` with one sentence when it cannot.

        Raises ``CameraLost`` while there is no camera; asked again, it looks for it again.
        """

    def rewind(self) -> None:
        """Begin again with an empty table; a real camera measures the light anew."""


class Gesture(StrEnum):
    """What a player said with a button."""

    PRESS = "press"
    """My turn is done."""
    HOLD = "hold"
    """Score the round."""
    DOUBLE = "double"
    """Undo the last step."""


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One gesture on a button; ``seat`` is None for a button that all share."""

    gesture: Gesture
    seat: int | None = None


class Buttons(Protocol):
    """Buttons on the table, whatever they are made of."""

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next gesture; None when the time is over or the buttons are closed."""

    def close(self) -> None:
        """Give the device free; a waiting ``next`` returns."""


class Signal(StrEnum):
    """What the companion announces by light and tone."""

    QUIET = "quiet"
    """Nothing to say: all lamps are off."""
    LOOKING = "looking"
    """A picture is being read."""
    READ = "read"
    """Read and taken over."""
    QUESTION = "question"
    """A question is open on the dashboard."""
    VIOLATION = "violation"
    """Something lies where the rules forbid it."""
    LOST = "lost"
    """A board is covered or gone, or the camera is."""
    OVER = "over"
    """The game is over."""


class Lamps(Protocol):
    """Lamps that show one signal at a time."""

    def show(self, signal: Signal) -> None:
        """Show ``signal`` until the next one; returns at once."""

    def close(self) -> None:
        """Switch off and give the pins free."""


class Buzzer(Protocol):
    """Something that plays a few notes."""

    def play(self, signal: Signal) -> None:
        """Begin the signal's melody; returns at once."""

    def close(self) -> None:
        """Fall silent and give the pin free."""

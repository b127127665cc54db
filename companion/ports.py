"""What the companion needs from outside, as small protocols.

Each has a real and a simulated implementation in ``hardware``; a new device is one more class with
these few methods.  Nothing here knows games or pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One frame as a camera gave it.

    ``jpeg`` are its bytes for showing, ``pixels`` the same decoded: (H, W, 3), uint8, BGR.
    """

    name: str
    jpeg: bytes
    pixels: NDArray[np.uint8]


class Camera(Protocol):
    """Something that takes pictures of the table."""

    def frame(self) -> Picture:
        """Take a picture now; raises ``PictureError`` with one sentence when it cannot."""

    def rewind(self) -> None:
        """Begin again with an empty table.  A real camera has nothing to do here."""

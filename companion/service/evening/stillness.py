"""Has the table come to rest?"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image

SMALL = (64, 48)
"""Pictures are compared at this size (width, height), so that noise and jitter do not count."""

MOVED = 3.0
"""Mean difference of grey levels of the liveliest tenth of the picture that counts as movement."""

REST_S = 1.5
"""How long nothing may move before the table counts as still."""


class Stillness:
    """Watches a row of pictures for "something moved, and now it rests"."""

    def __init__(self) -> None:
        """Know nothing yet: the first rest counts only after a movement."""
        self._before: NDArray[np.float32] | None = None
        self._moved = False
        self._since = 0.0

    def see(self, pixels: Image, now_s: float) -> bool:
        """Look at a picture (H, W, 3) BGR taken at ``now_s``; true once when rest has come."""
        small = cv2.resize(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), SMALL,
                           interpolation=cv2.INTER_AREA).astype(np.float32)  # fmt: skip
        before, self._before = self._before, small
        if before is None or difference(before, small) > MOVED:
            self._moved |= before is not None
            self._since = now_s
            return False
        if self._moved and now_s - self._since >= REST_S:
            self._moved = False
            return True
        return False

    def forget(self) -> None:
        """Begin anew: what moved before does not count."""
        self._before, self._moved = None, False


def difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how much two small grey pictures differ where they differ most.

    What all pixels share (a cloud, the lamp) is taken off first.
    """
    apart = np.abs(one - other - np.median(one - other)).ravel()
    liveliest = np.partition(apart, -apart.size // 10)[-apart.size // 10 :]
    return float(liveliest.mean())

"""How a camera renders colours: what usual ones look like here.

Cameras differ in how strong, how dark and of which hue they show the same print.  White is taken
as white already, so what is left turns and stretches the plane of a* and b* and deepens or pales
the dark.  A board's own print at set-up is a colour chart that tells, and so are confirmed tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Vector

WHITE = 100.0
"""L* that every rendition leaves as it is."""

HELD = 2000.0
"""How firmly a rendition is held at none at all, in squared colour distances: half of what five
coloured prints tell, because printings differ too."""


def _plain() -> Vector:
    return np.eye(2)


@dataclass(frozen=True)
class Rendition:
    """What becomes of L*a*b*: (a*, b*) are multiplied by ``hue`` (2, 2), darkness by ``depth``."""

    hue: Vector = field(default_factory=_plain)
    depth: float = 1.0

    def of(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return usual colours (..., 3) as this camera shows them."""
        dark = self.depth * (WHITE - colours[..., :1])
        return np.concatenate(
            (WHITE - dark, colours[..., 1:] @ self.hue), axis=-1, dtype=np.float32
        )


PLAIN = Rendition()


def rendition(usual: Vector, seen: Vector, weights: Vector) -> Rendition:
    """Return what takes ``usual`` colours (N, 3) to those ``seen`` (N, 3), by ``weights`` (N,)."""
    tint, seen_tint = usual[:, 1:], seen[:, 1:]
    dark, seen_dark = WHITE - usual[:, 0], WHITE - seen[:, 0]
    heard = tint.T * weights
    hue = np.linalg.solve(heard @ tint + HELD * np.eye(2), heard @ seen_tint + HELD * np.eye(2))
    depth = ((weights * dark) @ seen_dark + HELD) / ((weights * dark) @ dark + HELD)
    return Rendition(np.asarray(hue, float), float(depth))

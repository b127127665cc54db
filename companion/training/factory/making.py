"""How the pieces of a set are made, and how neatly people lay them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Making:
    """How the pieces of a set are made, and how neatly people lay them.

    ``high`` and ``wide`` are factors of the tile's thickness and width; ``slop_mm`` and ``turn``
    are deviations of place and turn; ``cut`` is how much of its corners is missing, ``bevel`` how
    much of its side (both in tiles).
    """

    high: float
    wide: float
    slop_mm: float
    turn: float
    cut: float
    bevel: float


def making_of(chance: Random) -> Making:
    """Return how some set is made."""
    return Making(
        high=chance.gauss(1.0, 0.1),
        wide=chance.gauss(1.0, 0.015),
        slop_mm=chance.choice((0.25, 0.5, 0.8, 1.2)),
        turn=chance.choice((0.01, 0.03, 0.06, 0.1)),
        cut=chance.uniform(0.02, 0.12),
        bevel=chance.choice((0.0, *(chance.uniform(0.02, 0.1) for _ in range(2)))),
    )

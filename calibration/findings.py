"""What a check found: a sentence for people, numbers for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Number = float | int


class Level(StrEnum):
    """How good something is."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True)
class Finding:
    """One thing that was checked.

    ``check`` names it (``in-view``, ``tile-size`` ...), ``sentence`` says what was found and,
    unless it is good, what to do; ``values`` are the numbers behind it, units in their names;
    ``spots`` are places in the picture (x, y, radius in pixels) to be shown on it.
    """

    check: str
    level: Level
    sentence: str
    seat: int | None = None
    values: Mapping[str, Number] = field(default_factory=dict)
    spots: tuple[tuple[float, float, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON values."""
        values = {name: round(value, 3) for name, value in self.values.items()}
        spots = [[round(x, 1), round(y, 1), round(r, 1)] for x, y, r in self.spots]
        return {
            "check": self.check,
            "level": self.level.value,
            "seat": self.seat,
            "sentence": self.sentence,
            "values": values,
            "spots": spots,
        }


def worst(findings: Sequence[Finding]) -> Level:
    """Return the worst level among findings; good where there are none."""
    order = (Level.GOOD, Level.WARN, Level.BAD)
    return max((finding.level for finding in findings), key=order.index, default=Level.GOOD)


def graded(value: float, warn: float, bad: float) -> Level:
    """Return how good a value is that should be high (``warn`` over ``bad``) or low."""
    sign = 1.0 if warn > bad else -1.0
    if sign * value < sign * bad:
        return Level.BAD
    return Level.WARN if sign * value < sign * warn else Level.GOOD

"""What a page that guides through calibration needs of whoever can calibrate.

Pages know the words, the calibrator the pictures; neither knows the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.games.base import Setup
from companion.journal import Seating

Move = tuple[float, float, float, float]
"""How a group of printed spaces lies: mm right, mm down, wider, taller (factors)."""

Moves = Mapping[str, Move]
Shape = tuple[tuple[float, float], ...]
"""An outline in pixels of the picture."""

AS_USUAL: Move = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that was checked: its name, ``good``, ``warn`` or ``bad``, the numbers behind it.

    ``spots`` are places in the picture (x, y, radius in pixels).
    """

    check: str
    level: str
    seat: int | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    spots: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """The template of one board laid over the picture: its outline and, by group, its spaces."""

    seat: int
    outline: Shape
    groups: Mapping[str, tuple[Shape, ...]]


class Calibrator(Protocol):
    """Checks pictures, lays templates over them and keeps how a set is printed.

    What looks at a picture (its JPEG) raises a ``CompanionError`` where no boards are found.
    """

    def check(self, jpeg: bytes, seating: Seating) -> tuple[Remark, ...]:
        """Return what there is to say of camera and light."""

    def lay(self, jpeg: bytes, seating: Seating, moves: Moves) -> tuple[Laid, ...]:
        """Return the template of every board as ``moves`` have it, in the picture."""

    def suggest(self, jpeg: bytes, seating: Seating) -> Moves:
        """Return the moves that lay the template on the print in the picture."""

    def learn_tiles(self, jpeg: bytes, seating: Seating) -> None:
        """Keep what the tiles look like that are shown on the first board, for sittings to come.

        ``CalibrationError`` where one is missing, or nothing can be kept.
        """

    def knows_tiles(self, game: str, variant: str) -> bool:
        """Tell whether it is known what the tiles look like, or nothing could be kept of it."""

    def kept(self, setup: Setup) -> tuple[str, Moves]:
        """Return the name of the set in use, and its moves; an empty name where there is none."""

    def keep(self, setup: Setup, name: str, moves: Moves) -> None:
        """Keep a set's moves for sittings to come; ``CalibrationError`` where they cannot be."""

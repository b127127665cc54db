"""What the eyes say of a frame: likelihoods, never decisions, and no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.vision.arrays import Points

Content = str | tuple[str | None, ...]
"""What one cell holds; the same as in ``companion.games.base``, which the eyes do not know."""

Likelihoods = Mapping[Content | None, float]
"""Log-likelihood of each content of a cell; None is empty.  Only differences mean anything."""


class View(StrEnum):
    """How well a board can be seen."""

    CLEAR = "clear"
    COVERED = "covered"
    LOST = "lost"


@dataclass(frozen=True)
class BoardSighting:
    """One board in one frame.

    ``corners_px`` (4, 2) from the board's own top-left, clockwise; ``cells`` has every cell that
    can hold a tile; ``score_marker`` is the number the cube shows, None where it was not found.
    """

    seat: int
    view: View
    corners_px: Points | None = None
    cells: Mapping[str, Likelihoods] = field(default_factory=dict)
    score_marker: int | None = None


@dataclass(frozen=True)
class Sighting:
    """All boards in one frame, and the milliseconds each stage took."""

    boards: tuple[BoardSighting, ...]
    ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def clear(self) -> bool:
        """Whether every board can be read."""
        return all(board.view is View.CLEAR for board in self.boards)

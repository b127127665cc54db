"""What calibration found, as the keeper wants it: the lens, and the boards as they are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.boards import Board, load
from companion.geometry.optics import USUAL, Optics
from companion.vision.cells.looks import Looks


def forget(looks: Looks) -> None:
    """Keep nothing."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A measured lens, adjusted boards, the looks of a set's tiles; nothing unless it is known.

    ``learned`` is told the looks whenever confirmed tiles have changed what is known of them.
    """

    optics: Optics = USUAL
    boards: tuple[Board, ...] = ()
    looks: Looks | None = None
    learned: Callable[[Looks], None] = field(default=forget, compare=False)

    def board(self, game: str, variant: str) -> Board:
        """Return the board as this set has it printed, else the usual one."""
        for board in self.boards:
            if (board.game, board.variant) == (game, variant):
                return board
        return load(game, variant)


NOTHING = Calibrated()
"""Where nobody has calibrated anything."""

"""What calibration found, as the keeper wants it: the lens, and the boards as they are printed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards import Board, load
from companion.vision.optics import USUAL, Optics


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A measured lens and the adjusted boards; nothing of it unless somebody calibrated."""

    optics: Optics = USUAL
    boards: tuple[Board, ...] = ()

    def board(self, game: str, variant: str) -> Board:
        """Return the board as this set has it printed, else the usual one."""
        for board in self.boards:
            if (board.game, board.variant) == (game, variant):
                return board
        return load(game, variant)


NOTHING = Calibrated()
"""Where nobody has calibrated anything."""

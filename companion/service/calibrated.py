"""What calibration found, as the keeper wants it: the lens, and the boards as they are printed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards import Board, load
from companion.vision.optics import USUAL, Optics
from companion.vision.palette import Palette


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A measured lens, adjusted boards, a set's own tile colours; nothing unless it is known."""

    optics: Optics = USUAL
    boards: tuple[Board, ...] = ()
    palette: Palette | None = None

    def board(self, game: str, variant: str) -> Board:
        """Return the board as this set has it printed, else the usual one."""
        for board in self.boards:
            if (board.game, board.variant) == (game, variant):
                return board
        return load(game, variant)


NOTHING = Calibrated()
"""Where nobody has calibrated anything."""

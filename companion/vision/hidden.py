"""What hides cells in a picture: something that lies over them, or light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards import Board
from companion.vision.arrays import Mask
from companion.vision.cells.comparing import Answers
from companion.vision.cells.contents import hidden_cells, sureness
from companion.vision.cells.seen import SeenCells
from companion.vision.chosen import SURELY_HIDDEN


@dataclass(frozen=True, eq=False)
class Hidden:
    """Which cells (N,) of a board something lies over, and which a mirrored lamp hides."""

    covered: Mask
    dazzled: Mask

    @classmethod
    def of(cls, answers: Answers, seen: SeenCells, board: Board) -> Hidden:
        """Return what is hidden of the cells in the picture.

        Nothing that lies over a board is as white as the camera can tell.  A hand seldom hides one
        cell alone: one that seems to be is only in doubt, unless it surely is.  Of what a lamp
        burns white only that is hidden of which no content is likelier than not: white tiles that
        daylight burns, and the marker, are told better.
        """
        hidden, lit = hidden_cells(answers), seen.lit & seen.inside
        covered = hidden & ~lit & seen.inside
        if covered.sum() == 1 and answers.hidden[covered] < SURELY_HIDDEN:
            covered = np.zeros_like(covered)
        return cls(covered, lit & (hidden | (sureness(answers, board) < 0.5)))

    @property
    def cells(self) -> Mask:
        """Which cells (N,) are hidden by either."""
        return self.covered | self.dazzled

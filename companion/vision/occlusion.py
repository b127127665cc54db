"""What hides cells in a picture: something that lies over them, or light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import SURELY_HIDDEN
from companion.neural_network.attention import Answers
from companion.vision.cells.contents import hidden_cells, sureness
from companion.vision.cells.seen import SeenCells


@dataclass(frozen=True, eq=False)
class Hidden:
    """Which cells (N,) of a board something lies over, and which a mirrored lamp hides."""

    covered: Mask
    dazzled: Mask

    @classmethod
    def of(cls, answers: Answers, seen: SeenCells, board: Board) -> Hidden:
        """Return what is hidden of the cells in the picture.

        Nothing that lies over a board is as white as the camera can tell.  A hand surely hides one
        cell at least: where none surely is, those that seem to be are only in doubt.  Of what a
        lamp burns white only that is hidden of which no content is likelier than not: white tiles
        that daylight burns, and the marker, are told better.
        """
        hidden, light = hidden_cells(answers) & seen.inside, seen.lit
        if 2 * light[hidden].sum() > hidden.sum():
            light = seen.white > 0  # at the edge of light cells are hidden in part by it
        covered = hidden & ~light
        if not (answers.hidden[covered] >= SURELY_HIDDEN).any():
            covered = np.zeros_like(covered)
        doubtful = seen.lit & seen.inside
        if doubtful.any():
            doubtful &= sureness(answers, board, seen.lit) < 0.5
        return cls(covered, doubtful | (hidden & light))

    @property
    def cells(self) -> Mask:
        """Which cells (N,) are hidden by either."""
        return self.covered | self.dazzled

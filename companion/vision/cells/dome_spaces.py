"""Any or special: which of the two a dome tile's space is for, told by all that a picture shows.

To the network both are spaces without a tile's colour, and where their figures are small it takes
many of one kind for the other.  But the dome tiles of a table are of one edition: all spaces for
any tile have odds near one number, all for special tiles odds near a lower one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.arrays import Mask
from companion.boards import Board
from companion.chosen_numbers import ANY_LIKELIER
from companion.neural_network.attention import Answers
from companion.neural_network.slots import ANY_SLOT, SPECIAL_SLOT
from companion.neural_network.weights import weights
from companion.sightings.any_or_special import odds_together
from companion.vision.cells.contents import chances_of_no_colour, hidden_cells, seem_bare


def told_together(answers: Answers, dome: Mask, board: Board) -> Answers:
    """Return the answers, any told from special on all bare spaces of ``dome`` tiles (N,) together.

    How likely a space has a colour stays as it is.
    """
    which = dome & seem_bare(answers, board) & ~hidden_cells(answers)
    which &= chances_of_no_colour(answers, board) > 0.5
    heat, told = weights()["temperature"], answers.prints.copy()
    any_, special = told[which][:, [ANY_SLOT, SPECIAL_SLOT]].T / heat
    odds = odds_together((any_ - special).astype(float) + ANY_LIKELIER)
    for slot, against in ((ANY_SLOT, -odds), (SPECIAL_SLOT, odds)):
        told[which, slot] = heat * (np.logaddexp(any_, special) - np.logaddexp(0, against))
    return replace(answers, prints=told)

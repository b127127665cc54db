"""Any or special: which of the two a dome tile's space is for, told by all that a picture shows.

To the network both are spaces without a tile's colour, and where their figures are small it takes
many of one kind for the other.  But the dome tiles of a table are of one edition: all spaces for
any tile have odds near one number, all for special tiles odds near a lower one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.arrays import Mask, Vector
from companion.boards import Board
from companion.chosen_numbers import ANY_LIKELIER, OTHERS_COUNT, SLIPS, SPACES_SPREAD
from companion.neural_network.attention import Answers
from companion.neural_network.slots import ANY_SLOT, SPECIAL_SLOT
from companion.neural_network.weights import weights
from companion.vision.cells.contents import chances_of_no_colour, hidden_cells, seem_bare

ODDS = np.arange(-16.0, 17.0)
"""Nats around which the odds of one kind's spaces may lie: as far as the network's answers go."""


def told_together(answers: Answers, dome: Mask, board: Board) -> Answers:
    """Return the answers, any told from special on all bare spaces of ``dome`` tiles (N,) together.

    How likely a space has a colour stays as it is.
    """
    which = dome & seem_bare(answers, board) & ~hidden_cells(answers)
    which &= chances_of_no_colour(answers, board) > 0.5
    heat, told = weights()["temperature"], answers.prints.copy()
    any_, special = told[which][:, [ANY_SLOT, SPECIAL_SLOT]].T / heat
    odds = by_all((any_ - special).astype(float) + ANY_LIKELIER)
    for slot, against in ((ANY_SLOT, -odds), (SPECIAL_SLOT, odds)):
        told[which, slot] = heat * (np.logaddexp(any_, special) - np.logaddexp(0, against))
    return replace(answers, prints=told)


def by_all(odds: Vector) -> Vector:
    """Return the odds (K,) in nats of any against special, from those of each space alone.

    Each kind lies around a number that nobody knows, any's the higher: every two numbers are tried,
    and count as much as they explain the other spaces.
    """
    near = -0.5 * ((odds[:, None] - ODDS) / SPACES_SPREAD) ** 2
    near = np.logaddexp(near, np.log(SLIPS))
    either = np.logaddexp(near[:, :, None], near[:, None])
    apart = np.where(ODDS[:, None] > ODDS, 0.0, -np.inf)
    others = either.sum(axis=0) - either + apart
    more = _odds(near, others) - _odds(near, apart)
    return np.asarray(odds + OTHERS_COUNT * more)


def _odds(near: Vector, weight: Vector) -> Vector:
    """Return the odds (K,) of spaces ``near`` (K, P), pairs of places (..., P, P) weighed."""
    as_any, as_special = weight + near[:, :, None], weight + near[:, None]
    sides = (np.logaddexp.reduce(each, axis=(1, 2)) for each in (as_any, as_special))
    return np.asarray(np.subtract(*sides))

"""Spaces for any tile and for special ones told apart by all of them together.

The dome tiles of a table are of one edition: all spaces for any tile have odds near one number, all
for special tiles odds near a lower one.
"""

from __future__ import annotations

import numpy as np

from companion.arrays import Vector
from companion.chosen_numbers import OTHERS_COUNT, SLIPS, SPACES_SPREAD

ODDS = np.arange(-16.0, 17.0)
"""Nats around which the odds of one kind's spaces may lie: as far as the network's answers go."""


def odds_together(odds: Vector) -> Vector:
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

"""What several things are called, told together: few of them share a name."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def names_together(
    nats: NDArray[np.floating], differ: NDArray[np.bool_], cost: float
) -> NDArray[np.float64]:
    """Return how likely each of a few things (K,) has each name (K, C), all others' considered.

    ``nats`` (K, C) are what each says by itself; that two which ``differ`` (K, K) share a name
    costs so many nats.
    """
    count, names = nats.shape
    joint = np.zeros((names,) * count)
    for one, said in enumerate(nats):
        joint += np.expand_dims(said, [n for n in range(count) if n != one])
        for other in np.flatnonzero(differ[one, :one]):
            others = [n for n in range(count) if n not in (one, other)]
            joint -= cost * np.expand_dims(np.eye(names), others)
    chances = np.exp(joint - joint.max())
    sums = [chances.sum(axis=tuple(n for n in range(count) if n != one)) for one in range(count)]
    return np.asarray(sums / chances.sum())

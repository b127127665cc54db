"""The looks of a set: what its tiles are known to look like, from tiles that were seen.

A look is a picture of a tile's face under its board's own white, as it was shown or confirmed.
Which colours and which ornament it has follows from that; what a colour usually looks like is only
what the trained weights expect before anything was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.boards import Board
from companion.chosen_numbers import ALIKE, COUNTS
from companion.neural_network.attention import Slots
from companion.neural_network.encoders import FACE_SIDE, describe_faces
from companion.neural_network.slots import SLOTS, slot_of
from companion.neural_network.weights import Array, weights

KEPT_FACES = 2
"""Of a colour's faces the first that was known is kept, and the newest."""

Face = NDArray[np.uint8]
"""The face of a tile (20, 20, 3) uint8, blue, green, red, under its board's white."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Known faces of a set's tiles by colour, the oldest first; ``first`` and ``special`` too.

    Of the colours ``shown`` somebody has said that such a tile lies there: their names are sure.
    """

    faces: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()

    def learn(self, colour: str, face: Face, *, shown: bool = False) -> Looks:
        """Return the looks after one more tile of a colour was seen, or ``shown``."""
        known = self.faces.get(colour, ())
        kept = (*known[: KEPT_FACES - 1], face)
        return Looks({**self.faces, colour: kept}, self.shown | ({colour} if shown else set()))

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each known face."""
        return tuple(colour for colour, faces in self.faces.items() for _ in faces)

    @cached_property
    def described(self) -> Array:
        """What is to be said (M, F) of each known face."""
        every = [face for faces in self.faces.values() for face in faces]
        faces = np.array(every, np.uint8).reshape(-1, FACE_SIDE, FACE_SIDE, 3)
        return describe_faces(faces, weights())

    def slots(self, board: Board) -> Slots:
        """Return the slots (M,) of the known faces' colours on a board of the set."""
        return np.array([slot_of(colour, board) for colour in self.colours], np.int64)

    def likeness(self, described: Array, board: Board) -> Array:
        """Return what known faces count for each slot of a board's colours: (N, SLOTS) nats.

        ``described`` (N, F) are faces of which the colour is asked.  A face like a known one counts
        for its colour, one unlike it against.
        """
        nats = np.zeros((len(described), SLOTS), np.float32)
        away, slots = apart(described, self.described), self.slots(board)
        for slot in set(slots.tolist()):
            nats[:, slot] = np.clip(ALIKE - away[:, slots == slot].min(axis=1), -COUNTS, COUNTS)
        return nats


def apart(some: Array, others: Array) -> Array:
    """Return how far apart some looks (N, F) are from others (M, F): (N, M)."""
    squares = (some * some).sum(axis=1)[:, None] + (others * others).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * (some @ others.T), 0)), np.float32)


NOTHING_KNOWN = Looks()
"""A set of which no tile was seen yet."""

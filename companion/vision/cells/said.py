"""What is said of cells: the comparison's logits, and what faces tell without it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vision.cells.comparing import Logits
from companion.vision.cells.weights import Array


@dataclass(frozen=True)
class Answers(Logits):
    """What is said of each cell.

    Beside the logits ``likeness`` (N, SLOTS) is what faces that are known count for each colour,
    in nats, ``bare`` (N, F) how the spaces look bare: where they were never seen so, as they are
    seen now.
    """

    likeness: Array
    bare: Array

    @classmethod
    def of(cls, logits: Logits, likeness: Array, bare: Array) -> Answers:
        """Return the ``logits`` with what faces tell of the same cells."""
        return cls(**vars(logits), likeness=likeness, bare=bare)

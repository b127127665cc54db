"""What is said of cells: the comparison's logits, and how their spaces look bare."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vision.cells.comparing import Logits
from companion.vision.cells.weights import Array


@dataclass(frozen=True)
class Answers(Logits):
    """What is said of each cell.

    Beside the logits ``bare`` (N, F) is how the spaces look bare: where they were never seen so, as
    they are seen now.
    """

    bare: Array

    @classmethod
    def of(cls, logits: Logits, bare: Array) -> Answers:
        """Return the ``logits`` with how the same cells look bare."""
        return cls(**vars(logits), bare=bare)

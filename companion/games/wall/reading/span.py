"""What lies between two moments of a sitting of a wall game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Checkpoint
from companion.games.common import span


@dataclass(frozen=True, slots=True)
class Span(span.Span):
    """The way from a confirmed table to the moment of the next picture."""

    @property
    def grey(self) -> bool:
        """Whether the one-colour side is played."""
        return self.before.setup.variant == "grey"

    @property
    def joined(self) -> bool:
        """Whether the companion joins in mid-game: no board was seen before, or only empty ones."""
        late = self.before.setup.scores is not None
        return not self.before.boards or (late and self.before.checkpoint is Checkpoint.SETUP)

"""What lies between two moments of a sitting: which pictures were taken, which are missing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Cells, Checkpoint, Moment, Table
from companion.games.gap import OFFER, SEEN_TILING, Gap, gap_between

CARRIED = "carried"
"""Fact of a table: how many tiles lay on all pattern lines when the round began."""


@dataclass(frozen=True, slots=True)
class Span:
    """The way from a confirmed table to the moment of the next picture."""

    before: Table
    moment: Moment

    @property
    def at(self) -> Checkpoint:
        """The checkpoint at the end of the span."""
        return self.moment.checkpoint

    @property
    def grey(self) -> bool:
        """Whether the one-colour side is played."""
        return self.before.setup.variant == "grey"

    @property
    def joined(self) -> bool:
        """Whether the companion joins in mid-game: no board was seen before, or only empty ones."""
        late = self.before.setup.scores is not None
        return not self.before.boards or (late and self.before.checkpoint is Checkpoint.SETUP)

    @property
    def boards(self) -> tuple[Cells, ...]:
        """The boards at the beginning of the span, empty ones where nobody has seen any."""
        return self.before.boards or ({},) * self.before.setup.players

    @property
    def gap(self) -> Gap:
        """What lies between the two pictures of a board."""
        return gap_between(self.before, self.moment)

    @property
    def tilings(self) -> int:
        """How many tilings lie in between, a picture of the last one included."""
        return self.gap.tilings

    @property
    def tiling_missed(self) -> bool:
        """Whether a whole tiling lies in between of which there is no picture."""
        return not self.joined and self.tilings > (self.at is Checkpoint.TILED)

    @property
    def same_offer(self) -> bool:
        """Whether both ends lie in the same round, and the first one in its offer."""
        return self.before.checkpoint in OFFER and not self.tiling_missed

    @property
    def same_turns(self) -> bool:
        """Whether no more than turns of one offer lie in between, its beginning being known."""
        return not self.joined and self.at in OFFER and not self.tilings

    @property
    def offer_seen(self) -> bool:
        """Whether the table was seen at the end of the very offer that is tiled now."""
        return self.at is Checkpoint.TILED and self.gap == SEEN_TILING

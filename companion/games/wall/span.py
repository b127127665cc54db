"""What lies between two moments of a sitting: which pictures were taken, which are missing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Cells, Checkpoint, Moment, Table

CARRIED = "carried"
"""Fact of a table: how many tiles lay on all pattern lines when the round began."""

OFFER = (Checkpoint.TURN, Checkpoint.OFFER_END)
"""Checkpoints between the first turn of a round and its tiling."""


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
        """Whether no board was seen before: the companion joins in mid-game."""
        return not self.before.boards

    @property
    def boards(self) -> tuple[Cells, ...]:
        """The boards at the beginning of the span, empty ones where nobody has seen any."""
        return self.before.boards or ({},) * self.before.setup.players

    @property
    def tiling_missed(self) -> bool:
        """Whether a whole tiling lies in between of which there is no picture."""
        return self.before.checkpoint in OFFER and self.moment.round > self.before.round

    @property
    def same_offer(self) -> bool:
        """Whether both ends lie in the offer of one round."""
        return self.before.checkpoint in OFFER and not self.tiling_missed

    @property
    def same_turns(self) -> bool:
        """Whether no more than turns of one offer lie in between, its beginning being known."""
        begun = self.before.checkpoint in (Checkpoint.SETUP, Checkpoint.TILED)
        fresh = begun and self.moment.round == self.before.round + 1
        return not self.joined and (self.same_offer or fresh)

    @property
    def offer_seen(self) -> bool:
        """Whether the table was seen at the end of the very offer that is tiled now."""
        return self.before.checkpoint is Checkpoint.OFFER_END and self.same_offer

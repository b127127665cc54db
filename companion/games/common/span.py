"""What lies between two pictures of a table: takes, tilings, pictures nobody took."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import ne
from typing import Any, NamedTuple

from companion.games.base import Boards, Cells, Checkpoint, Moment, Table
from companion.games.saying import MISSED_PRESS, PERHAPS_MISSED, Notice

OFFER = (Checkpoint.TURN, Checkpoint.OFFER_END)
"""Checkpoints between the first turn of a round and its tiling."""

BEGINNING = (Checkpoint.SETUP, Checkpoint.OPENING)
"""Checkpoints before the first turn of the game."""

UNDEALT = 6.0
"""Nats it costs that what was dealt in the round is nowhere: a tile may lie under the table."""

TURNS = 2.0
"""Nats for every change beyond those of the one turn since the last picture."""

MISSED = 4.0
"""Nats that missed presses cost at most."""

CARRIED = "carried"
"""Fact of a table: how many tiles lay on the boards when the round began."""


class Gap(NamedTuple):
    """What happened between two pictures of a board: so many tilings, and takes before them.

    With ``seen`` the first picture shows the very end of the offer that was tiled first.
    """

    tilings: int
    seen: bool = False

    @property
    def known(self) -> bool:
        """Whether all that was taken before the last tiling was seen, or nothing was tiled."""
        return not self.tilings or (self.seen and self.tilings == 1)


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
    def boards(self) -> tuple[Cells, ...]:
        """The boards at the beginning of the span, empty ones where nobody has seen any."""
        return self.before.boards or ({},) * self.before.setup.players

    @property
    def joined(self) -> bool:
        """Whether the companion joins in mid-game, so that no board was seen before."""
        return not self.before.boards

    @property
    def gap(self) -> Gap:
        """What lies between the two pictures of a board; the second may show the last tiling."""
        at = self.before.checkpoint
        begun = 0 if at in BEGINNING else self.before.round
        tiled = self.at is Checkpoint.TILED
        tilings = max(tiled, self.moment.round - begun - (at not in OFFER) + tiled)
        return Gap(tilings, at is Checkpoint.OFFER_END and tilings > 0)

    @property
    def tilings(self) -> int:
        """How many tilings lie in between, a picture of the last one included."""
        return self.gap.tilings

    @property
    def tiling_missed(self) -> bool:
        """Whether a whole tiling lies in between of which there is no picture."""
        return not self.joined and self.tilings > (self.at is Checkpoint.TILED)

    @property
    def offer_seen(self) -> bool:
        """Whether the table was seen at the end of the very offer that is tiled now."""
        return self.at is Checkpoint.TILED and self.gap == Gap(1, seen=True)

    @property
    def same_offer(self) -> bool:
        """Whether both ends lie in the same round, and the first one in its offer."""
        return self.before.checkpoint in OFFER and not self.tiling_missed

    @property
    def same_turns(self) -> bool:
        """Whether no more than turns of one offer lie in between, its beginning being known."""
        return not self.joined and self.at in OFFER and not self.tilings

    def changed_seats(
        self, boards: Boards, differ: Callable[[Cells, Cells], bool] = ne
    ) -> list[int]:
        """Return the boards that changed in an offer; none where more than its turns lies between.

        ``differ`` tells of a board before and now whether a camera sees a difference.
        """
        if not self.same_turns:
            return []
        pairs = enumerate(zip(self.boards, boards, strict=False))
        return [seat for seat, (old, now) in pairs if differ(old, now)]

    def missed_press(
        self, changed: Sequence[int], too_much: Callable[[int], bool]
    ) -> Iterator[tuple[int, Notice]]:
        """Say that turns went by without a picture, where people press after every turn.

        ``changed`` are the seats whose boards did; ``too_much`` tells for a single one whether one
        turn cannot have brought all that came to it.
        """
        if self.at is Checkpoint.TURN and len(changed) > 1:
            yield self.moment.seat or 0, Notice((), MISSED_PRESS)
        elif self.at is Checkpoint.TURN and changed and too_much(changed[0]):
            yield changed[0], Notice((), PERHAPS_MISSED)

    def table(self, boards: Boards, **changes: Any) -> Table:
        """Return the table at the end of the span, with these boards and ``changes``."""
        return replace(
            self.before,
            round=self.moment.round,
            checkpoint=self.at,
            boards=tuple(dict(cells) for cells in boards),
            **changes,
        )

"""The score cubes as witnesses: people who move a cube have counted too.

A cube tells something only where it was moved, and not to where the companion had said it belongs;
and only as much as the cubes of this table have been right otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import lgamma, log

from companion.games.base import Checkpoint, Moment
from companion.games.played import Played
from companion.sitting import Sitting, same_moment
from companion.vision.sighting import BoardSighting

BEFORE = (Checkpoint.TURN, Checkpoint.OFFER_END)
"""Checkpoints at which the cubes still stand on the totals of the round before."""

NUMBERS = 100
"""Numbers of a score track."""

Stands = Mapping[int, int]
"""The numbers that cubes stand on, by seat."""


@dataclass(frozen=True)
class Cubes:
    """Where the cubes of a picture stand, and those that people moved there on their own."""

    stand: Stands = field(default_factory=dict)
    moved: Stands = field(default_factory=dict)

    def seen(self, boards: Sequence[BoardSighting], said: Sequence[int | None]) -> Cubes:
        """Return the cubes of the next picture; ``said`` are the totals that people knew."""
        now = {one.seat: one.score_marker for one in boards if one.score_marker is not None}
        moved = {
            seat: stands
            for seat, stands in now.items()
            if stands not in (said[seat], self.stand.get(seat))
        }
        return Cubes({**self.stand, **now}, moved)

    def right(self, played: Played | None) -> list[bool]:
        """Tell of every cube that was moved whether it stands where it should.

        None does after boards that cannot be (None).
        """
        totals = None if played is None else totals_due(played)
        return [totals is not None and totals[seat] == at for seat, at in self.moved.items()]


def said(sitting: Sitting, moment: Moment) -> Sequence[int | None]:
    """Return the totals that were known to people before a picture."""
    for played in reversed(sitting.history):
        if not same_moment(played.entry.moment, moment):
            return played.outcome.announced
    return sitting.start.scores


def totals_due(played: Played) -> Sequence[int]:
    """Return the totals on which the cubes of a reading should stand, by seat."""
    before = played.entry.moment.checkpoint in BEFORE
    return (played.base if before else played.outcome.table).scores


def nats(told: Collection[bool]) -> float:
    """Return how likely cubes stand as they do, so many of them ``right``.

    How often people are right is not known but counted: any share is as likely before the first.
    One that is wrong may stand on any number.
    """
    agree = sum(told)
    wrong = len(told) - agree
    ways = lgamma(agree + 1) + lgamma(wrong + 1) - lgamma(len(told) + 2)
    return ways - wrong * log(NUMBERS)

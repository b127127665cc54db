"""The score cubes as witnesses: people who move a cube have counted too.

A cube tells something only where it was moved, and not to where the companion had said it belongs;
and only as much as the cubes of this table have been right otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import lgamma, log

from companion.boards import load
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.played import Played
from companion.sightings.sighting import BoardSighting
from companion.sitting import Sitting, same_moment

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
        """Return the cubes of the next picture; ``said`` are the numbers that people knew.

        Of one that was never seen before it is not known whether it was moved.
        """
        now = {one.seat: one.score_marker for one in boards if one.score_marker is not None}
        moved = {
            seat: stands
            for seat, stands in now.items()
            if stands not in (said[seat], self.stand.get(seat, stands))
        }
        return Cubes({**self.stand, **now}, moved)

    def right(self, sitting: Sitting, played: Played) -> list[bool]:
        """Tell of every cube that was moved whether it stands where it should at a reading."""
        due = totals_due(sitting, played, self.moved)
        return [due[seat] == at for seat, at in self.moved.items()]


def said(sitting: Sitting, moment: Moment) -> Sequence[int | None]:
    """Return where cubes belong by the totals that were known to people before a picture."""
    setup = sitting.table.setup
    for played in reversed(sitting.history):
        if not same_moment(played.entry.moment, moment):
            return tuple(
                None if total is None else shown(setup, total) for total in played.outcome.announced
            )
    return tuple(shown(setup, total) for total in sitting.start.scores)


def shown(setup: Setup, total: int) -> int:
    """Return the number on which a cube stands for a total; a track goes round at its end."""
    return load(setup.game, setup.variant).shown(total)


def on_sliders(setup: Setup) -> bool:
    """Tell whether sliders show the score, and no cube on a track (MI-R2)."""
    return bool(load(setup.game, setup.variant).of_kind("slider"))


def totals_due(sitting: Sitting, played: Played, stand: Stands) -> Sequence[int]:
    """Return the numbers on which the cubes of a reading should ``stand``, by seat.

    Where no picture showed the tiling before, they stand on what it brought.  At the end of the
    game people may have counted the bonuses already.
    """
    before = played.entry.moment.checkpoint in BEFORE and not tiling_missed(played)
    table = played.base if before else played.outcome.table
    on_track = partial(shown, table.setup)
    scores = list(map(on_track, table.scores))
    if not table.over:
        return scores
    ends = map(on_track, sitting.game.result(table).scores)
    both = enumerate(zip(scores, ends, strict=True))
    return [end if stand.get(seat) == end else score for seat, (score, end) in both]


def tiling_missed(played: Played) -> bool:
    """Tell whether a reading of an offer is the first after the end of the one before it."""
    base, number = played.base, played.entry.moment.round
    return base.checkpoint is Checkpoint.OFFER_END and number > base.round


def nats(told: Collection[bool]) -> float:
    """Return how likely cubes stand as they do, so many of them ``right``.

    How often people are right is not known but counted: any share is as likely before the first.
    One that is wrong may stand on any number.
    """
    agree = sum(told)
    wrong = len(told) - agree
    ways = lgamma(agree + 1) + lgamma(wrong + 1) - lgamma(len(told) + 2)
    return ways - wrong * log(NUMBERS)

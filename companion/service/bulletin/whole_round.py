"""What a round or a turn brought as a whole: the tiling, and what was taken off before it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Checkpoint, Step
from companion.games.played import Played
from companion.sitting import Sitting

Steps = tuple[Step, ...]

TURNS = (Checkpoint.PLACED, Checkpoint.PASSED)
"""Readings of one player's turn that counts at once."""


def tiled_round(sitting: Sitting | None) -> tuple[Played, ...]:
    """Return the readings of the round whose tiling was read last; none where that is not so."""
    last = sitting.history[-1] if sitting and sitting.history else None
    if sitting is None or last is None or last.entry.moment.checkpoint is not Checkpoint.TILED:
        return ()
    number = last.entry.moment.round
    return tuple(one for one in sitting.history if one.entry.moment.round == number)


def totals_before(sitting: Sitting | None) -> tuple[int, ...] | None:
    """Return the totals from which what was read last counts; None where it brings no points.

    Of a tiling they are those before its round, of a turn those before that turn.
    """
    if whole := tiled_round(sitting):
        return whole[0].base.scores
    last = sitting.history[-1] if sitting and sitting.history else None
    return last.base.scores if last and last.entry.moment.checkpoint in TURNS else None


def sheet_of(played: Sequence[Played]) -> tuple[Steps, ...]:
    """Return every seat's steps of a round."""
    return tuple(steps_of(played, seat) for seat in range(len(played[-1].outcome.steps)))


def steps_of(played: Sequence[Played], seat: int) -> Steps:
    """Return a round's steps; the end of an offer only foretells those of the tiling."""
    found: list[Step] = []
    for one, after in zip(played, [*played[1:], None], strict=True):
        steps = one.outcome.steps[seat]
        if one.entry.moment.checkpoint is Checkpoint.OFFER_END and after is not None:
            again = {(step.cell, step.rule) for step in after.outcome.steps[seat]}
            changed = one.outcome.table.scores != one.base.scores
            steps = tuple(s for s in steps if changed and (s.cell, s.rule) not in again)
            steps = tuple(s for s in steps if _settled(one, seat, s))
        found += steps
    return tuple(found)


def _settled(one: Played, seat: int, step: Step) -> bool:
    """Tell whether a step was taken off at the end of the offer already."""
    paid = one.outcome.table.scores[seat] - one.base.scores[seat]
    return step.points < 0 and paid <= step.points

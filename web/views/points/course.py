"""What every round of a sitting brought every seat, step by step: what game sheets are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.games import INFOS
from companion.games.base import Cells, Checkpoint, Result
from companion.games.played import Played, totals_between
from companion.service.bulletin.whole_round import Steps, steps_of
from companion.sitting import Sitting
from web.languages import gettext as _


@dataclass(frozen=True, slots=True)
class Part:
    """What one round brought one seat.

    ``steps`` are its points, ``gained`` what the total changed by, ``total`` that after it;
    ``cells`` what lies on the board.  Where the two differ, people corrected a total, or it would
    have gone below 0.  It is ``open`` while its player has a choice to make in the tiling.
    """

    steps: Steps
    gained: int
    total: int
    cells: Cells
    open: bool = False

    @property
    def otherwise(self) -> int:
        """What the total changed by besides its steps."""
        return 0 if self.open else self.gained - sum(step.points for step in self.steps)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number, each seat's part, and whether its tiling is still to come."""

    number: int
    parts: tuple[Part, ...]
    coming: bool = False


def course(sitting: Sitting) -> tuple[Round, ...]:
    """Return the rounds of a sitting; the last one may still be under way."""
    rounds: list[Round] = []
    found = [[*one] for _, one in groupby(sitting.history, lambda one: one.entry.moment.round)]
    before = sitting.start.scores
    for played, following in zip(found, [*found[1:], None], strict=True):
        last = played[-1]
        after = totals_between(last, following[0]) if following else None
        if last.entry.moment.checkpoint is not Checkpoint.SETUP:
            one = _round(played, before, after)
            if following or _ended(last) or any(part.steps or part.gained for part in one.parts):
                rounds.append(one)
        before = after or last.outcome.table.scores
    return tuple(rounds)


def _ended(last: Played) -> bool:
    return last.entry.moment.checkpoint in (Checkpoint.TILED, Checkpoint.PASSED)


def _round(played: Sequence[Played], before: Sequence[int], after: Sequence[int] | None) -> Round:
    """Return a round; ``after`` has the totals after it, None for the last one."""
    last = played[-1]
    coming = after is None and last.entry.moment.checkpoint is Checkpoint.OFFER_END
    totals = last.outcome.table.scores if after is None else after
    parts = []
    for seat, was in enumerate(before):
        announced = last.outcome.announced[seat] if coming else None
        total = totals[seat] if announced is None else announced
        still_open = coming and announced is None
        cells = last.entry.boards[seat]
        parts.append(Part(steps_of(played, seat), total - was, total, cells, still_open))
    return Round(last.entry.moment.round, tuple(parts), coming)


def ranking(result: Result) -> tuple[tuple[int, int], ...]:
    """Return the rank (from 1) and the seat of everybody, the winners first; equals share one."""
    seats = sorted(
        range(len(result.scores)),
        key=lambda seat: (seat not in result.winners, -result.scores[seat]),
    )
    ranks: list[tuple[int, int]] = []
    for place, seat in enumerate(seats, start=1):
        above = seats[place - 2] if place > 1 else None
        equal = above is not None and _equal(result, above, seat)
        ranks.append((ranks[-1][0] if equal else place, seat))
    return tuple(ranks)


def tie_broken(game: str, result: Result) -> str:
    """Return what decided between the winner and others with as many points; empty: nothing."""
    equal = result.scores.count(max(result.scores))
    if equal == len(result.winners):
        return ""
    return {
        "rows": _("With equal points, more complete rows decide."),
        "start": _("With equal points, the starting player tile decides."),
    }.get(INFOS[game].tie_break or "", "")


def _equal(result: Result, one: int, other: int) -> bool:
    same = (one in result.winners) == (other in result.winners)
    return same and result.scores[one] == result.scores[other]

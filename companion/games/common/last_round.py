"""Which round is over: its beginning, the end of its offer and its tiling, as they were read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.base import Checkpoint, Table
from companion.games.played import Course, Played

BEGINNINGS = (Checkpoint.SETUP, Checkpoint.OPENING, Checkpoint.TILED)


@dataclass(frozen=True, slots=True)
class Tiled:
    """A round that was tiled; ``start`` and ``offer`` are None where nobody saw them."""

    start: Table | None
    offer: Table | None
    end: Played


def last_tiled(course: Course) -> Tiled | None:
    """Return the last round, once its tiling is confirmed; None while one is under way."""
    if not course.history or _at(course.history[-1]) is not Checkpoint.TILED:
        return None
    *earlier, end = course.history
    number = end.entry.moment.round
    offer = _offer(earlier, number)
    return Tiled(_start(course, earlier, number), offer, end)


def _at(played: Played) -> Checkpoint:
    return played.entry.moment.checkpoint


def _offer(earlier: Sequence[Played], number: int) -> Table | None:
    """Return the table at the end of the round's offer, where the last picture shows it."""
    last = earlier[-1] if earlier else None
    if last is None or _at(last) is not Checkpoint.OFFER_END or last.entry.moment.round != number:
        return None
    return last.outcome.table


def _start(course: Course, earlier: Sequence[Played], number: int) -> Table | None:
    """Return the table on which the round began."""
    before = [played for played in earlier if played.entry.moment.round < number]
    if not before:
        seen = number == 1 and course.start.boards
        return course.start if seen else None
    table = before[-1].outcome.table
    follows = table.round == number - 1 and table.checkpoint in BEGINNINGS
    return table if follows and table.boards else None

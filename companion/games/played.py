"""How a game went so far: what was read and confirmed, one reading after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.games.base import Cells, Checkpoint, Game, Moment, Outcome, Table


@dataclass(frozen=True)
class Entry:
    """A reading that holds: its number, what was read, the totals people corrected after it."""

    number: int
    moment: Moment
    boards: tuple[Cells, ...]
    scores: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """An entry with what it brought, and the table it followed."""

    entry: Entry
    base: Table
    outcome: Outcome


def totals_between(last: Played, following: Played) -> tuple[int, ...]:
    """Return the totals after a round of which ``last`` was read last, ``following`` in the next.

    Where nobody pressed after the tiling, they are those that were announced; where there was a
    choice to make in it, those that the next reading found.
    """
    if last.entry.moment.checkpoint is not Checkpoint.OFFER_END:
        return last.outcome.table.scores
    after = following.outcome.table.scores
    told = last.outcome.announced
    return tuple(now if total is None else total for total, now in zip(told, after, strict=True))


class Course(Protocol):
    """A game with the table it began on, every reading that holds, and the table it has come to."""

    @property
    def game(self) -> Game:
        """The rules it is played by."""

    @property
    def start(self) -> Table:
        """The table before the first reading."""

    @property
    def history(self) -> tuple[Played, ...]:
        """The readings that hold, the oldest first."""

    @property
    def table(self) -> Table:
        """The table after the last reading."""

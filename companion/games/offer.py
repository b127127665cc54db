"""What lies beside the boards: the offer, and what a take did to it.

Not every table shows it and not every game asks for it: a game that does has the methods of
``ChecksTakes``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from companion.games.base import FIRST, Boards, Checkpoint, Moment, Problem, Table

Counts = Mapping[str, int]
"""How many tiles of each colour lie in one place; ``FIRST`` is the starting player marker."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The tiles on each display, in the centre, and elsewhere beside the boards.

    ``complete`` tells that every tile that must be there was seen.
    """

    displays: tuple[Counts, ...]
    centre: Counts
    elsewhere: Counts = field(default_factory=dict)
    complete: bool = False

    @property
    def tiles(self) -> Counter[str]:
        """The tiles on displays and in the centre by colour, without the marker."""
        total = Counter(self.centre)
        for display in self.displays:
            total.update(display)
        del total[FIRST]
        return +total

    @property
    def to_come(self) -> int:
        """How many tiles are still to be taken."""
        return self.tiles.total()


@dataclass(frozen=True, slots=True)
class Since:
    """The time from a picture with a complete offer to a later one of the same round.

    ``before`` is the table of the first picture, ``was`` its offer; ``boards`` and ``now`` are
    what the second shows.
    """

    before: Table
    moment: Moment
    boards: Boards
    was: Offer
    now: Offer


@dataclass(frozen=True, slots=True)
class TakeProblem:
    """Something wrong with a take, told from the offer before and after it.

    The tiles of ``colours`` at ``place`` (``display/2``, ``centre``, empty: none in particular) lie
    wrong; with ``untouched`` that holds only for tiles that nobody has moved in between.  What
    does not stop the game is only worth saying.  ``doubtful`` is what a hidden tile may explain as
    well: it is not told, and the picture it was seen in is not compared with later ones.
    """

    seat: int
    problem: Problem
    place: str = ""
    colours: tuple[str, ...] = ()
    untouched: bool = True
    stops: bool = True
    doubtful: bool = False


@runtime_checkable
class ChecksTakes(Protocol):
    """A game whose takes or payments can be checked where loose tiles are seen."""

    offers_at: tuple[Checkpoint, ...]

    def offer(
        self, before: Table, moment: Moment, boards: Boards, seen: Offer, *, followed: bool
    ) -> Offer:
        """Return the offer that loose tiles are, ``complete`` where it adds up.

        ``followed`` tells that an earlier one of the round did.
        """

    def dealt(self, before: Table, moment: Moment, boards: Boards, now: Offer) -> Offer | None:
        """Return the offer as it was dealt, where the first take of a round tells; else None."""

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what is wrong with the takes between two pictures, as far as it is certain."""

"""A sitting as a pure fold over its events.

Nothing is kept that does not follow from the events: corrections and undo will be events too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from companion.games import game as rules_of
from companion.games.base import Cells, Game, Moment, Outcome, Setup, Table


@dataclass(frozen=True)
class Opened:
    """A sitting begins: what people agreed on."""

    setup: Setup


@dataclass(frozen=True)
class Confirmed:
    """Boards that lie as the rules allow were read (or told) at a moment."""

    moment: Moment
    boards: tuple[Cells, ...]


@dataclass(frozen=True)
class Refused:
    """Something on the table was not legal; the sitting waits with what was confirmed before."""

    moment: Moment
    boards: tuple[Cells, ...]
    rules: tuple[str, ...]


Event = Opened | Confirmed | Refused


@dataclass(frozen=True)
class Sitting:
    """A sitting as far as its events have brought it.

    ``table`` is the last confirmed one, ``base`` the table before the moment ``last`` confirmed;
    ``outcome`` is what that moment brought.
    """

    game: Game
    table: Table
    base: Table
    last: Moment | None = None
    outcome: Outcome | None = None

    def before(self, moment: Moment) -> Table:
        """Return the table ``moment`` follows: a repeated checkpoint replaces its first reading."""
        return self.base if self.last is not None and _same(moment, self.last) else self.table


def fold(events: Iterable[Event]) -> Sitting:
    """Return the sitting its events make; the first must be ``Opened``."""
    first, *rest = events
    if not isinstance(first, Opened):
        raise ValueError("a sitting's first event must say what was set up")
    return reduce(apply, rest, opened(first.setup))


def opened(setup: Setup) -> Sitting:
    """Return a sitting that has just begun."""
    game = rules_of(setup)
    table = game.empty_table()
    return Sitting(game, table, table)


def apply(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after one more event."""
    match event:
        case Opened(setup):
            return opened(setup)
        case Confirmed(moment, boards):
            base = sitting.before(moment)
            outcome = sitting.game.advance(base, moment, boards)
            return replace(sitting, table=outcome.table, base=base, last=moment, outcome=outcome)
        case Refused():
            return sitting


def _same(one: Moment, other: Moment) -> bool:
    return (one.checkpoint, one.round, one.seat) == (other.checkpoint, other.round, other.seat)

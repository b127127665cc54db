"""A tournament as values: who plays, which rounds were drawn, what came of every match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Pair = frozenset[str]
"""Two players, in no order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is settled before the first round; the tables may be others from a later one on.

    ``size`` is how many sit at a table, from 2 to 4; where the players do not fill the tables some
    have fewer.  ``seed`` settles every choice that is left to chance.
    """

    name: str
    game: str
    size: int
    tables: tuple[str, ...]
    players: tuple[str, ...]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays at which table, in the order they sit; the first one begins."""

    table: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match, in the order of its players.

    ``ties`` are the counts that decide between equal scores by the game's own rule, ``places`` are
    shared where nothing does.  ``sitting`` names the game in its table's journal; it is empty where
    a judge decided.
    """

    scores: tuple[int, ...]
    ties: tuple[int, ...]
    places: tuple[int, ...]
    sitting: str = ""

    def points(self, seat: int) -> Fraction:
        """Return the share of the others that a seat has left behind; who is level counts half."""
        own = self.places[seat]
        others = [place for other, place in enumerate(self.places) if other != seat]
        beaten = sum(place > own for place in others) + Fraction(others.count(own), 2)
        return beaten / len(others)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its matches from the first table on, and who has no opponent this time."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as far as it has come.

    ``players`` are all who ever played, in the order they were entered; ``gone`` have left.
    ``outcomes`` are by round and table.
    """

    plan: Plan
    players: tuple[str, ...]
    gone: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    outcomes: Mapping[tuple[int, str], Outcome] = field(default_factory=dict)
    over: bool = False

    @property
    def here(self) -> tuple[str, ...]:
        """Who plays in the next round."""
        return tuple(player for player in self.players if player not in self.gone)

    def draw_name(self, number: int) -> str:
        """Return what names the draw of a round for good, among all tournaments."""
        return f"{self.plan.seed}/{number}"

    @property
    def open_matches(self) -> tuple[Match, ...]:
        """The matches nothing came of so far; of the newest round, as a rule."""
        return tuple(
            match
            for one in self.rounds
            for match in one.matches
            if (one.number, match.table) not in self.outcomes
        )

    def played(self) -> Iterator[tuple[Match, Outcome]]:
        """Yield every match that something came of, in order."""
        for one in self.rounds:
            for match in one.matches:
                outcome = self.outcomes.get((one.number, match.table))
                if outcome is not None:
                    yield match, outcome

    def met(self) -> Counter[Pair]:
        """Return how often each two have sat at one table."""
        return Counter(
            frozenset(pair)
            for one in self.rounds
            for match in one.matches
            for pair in combinations(match.players, 2)
        )

    def byes(self) -> Counter[str]:
        """Return how often each had no opponent."""
        return Counter(player for one in self.rounds for player in one.byes)

    def begun(self) -> Counter[str]:
        """Return how often each was the first at a table."""
        return Counter(match.players[0] for one in self.rounds for match in one.matches)

"""All boards together: conditions across parts and boards, counts, what is unusual.

Explanations are tried in the order of their likelihood.  The first that the game does not refuse,
and that no later one can beat, is taken: exact as long as ``TRIES`` suffice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.base import Cells, Content, Game, Moment, Part, Parts, Problem, Table
from companion.reconcile.best_first import Picks, best_first
from companion.reconcile.parts import MISTAKE, Explanation

TRIES = 600
"""Joint explanations tried before conditions across boards are given up."""

CONDITION = 40.0
"""Nats that a condition across boards may cost; beyond, what was clearly seen is kept."""

ILLEGAL = 1.0
"""Nats that counts may cost an explanation with violations."""

Ranked = Sequence[Sequence[Sequence[Explanation]]]
"""Per seat, per part, explanations best first."""

Place = tuple[int, int]
"""A seat and the number of a part of its board."""


@dataclass(frozen=True)
class Joint:
    """One explanation for every part of every board; ``loss`` in nats behind what is seen."""

    loss: float
    parts: Mapping[Place, Explanation]

    @property
    def unlike(self) -> float:
        """The nats by which the eyes alone would see some part otherwise."""
        return max((each.unlike for each in self.parts.values()), default=0.0)


@dataclass
class Search:
    """Looks for the best joint explanation, freely or with some part given.

    ``parts[seat]`` are the parts whose explanations ``ranked`` has, in the same order.
    """

    game: Game
    before: Table
    moment: Moment
    parts: Parts
    ranked: Ranked
    tries: int = TRIES
    _prices: dict[Picks, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Number the parts of all boards."""
        self.places = [(s, i) for s, parts in enumerate(self.ranked) for i in range(len(parts))]

    def part(self, place: Place) -> Part:
        """Return what the game says of a part."""
        seat, i = place
        return self.parts[seat][i]

    def best(
        self, given: Mapping[Place, int] | None = None, most: float = CONDITION
    ) -> Joint | None:
        """Return the best joint explanation that loses at most ``most`` nats, if there is any."""
        given = given or {}
        columns = [self._column(place, given) for place in self.places]
        start = sum(self.ranked[s][i][0].score for s, i in self.places) - sum(c[0] for c in columns)
        found, least = None, most
        for loss, picks in best_first(columns):
            self.tries -= 1
            if start + loss > least or self.tries < 0 or (found and start + loss == least):
                break  # no price is below zero, so no later one is better
            full = self._full(picks, given)
            total = start + loss + self._price(full)
            if total <= least and (found is None or total < found.loss):
                found, least = Joint(total, self._parts(full)), total
        return found

    def likeliest(self) -> Joint:
        """Return what is seen, whatever the game says of it."""
        return Joint(0.0, {(s, i): self.ranked[s][i][0] for s, i in self.places})

    def nats(self, joint: Joint | None) -> float:
        """Return how likely the picture is by an explanation, or at most where there is none."""
        tops = sum(self.ranked[s][i][0].score for s, i in self.places)
        return tops - (CONDITION if joint is None else joint.loss)

    def problems(self, joint: Joint, seat: int) -> tuple[Problem, ...]:
        """Return what is wrong with a seat's board."""
        boards = [self.cells(joint.parts, s) for s in range(len(self.ranked))]
        return self.game.problems_at(self.before, self.moment, seat, boards[seat], boards)

    def cells(self, parts: Mapping[Place, Explanation], seat: int) -> dict[str, Content]:
        """Return the filled cells of a seat's board."""
        return {
            cell: content
            for i in range(len(self.ranked[seat]))
            for cell, content in zip(parts[seat, i].cells, parts[seat, i].contents, strict=True)
            if content is not None
        }

    def _column(self, place: Place, given: Mapping[Place, int]) -> list[float]:
        seat, i = place
        explanations = self.ranked[seat][i]
        if place in given:
            return [explanations[given[place]].score]
        return [each.score for each in explanations]

    def _full(self, picks: Picks, given: Mapping[Place, int]) -> Picks:
        return tuple(given.get(p, pick) for p, pick in zip(self.places, picks, strict=True))

    def _parts(self, picks: Picks) -> dict[Place, Explanation]:
        chosen = zip(self.places, picks, strict=True)
        return {(s, i): self.ranked[s][i][pick] for (s, i), pick in chosen}

    def _price(self, picks: Picks) -> float:
        """Return what the game has against an explanation."""
        if picks not in self._prices:
            self._prices[picks] = self._worked_out(self._parts(picks))
        return self._prices[picks]

    def _worked_out(self, parts: Mapping[Place, Explanation]) -> float:
        """Return how unusual all boards are together.

        Violations may break counts too: there it decides little and refuses nothing.  What is
        wrong only together has not paid yet for being wrong.
        """
        boards = [self.cells(parts, seat) for seat in range(len(self.ranked))]
        price = self.game.surprise(self.before, self.moment, boards)
        if any(each.strange for each in parts.values()):
            return ILLEGAL if price > ILLEGAL and self._wrong(boards) else price
        return MISTAKE if self._wrong(boards) else price

    def _wrong(self, boards: Sequence[Cells]) -> bool:
        return any(
            self.game.problems_at(self.before, self.moment, seat, board, boards)
            for seat, board in enumerate(boards)
        )

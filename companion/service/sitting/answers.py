"""What people answered about one picture, and what the sighting is with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.events import Asked
from companion.games.base import FIRST, Content, Moment
from companion.games.saying import Row
from companion.reconcile import OTHER, Contents, Question, Without
from companion.sightings.sighting import Likelihoods, Sighting

Cell = tuple[int, str]
"""A seat and a cell of its board."""


@dataclass(frozen=True)
class Answers:
    """Answers by seat and cell: what lies there for certain, and what does not.

    ``told`` is what was answered about the moment, by name; ``bare`` boards carry no tiles,
    whatever seems to lie there.
    """

    certain: Mapping[Cell, Content | None] = field(default_factory=dict)
    refused: Mapping[Cell, frozenset[Content | None]] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)
    bare: bool = False

    @classmethod
    def of(cls, asked: Asked) -> Self:
        """Return what people had said of a picture when they were asked on."""
        certain, refused = asked.certain, asked.refused
        return cls(
            {(seat, cell): one for seat, said in enumerate(certain) for cell, one in said.items()},
            {
                (seat, cell): frozenset(contents)
                for seat, said in enumerate(refused)
                for cell, contents in said.items()
            },
            asked.moment.told,  # the orders among it: that of another seat is told beside them
        )

    def asked(self, moment: Moment, players: int) -> Asked:
        """Return the event of asking on, with what has been answered so far."""
        certain: list[dict[str, Content | None]] = [{} for _ in range(players)]
        refused: list[dict[str, Contents]] = [{} for _ in range(players)]
        for (seat, cell), content in self.certain.items():
            certain[seat][cell] = content
        for (seat, cell), contents in self.refused.items():
            refused[seat][cell] = tuple(sorted(contents, key=str))
        return Asked(moment, tuple(certain), tuple(refused))

    @property
    def given(self) -> bool:
        """Whether people have said anything of the picture."""
        return bool(self.certain or self.refused or self.told)

    def with_answer(self, question: Question, option: int) -> Answers:
        """Return the answers with one more; ``OTHER`` refuses what was offered."""
        if question.told:
            return replace(self, told=question.telling(option, self.told))
        places = [(question.seat, cell) for cell in question.cells]
        chosen = question.options[option]
        if chosen != OTHER:
            return replace(self, certain={**self.certain, **dict(zip(places, chosen, strict=True))})
        (place,) = places
        offered = {told[0] for told in question.options if told != OTHER}
        known = self.refused.get(place, frozenset())
        return replace(self, refused={**self.refused, place: known | offered})

    def applied(self, sighting: Sighting) -> list[Mapping[str, Likelihoods]]:
        """Return the likelihoods of every board with what was answered."""
        seen: list[dict[str, Likelihoods]] = [dict(board.cells) for board in sighting.boards]
        if self.bare:
            seen = [{cell: _bared(told) for cell, told in cells.items()} for cells in seen]
        for (seat, cell), contents in self.refused.items():
            seen[seat][cell] = Without(seen[seat][cell], contents)
        for (seat, cell), content in self.certain.items():
            seen[seat][cell] = {content: 0.0}
        return list(seen)


def _bared(contents: Likelihoods) -> Likelihoods:
    """Return what may lie on a cell without its tiles; the starting player marker is none."""
    return {content: nats for content, nats in contents.items() if content in (None, FIRST)}


def in_words(content: Content | None) -> str | Row:
    """Return what lies on a cell as a sentence names it."""
    if isinstance(content, tuple):
        return Row(each or "nothing" for each in content)
    return content or "nothing"

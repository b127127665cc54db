"""What reconciliation says: what lies on the boards, what is unsure, what must be asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.base import Cells, Choice, Content, Problem
from companion.sightings.sighting import Likelihoods

Contents = tuple[Content | None, ...]

ANSWERS = 4
"""Answers offered at most."""

OTHER: Contents = ()
"""The answer that none of the others is right: more is asked, or people correct by hand."""


@dataclass(frozen=True)
class Doubt:
    """Cells that could also be read otherwise: contents in question, the one chosen, how surely."""

    cells: tuple[str, ...]
    options: Contents
    chosen: Content | None
    confidence: float


@dataclass(frozen=True)
class BoardReading:
    """What lies on one board: filled cells, what is unsure, what is wrong."""

    cells: Cells
    doubts: tuple[Doubt, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Rival:
    """What some cells of a seat's board may hold instead, as the rules allow too."""

    seat: int
    cells: Mapping[str, Content | None]


@dataclass(frozen=True)
class Question:
    """What must be asked: which of ``options`` (contents of ``cells``) lies on a seat's board?

    The likeliest option comes first; ``OTHER``, where there are more than fit, last.
    """

    seat: int
    cells: tuple[str, ...]
    options: tuple[Contents, ...]
    told: str = ""
    """Where it is asked in which order the tiles came: the name of what is told.

    The options then hold ``"1"`` for the first of the cells, ``"2"`` for the second ...
    """
    close: int | None = None
    """How many of the options, the first ones, are why it is asked; None where all are.

    The others are less likely, but may be what people would say.
    """

    @classmethod
    def about(cls, choice: Choice) -> Question:
        """Return the question about an order that the score depends on."""
        cells = tuple(sorted(choice.orders[0]))
        options = tuple(
            tuple(str(order.index(cell) + 1) for cell in cells) for order in choice.orders
        )
        return cls(choice.seat, cells, options[:ANSWERS], choice.name)

    def order(self, option: int) -> tuple[str, ...]:
        """Return the cells in the order of an option."""
        placed = zip(self.options[option], self.cells, strict=True)
        return tuple(cell for _, cell in sorted((int(str(at)), cell) for at, cell in placed))

    def telling(self, option: int, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was ``told`` with the order of an option: other seats have orders too."""
        orders = told.get(self.told, {})
        others = orders if isinstance(orders, Mapping) else {}
        return {**told, self.told: {**others, str(self.seat): self.order(option)}}


@dataclass(frozen=True)
class Reading:
    """All boards at one moment.

    With ``question`` set, two explanations are close; where the boards are not legal, it asks
    whether a tile was only misread.  ``nats`` is how likely the picture is by this reading, to
    compare with others of the same picture; ``rivals`` are the readings of parts of legal boards
    that are not out of the question.
    """

    boards: tuple[BoardReading, ...]
    question: Question | None = None
    nats: float = 0.0
    rivals: tuple[Rival, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong on any board."""
        return not any(board.problems for board in self.boards)


class Without(Mapping[Content | None, float]):
    """Likelihoods of a cell without the contents people said it does not have."""

    def __init__(self, seen: Likelihoods, excluded: Collection[Content | None]) -> None:
        """Take the likelihoods and the contents that are out of the question."""
        self._seen = seen
        self._excluded = frozenset(excluded)

    def __getitem__(self, content: Content | None) -> float:
        """Return the log-likelihood of a content that is still possible."""
        if content in self._excluded:
            raise KeyError(content)
        return self._seen[content]

    def __iter__(self) -> Iterator[Content | None]:
        """Yield the contents that are still possible."""
        return (content for content in self._seen if content not in self._excluded)

    def __len__(self) -> int:
        """Return how many contents are still possible."""
        return sum(1 for _ in self)

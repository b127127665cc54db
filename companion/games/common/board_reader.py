"""Reading boards by the functions of an engine: the half of ``Game`` that all have alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.base import (
    Boards,
    Cells,
    Checkpoint,
    Moment,
    Outcome,
    Parts,
    Problems,
    Setup,
    Table,
)
from companion.games.common.span import Span

Way = TypeVar("Way", bound=Span)


@dataclass(frozen=True, slots=True)
class Reading(Generic[Way]):
    """How an engine reads boards; ``Game`` says what each function returns.

    ``span`` makes of a table and a moment what the others work on.
    """

    span: Callable[[Table, Moment], Way]
    successors: Callable[[Way], Parts]
    mistakes: Callable[[Way], Parts]
    surprise: Callable[[Way, Boards], float]
    problems_at: Callable[[Way, int, Cells, Boards], Problems]
    advance: Callable[[Way, Boards], Outcome]


class BoardReader(Generic[Way]):
    """A game bound to a set-up, as far as every engine has it; ``reading`` is its own part."""

    start_score = 0
    """What everybody begins with."""

    start_facts: Mapping[str, Any] = {}
    """What is known of a table at the beginning of a game."""

    def __init__(self, setup: Setup, reading: Reading[Way]) -> None:
        self.setup = setup
        self.reading = reading

    def empty_table(self) -> Table:
        """Return the table after set-up; in mid-game one without boards: nobody has seen them."""
        scores, players = self.setup.scores, self.setup.players
        return Table(
            setup=self.setup,
            round=0,
            checkpoint=Checkpoint.SETUP,
            boards=({},) * players if scores is None else (),
            scores=(self.start_score,) * players if scores is None else scores,
            starter=self.setup.first_player,
            facts=dict(self.start_facts) if scores is None else {},
        )

    def successors(self, before: Table, moment: Moment) -> Parts:
        """Return per seat every way the rules let its board lie at ``moment``, in parts."""
        return self.reading.successors(self.reading.span(before, moment))

    def mistakes(self, before: Table, moment: Moment) -> Parts:
        """Return per seat the mistakes of several cells that people make."""
        return self.reading.mistakes(self.reading.span(before, moment))

    def surprise(self, before: Table, moment: Moment, boards: Boards) -> float:
        """Return how unusual legal boards are together, in nats; ``inf`` where they cannot be."""
        return self.reading.surprise(self.reading.span(before, moment), boards)

    def problems_at(
        self, before: Table, moment: Moment, seat: int, board: Cells, boards: Boards = ()
    ) -> Problems:
        """Return all that is wrong with a seat's board at a moment."""
        return self.reading.problems_at(self.reading.span(before, moment), seat, board, boards)

    def advance(self, before: Table, moment: Moment, boards: Boards) -> Outcome:
        """Return the outcome of ``moment`` when the legal ``boards`` are confirmed."""
        return self.reading.advance(self.reading.span(before, moment), boards)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Return False: where nobody passes, turns alternate."""
        return False

    def passed(self, table: Table) -> frozenset[int]:
        """Return no seat: in most games nobody passes."""
        return frozenset()

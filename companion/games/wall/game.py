"""The rules of the family as the reader of boards uses them: the ``Game`` protocol."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from companion.games.base import Boards, Checkpoint, Game, Moment, Result, Setup, Table
from companion.games.common.board_reader import BoardReader, Reading
from companion.games.common.span import CARRIED
from companion.games.info import GameInfo
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.wall.advance import FREE_FLOOR, advance
from companion.games.wall.board import board_of
from companion.games.wall.data import Rules, WallGame
from companion.games.wall.reading.consistency import surprise
from companion.games.wall.reading.mistakes import mistakes
from companion.games.wall.reading.problems import problems_at
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.starter import STARTER
from companion.games.wall.reading.successors import successors
from companion.games.wall.reading.take_problems import dealt, offer_of, take_problems
from companion.games.wall.rules.scoring import result_of


class WallReader(BoardReader[Span]):
    """One game of the family, bound to a set-up."""

    checkpoints: tuple[Checkpoint, ...] = (
        Checkpoint.SETUP,
        Checkpoint.TURN,
        Checkpoint.OFFER_END,
        Checkpoint.TILED,
    )
    offers_at: tuple[Checkpoint, ...] = (Checkpoint.TURN,)

    start_facts = MappingProxyType({CARRIED: 0})

    def __init__(self, data: WallGame, setup: Setup) -> None:
        """Check the set-up; raises ``ValueError`` with one sentence when it does not fit."""
        self.rules = rules = Rules.of(data, setup)
        self.data = data
        self.prefix = data.prefix
        self.colours = data.colours
        reading = Reading(
            span=Span,
            successors=partial(successors, data),
            mistakes=partial(mistakes, data),
            surprise=partial(surprise, rules),
            problems_at=partial(problems_at, rules),
            advance=partial(advance, rules),
        )
        super().__init__(setup, reading)

    def result(self, table: Table) -> Result:
        """Return totals and winners; the rewards count only when the game is over (R37 to R41)."""
        walls = [board_of(cells, self.colours).wall for cells in table.boards]
        return result_of(self.rules, walls, table.scores, complete=table.over)

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return ``free_floor`` where a "0" display may lie beside a floor line unseen.

        And ``starter`` where the end of the offer did not show who has the marker.
        """
        if moment.checkpoint is Checkpoint.OFFER_END:
            return (FREE_FLOOR,) if self.rules.special else ()
        hidden = Span(before, moment).offer_seen and before.starter is None
        return (STARTER,) if hidden else ()

    def offer(
        self, before: Table, moment: Moment, boards: Boards, seen: Offer, *, followed: bool
    ) -> Offer:
        """Return the offer that loose tiles are, ``complete`` where nothing is missing."""
        return offer_of(Span(before, moment), boards, seen, special=self.rules.special)

    def dealt(self, before: Table, moment: Moment, boards: Boards, now: Offer) -> Offer | None:
        """Return the offer as it was dealt, where the first take of a round tells; else None."""
        return None if self.rules.special else dealt(Span(before, moment), boards, now)

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what is wrong with the takes; special factories have ways of their own."""
        return () if self.rules.special else take_problems(self.data, since)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return a wall game's rules for reading boards; ``ValueError`` for a wrong set-up."""
    return WallReader(info.data, setup)

"""The rules of the family as the reader of boards uses them: the ``Game`` protocol."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import (
    Cells,
    Checkpoint,
    Game,
    Moment,
    Outcome,
    Part,
    Problem,
    Result,
    Setup,
    Table,
)
from companion.games.common.span import CARRIED
from companion.games.info import GameInfo
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.wall.advance import FREE_FLOOR, advance
from companion.games.wall.board import board_of
from companion.games.wall.data import Rules, WallGame
from companion.games.wall.reading.consistency import consistent, surprise
from companion.games.wall.reading.mistakes import mistakes
from companion.games.wall.reading.problems import problems, problems_at
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.starter import STARTER
from companion.games.wall.reading.successors import successors
from companion.games.wall.reading.take_problems import dealt, offer_of, take_problems
from companion.games.wall.rules.scoring import result_of


class WallReader:
    """One game of the family, bound to a set-up."""

    checkpoints: tuple[Checkpoint, ...] = (
        Checkpoint.SETUP,
        Checkpoint.TURN,
        Checkpoint.OFFER_END,
        Checkpoint.TILED,
    )
    offers_at: tuple[Checkpoint, ...] = (Checkpoint.TURN,)

    def __init__(self, data: WallGame, setup: Setup) -> None:
        """Check the set-up; raises ``ValueError`` with one sentence when it does not fit."""
        self.rules = Rules.of(data, setup)
        self.data = data
        self.setup = setup
        self.prefix = data.prefix
        self.colours = data.colours

    def empty_table(self) -> Table:
        """Return the table after set-up; in mid-game one without boards: nobody has seen them."""
        joined = self.setup.scores is not None
        return Table(
            setup=self.setup,
            round=0,
            checkpoint=Checkpoint.SETUP,
            boards=() if joined else ({},) * self.setup.players,
            scores=self.setup.scores or (0,) * self.setup.players,
            starter=self.setup.first_player,
            facts={} if joined else {CARRIED: 0},
        )

    def successors(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat every way its board may lie: five rows and the floor line."""
        return successors(self.data, Span(before, moment))

    def mistakes(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat the mistakes of several tiles that people make."""
        return mistakes(self.data, Span(before, moment))

    def consistent(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> bool:
        """Tell whether legal boards agree: 20 tiles a colour, one marker, the tiles dealt."""
        return consistent(self.rules, Span(before, moment), boards)

    def surprise(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> float:
        """Return how unusual legal boards are: tiles of the deal missing, several turns."""
        return surprise(self.rules, Span(before, moment), boards)

    def problems(
        self, board: Cells, before: Cells | None, checkpoint: Checkpoint
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with one board."""
        return problems(self.rules, board, before, checkpoint)

    def problems_at(
        self,
        before: Table,
        moment: Moment,
        seat: int,
        board: Cells,
        boards: Sequence[Cells] = (),
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a seat's board at a moment."""
        return problems_at(self.rules, Span(before, moment), seat, board, boards)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Return False: nobody passes, so turns alternate (R8)."""
        return False

    def advance(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> Outcome:
        """Return what confirming ``boards`` at ``moment`` brings."""
        return advance(self.rules, Span(before, moment), boards)

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

    def offer(self, before: Table, moment: Moment, boards: Sequence[Cells], seen: Offer) -> Offer:
        """Return the offer that loose tiles are, ``complete`` where nothing is missing."""
        return offer_of(Span(before, moment), boards, seen, special=self.rules.special)

    def dealt(
        self, before: Table, moment: Moment, boards: Sequence[Cells], now: Offer
    ) -> Offer | None:
        """Return the offer as it was dealt, where the first take of a round tells; else None."""
        return None if self.rules.special else dealt(Span(before, moment), boards, now)

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what is wrong with the takes; special factories have ways of their own."""
        return () if self.rules.special else take_problems(self.data, since)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return a wall game's rules for reading boards; ``ValueError`` for a wrong set-up."""
    return WallReader(info.data, setup)

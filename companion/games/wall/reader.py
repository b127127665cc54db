"""The rules of the family as the reader of boards uses them: the ``Game`` protocol."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import (
    Cells,
    Checkpoint,
    Moment,
    Outcome,
    Part,
    Problem,
    Result,
    Setup,
    Table,
)
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.wall.advance import FREE_FLOOR, advance, capped
from companion.games.wall.board import board_of
from companion.games.wall.consistency import consistent, surprise
from companion.games.wall.data import WallGame
from companion.games.wall.mistakes import mistakes
from companion.games.wall.offered import too_many_lines
from companion.games.wall.problems import problems
from companion.games.wall.scoring import bonus_steps, bonuses, winners
from companion.games.wall.span import CARRIED, Span
from companion.games.wall.successors import successors
from companion.games.wall.taken import dealt, offer_of, take_problems


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
        data.check(setup)
        self.data = data
        self.setup = setup
        self.options = data.options(setup)
        self.prefix = data.prefix
        self.colours = data.colours
        self.grey = setup.variant == "grey"

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
        return consistent(self.data, self.options, Span(before, moment), boards)

    def surprise(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> float:
        """Return how unusual legal boards are: tiles of the deal missing, several turns."""
        return surprise(self.data, self.options, Span(before, moment), boards)

    def problems(
        self, board: Cells, before: Cells | None, checkpoint: Checkpoint
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with one board."""
        return problems(self.data, self.grey, board, before, checkpoint)

    def problems_at(
        self,
        before: Table,
        moment: Moment,
        seat: int,
        board: Cells,
        boards: Sequence[Cells] = (),
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a seat's board at a moment."""
        earlier = before.boards[seat] if before.boards else None
        span = Span(before, moment)
        missed = not (span.offer_seen if span.at is Checkpoint.TILED else span.same_offer)
        found = problems(self.data, self.grey, board, earlier, span.at, missed=missed)
        return found or tuple(too_many_lines(self.data, span, seat, boards))

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Return False: nobody passes, so turns alternate (R8)."""
        return False

    def advance(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> Outcome:
        """Return what confirming ``boards`` at ``moment`` brings."""
        return advance(self.data, self.options, Span(before, moment), boards)

    def result(self, table: Table) -> Result:
        """Return totals and winners; the rewards count only when the game is over (R37 to R41)."""
        counted = [bonuses(board_of(cells, self.colours).wall) for cells in table.boards]
        named = tuple(count._asdict() for count in counted)
        if not table.over:
            return Result(table.scores, named, ((),) * len(named), (), complete=False)
        totals = tuple(
            capped(self.options, score + count.points)
            for score, count in zip(table.scores, counted, strict=True)
        )
        steps = tuple(bonus_steps(self.data, count) for count in counted)
        best = winners(totals, [count.rows for count in counted])
        return Result(totals, named, steps, best, complete=True)

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return ``free_floor`` where a "0" display may lie beside a floor line unseen."""
        special = self.options.get("special_factories")
        return (FREE_FLOOR,) if special and moment.checkpoint is Checkpoint.OFFER_END else ()

    def offer(self, before: Table, moment: Moment, boards: Sequence[Cells], seen: Offer) -> Offer:
        """Return the offer that loose tiles are, ``complete`` where nothing is missing."""
        special = bool(self.options.get("special_factories"))
        return offer_of(Span(before, moment), boards, seen, special=special)

    def dealt(
        self, before: Table, moment: Moment, boards: Sequence[Cells], now: Offer
    ) -> Offer | None:
        """Return the offer as it was dealt, where the first take of a round tells; else None."""
        special = self.options.get("special_factories")
        return None if special else dealt(Span(before, moment), boards, now)

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what is wrong with the takes; special factories have ways of their own."""
        return () if self.options.get("special_factories") else take_problems(self.data, since)

"""The rules as the reader of boards uses them: ``Game`` of ``companion.games.base``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

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
from companion.games.info import GameInfo
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.summer_pavilion.advance import advance
from companion.games.summer_pavilion.reading.payment import beside_boards, payment_problems
from companion.games.summer_pavilion.reading.problems import problems, problems_at
from companion.games.summer_pavilion.reading.span import (
    DISCARDED,
    MARKER,
    Span,
    corners_seen,
    spaces_seen,
)
from companion.games.summer_pavilion.reading.successors import mistakes, successors, unusual_turns
from companion.games.summer_pavilion.rules.ending import Finish, result_of_boards
from companion.games.summer_pavilion.rules.scoring import STARTING_SCORE
from companion.games.summer_pavilion.ruleset import read_rules
from companion.games.summer_pavilion.tiles import COLOURS, TILES_PER_COLOUR


class SummerPavilionGame:
    """What lies on the boards of one game, bound to a ``Setup``."""

    prefix = "SP"
    colours: tuple[str, ...] = COLOURS
    checkpoints: tuple[Checkpoint, ...] = (
        Checkpoint.SETUP,
        Checkpoint.PLACED,
        Checkpoint.PASSED,
    )
    offers_at: tuple[Checkpoint, ...] = (Checkpoint.PLACED,)

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = read_rules(setup)

    def empty_table(self) -> Table:
        """Return the table after set-up: 5 points each; in mid-game one without boards."""
        scores = self.setup.scores
        return Table(
            setup=self.setup,
            round=0,
            checkpoint=Checkpoint.SETUP,
            boards=({},) * self.setup.players if scores is None else (),
            scores=(STARTING_SCORE,) * self.setup.players if scores is None else scores,
            starter=self.setup.first_player,
        )

    def successors(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat every way its board may lie: seven stars and four corner spaces."""
        return successors(self.rules.side, Span(before, moment))

    def mistakes(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat the stars on which a tile may have been moved by mistake."""
        return mistakes(Span(before, moment))

    def consistent(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> bool:
        """Tell whether the boards together hold no more than 22 tiles of a colour."""
        tiles = Counter(content for board in boards for content in board.values())
        return all(tiles[colour] <= TILES_PER_COLOUR for colour in COLOURS)

    def surprise(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> float:
        """Return how unusual legal boards are: no tile placed in a turn, or several."""
        if not self.consistent(before, moment, boards):
            return inf
        return unusual_turns(Span(before, moment), boards)

    def problems(
        self, board: Cells, before: Cells | None, checkpoint: Checkpoint
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with one board."""
        return problems(self.rules.side, board, before, checkpoint)

    def problems_at(
        self,
        before: Table,
        moment: Moment,
        seat: int,
        board: Cells,
        boards: Sequence[Cells] = (),
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a seat's board at a moment."""
        return problems_at(self.rules.side, Span(before, moment), seat, board, boards)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Tell whether all others have passed, so that the seat has every turn (SP-R35)."""
        others = set(range(self.setup.players)) - {moment.seat}
        return moment.checkpoint is Checkpoint.PLACED and others <= Span(before, moment).passed

    def advance(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> Outcome:
        """Return what confirming ``boards`` at ``moment`` brings.

        Where several new tiles bring different points in different orders and ``told`` has no
        ``order``, the seat is announced None, the best order is counted for now, a notice asks,
        and the table's fact ``orders`` lists (seat, points, cells) to choose from.
        """
        return advance(self.rules.options, Span(before, moment), boards)

    def result(self, table: Table) -> Result:
        """Return totals, bonuses and winners; before the end the totals so far."""
        boards = table.boards or ({},) * len(table.scores)
        finishes = [
            Finish(spaces_seen(cells), score, corners_seen(cells))
            for cells, score in zip(boards, table.scores, strict=True)
        ]
        return result_of_boards(self.rules, finishes, complete=table.over)

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return what must still be told: the marker in a new round, discarded tiles on passing."""
        span = Span(before, moment)
        names = []
        if span.new_round and not span.joined and span.at is not Checkpoint.SETUP:
            names.append(MARKER)
        if span.at is Checkpoint.PASSED:
            names.append(DISCARDED)
        return tuple(name for name in names if name not in moment.told)

    def offer(self, before: Table, moment: Moment, boards: Sequence[Cells], seen: Offer) -> Offer:
        """Return the tiles beside the boards."""
        return beside_boards(seen)

    def dealt(
        self, before: Table, moment: Moment, boards: Sequence[Cells], now: Offer
    ) -> Offer | None:
        """Return None: what lies beside a board was taken, not dealt there."""
        return None

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what does not fit about a payment."""
        return payment_problems(self.rules.side, since)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return the rules for reading boards; ``ValueError`` says what cannot be played."""
    return SummerPavilionGame(setup)

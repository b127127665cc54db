"""The rules as the reader of boards uses them: ``Game`` of ``companion.games.base``."""

from __future__ import annotations

from functools import partial

from companion.games.base import Boards, Checkpoint, Game, Moment, Result, Setup, Table
from companion.games.common.board_reader import BoardReader, Reading
from companion.games.info import GameInfo
from companion.games.offer import Offer, Since, TakeProblem
from companion.games.summer_pavilion.advance import advance
from companion.games.summer_pavilion.reading.payment import beside_boards, payment_problems
from companion.games.summer_pavilion.reading.problems import problems_at
from companion.games.summer_pavilion.reading.span import (
    DISCARDED,
    MARKER,
    PASSED,
    Span,
    corners_seen,
    spaces_seen,
)
from companion.games.summer_pavilion.reading.successors import mistakes, successors, surprise
from companion.games.summer_pavilion.rules.ending import Finish, result_of_boards
from companion.games.summer_pavilion.rules.scoring import STARTING_SCORE
from companion.games.summer_pavilion.ruleset import read_rules
from companion.games.summer_pavilion.tiles import COLOURS


class SummerPavilionGame(BoardReader[Span]):
    """What lies on the boards of one game, bound to a ``Setup``."""

    prefix = "SP"
    colours: tuple[str, ...] = COLOURS
    checkpoints: tuple[Checkpoint, ...] = (
        Checkpoint.SETUP,
        Checkpoint.PLACED,
        Checkpoint.PASSED,
    )
    offers_at: tuple[Checkpoint, ...] = (Checkpoint.PLACED,)

    start_score = STARTING_SCORE

    def __init__(self, setup: Setup) -> None:
        self.rules = rules = read_rules(setup)
        reading = Reading(
            span=Span,
            successors=partial(successors, rules.side),
            mistakes=mistakes,
            surprise=surprise,
            problems_at=partial(problems_at, rules.side),
            advance=partial(advance, rules.options),
        )
        super().__init__(setup, reading)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Tell whether all others have passed, so that the seat has every turn (SP-R35).

        Where nobody says whose turn it was, it may be another's; and in the round in which a game
        is joined nobody has seen who passed before.
        """
        if moment.checkpoint is not Checkpoint.PLACED:
            return False
        joined = self.setup.scores is not None and self.setup.round == moment.round
        others = set(range(self.setup.players)) - {moment.seat}
        return moment.seat is None or joined or others <= Span(before, moment).passed

    def passed(self, table: Table) -> frozenset[int]:
        """Return the seats that pressed for it, or whose corner spaces show it (SP-R35, SP-R36)."""
        return frozenset(table.facts.get(PASSED, ()))

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

    def offer(
        self, before: Table, moment: Moment, boards: Boards, seen: Offer, *, followed: bool
    ) -> Offer:
        """Return the tiles beside the boards."""
        return beside_boards(self.rules.side, Span(before, moment), boards, seen, followed=followed)

    def dealt(self, before: Table, moment: Moment, boards: Boards, now: Offer) -> Offer | None:
        """Return None: what lies beside a board was taken, not dealt there."""
        return None

    def take_problems(self, since: Since) -> tuple[TakeProblem, ...]:
        """Return what does not fit about a payment."""
        return payment_problems(self.rules.side, since)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return the rules for reading boards; ``ValueError`` says what cannot be played."""
    return SummerPavilionGame(setup)

"""Azul Duel as the reader of boards uses it: ``companion.games.base.Game``."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from companion.games.azul_duel.advance import advance
from companion.games.azul_duel.catalogue import COLOURS, START_SCORE
from companion.games.azul_duel.reading.cells import read_board
from companion.games.azul_duel.reading.consistency import surprise
from companion.games.azul_duel.reading.mistakes import board_mistakes
from companion.games.azul_duel.reading.problems import problems_at
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.successors import board_parts
from companion.games.azul_duel.rules.goals import agreed, final_result
from companion.games.base import Checkpoint, Game, Moment, Result, Setup, Table
from companion.games.common.board_reader import BoardReader, Reading
from companion.games.common.span import CARRIED
from companion.games.info import GameInfo

SEATS = (0, 1)


class DuelReader(BoardReader[Span]):
    """Azul Duel bound to a setup, for boards that are seen and not played."""

    prefix = "DU"
    colours: tuple[str, ...] = COLOURS
    checkpoints: tuple[Checkpoint, ...] = (
        Checkpoint.SETUP,
        Checkpoint.OPENING,
        Checkpoint.TURN,
        Checkpoint.OFFER_END,
        Checkpoint.TILED,
    )

    start_score = START_SCORE
    start_facts = MappingProxyType({CARRIED: 0})

    def __init__(self, setup: Setup) -> None:
        """Check the setup; ``ValueError`` says what does not fit Azul Duel."""
        self.options, self.goals = agreed(setup)
        reading = Reading(
            span=partial(Span, options=self.options),
            successors=lambda span: tuple(board_parts(span, seat) for seat in SEATS),
            mistakes=lambda span: tuple(board_mistakes(span, seat) for seat in SEATS),
            surprise=surprise,
            problems_at=problems_at,
            advance=advance,
        )
        super().__init__(setup, reading)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Tell whether it is a turn: who can do nothing passes, the other goes on (R13)."""
        return moment.checkpoint is Checkpoint.TURN

    def result(self, table: Table) -> Result:
        """Return totals, goals and winners; without goals and winners before the end."""
        boards = [read_board(cells) for cells in table.boards or ({}, {})]
        over, first = table.over, table.starter
        return final_result(boards, table.scores, self.goals, first, over, self.options)

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return what must be told: broken stacks, and draws while dome tiles are taken."""
        if moment.checkpoint is not Checkpoint.OFFER_END:
            return ()
        return ("broken", "drawn") if moment.round < 5 else ("broken",)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return the rules of Azul Duel for reading boards; ``ValueError`` for a wrong set-up."""
    return DuelReader(setup)

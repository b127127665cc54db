"""Azul Duel as the reader of boards uses it: ``companion.games.base.Game``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.azul_duel.advance import advance
from companion.games.azul_duel.catalogue import COLOURS, START_SCORE, check_goals
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.reading.cells import read_board
from companion.games.azul_duel.reading.consistency import consistent, surprise
from companion.games.azul_duel.reading.mistakes import board_mistakes
from companion.games.azul_duel.reading.problems import board_problems, problems_at
from companion.games.azul_duel.reading.span import Span
from companion.games.azul_duel.reading.successors import board_parts
from companion.games.azul_duel.rules.goals import final_result
from companion.games.azul_duel.rules.scoring import MOST_SCORE
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
    check_scores,
)
from companion.games.common.options import read_options
from companion.games.common.span import CARRIED
from companion.games.info import GameInfo

SEATS = (0, 1)


class DuelReader:
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

    def __init__(self, setup: Setup) -> None:
        """Check the setup; ``ValueError`` says what does not fit Azul Duel."""
        check_scores(setup, 0, MOST_SCORE)
        self.setup = setup
        self.options = read_options(Options, "Azul Duel", setup.options)
        self.goals = setup.goals or self.options.first_game_goals
        if self.goals:
            check_goals(self.goals)

    def empty_table(self) -> Table:
        """Return the table after set-up; in mid-game one without boards: nobody has seen them."""
        return Table(
            setup=self.setup,
            round=0,
            checkpoint=Checkpoint.SETUP,
            boards=({}, {}) if self.setup.scores is None else (),
            scores=self.setup.scores or (START_SCORE, START_SCORE),
            starter=self.setup.first_player,
            facts={CARRIED: 0} if self.setup.scores is None else {},
        )

    def _span(self, before: Table, moment: Moment) -> Span:
        return Span(before, moment, self.options)

    def successors(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat every way the rules let its board lie at ``moment``, in parts."""
        return tuple(board_parts(self._span(before, moment), seat) for seat in SEATS)

    def mistakes(self, before: Table, moment: Moment) -> tuple[tuple[Part, ...], ...]:
        """Return per seat the mistakes of several cells that people make."""
        return tuple(board_mistakes(self._span(before, moment), seat) for seat in SEATS)

    def consistent(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> bool:
        """Tell whether the boards agree: counts, dome tiles, tiles dealt, one starting tile."""
        return consistent(self._span(before, moment), boards)

    def surprise(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> float:
        """Return how unusual legal boards are: tiles of the deal missing, several turns."""
        return surprise(self._span(before, moment), boards)

    def problems(
        self, board: Cells, before: Cells | None, checkpoint: Checkpoint
    ) -> tuple[Problem, ...]:
        """Return all that is wrong with one board, as far as two boards alone tell it."""
        return board_problems(board, before, checkpoint, self.options)

    def problems_at(
        self,
        before: Table,
        moment: Moment,
        seat: int,
        board: Cells,
        boards: Sequence[Cells] = (),
    ) -> tuple[Problem, ...]:
        """Return all that is wrong with one board; knows the round and the chips told, too.

        Sharper than ``problems``: it misses no dome tile that is not laid yet, and accepts a line
        completed with chips that were told only now.
        """
        return problems_at(self._span(before, moment), seat, board, boards)

    def acts_again(self, before: Table, moment: Moment) -> bool:
        """Tell whether it is a turn: who can do nothing passes, the other goes on (R13)."""
        return moment.checkpoint is Checkpoint.TURN

    def advance(self, before: Table, moment: Moment, boards: Sequence[Cells]) -> Outcome:
        """Return the outcome of ``moment`` when the legal ``boards`` are confirmed."""
        return advance(self._span(before, moment), boards)

    def result(self, table: Table) -> Result:
        """Return totals, goals and winners; without goals and winners before the end."""
        boards = [read_board(cells) for cells in table.boards or ({}, {})]
        return final_result(
            (boards[0], boards[1]),
            (table.scores[0], table.scores[1]),
            self.goals,
            table.starter,
            table.over,
            self.options,
        )

    def told(self, before: Table, moment: Moment) -> tuple[str, ...]:
        """Return what must be told: broken stacks, and draws while dome tiles are taken."""
        if moment.checkpoint is not Checkpoint.OFFER_END:
            return ()
        return ("broken", "drawn") if moment.round < 5 else ("broken",)


def game(info: GameInfo, setup: Setup) -> Game:
    """Return the rules of Azul Duel for reading boards; ``ValueError`` for a wrong set-up."""
    return DuelReader(setup)

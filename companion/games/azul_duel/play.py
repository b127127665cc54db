"""Complete play of Azul Duel: the rules engine behind ``companion.games.base.Play``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.azul_duel.action_words import describe
from companion.games.azul_duel.actions import (
    Action,
    DrawDome,
    EndTiling,
    KeepDome,
    LayDome,
    LeaveLine,
    LookAtDrawn,
    Pass,
    PlaceTile,
    ReturnDome,
    SpendChips,
    StackMoon,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import CELLS
from companion.games.azul_duel.catalogue import START_SCORE, check_goals
from companion.games.azul_duel.notation import DuelNotation
from companion.games.azul_duel.options import options_from
from companion.games.azul_duel.position import Phase, Position
from companion.games.azul_duel.rules import dome_tiles, filling, first_phase, taking, tiling
from companion.games.azul_duel.rules.ending import final_result
from companion.games.azul_duel.rules.filling import FirstDeal, RoundDeal
from companion.games.azul_duel.rules.scoring import MOST_POINTS
from companion.games.azul_duel.serialize import POSITION
from companion.games.azul_duel.validate import check
from companion.games.base import IllegalAction, Play, Result, Setup, Step, check_scores
from companion.games.common.written_play import WrittenPlay
from companion.games.info import GameInfo

_CARRY_OUT: dict[type[Any], Callable[..., Position]] = {
    TakeDome: dome_tiles.take_dome,
    DrawDome: dome_tiles.draw_dome,
    LookAtDrawn: dome_tiles.look_at_drawn,
    KeepDome: dome_tiles.keep_dome,
    ReturnDome: dome_tiles.return_dome,
    LayDome: dome_tiles.lay_dome,
    TakeSun: taking.take_sun,
    StackMoon: taking.stack_moon,
    TakeMoon: taking.take_moon,
    TakeChip: taking.take_chip,
    Pass: taking.pass_turn,
    PlaceTile: tiling.place_tile,
    SpendChips: tiling.spend_chips,
    LeaveLine: tiling.leave_line,
    EndTiling: tiling.end_tiling,
}


class DuelPlay(WrittenPlay[Position]):
    """Complete play bound to a setup: two players, the goals in play, the table's options."""

    def __init__(self, setup: Setup) -> None:
        """Check the setup; ``ValueError`` says what does not fit Azul Duel."""
        check_setup(setup)
        super().__init__(POSITION, DuelNotation())
        self.setup = setup
        self.options = options_from(setup.options)
        self.goals = setup.goals or self.options.first_game_goals
        if self.goals:
            check_goals(self.goals)

    def start(self, seed: int) -> Position:
        """Return the position before the opening placement, with chance from ``seed``."""
        return filling.first_position(seed, self.goals, self.setup.first_player, self.options)

    def start_from(self, first: FirstDeal) -> Position:
        """Return the position before the opening placement of a given deal (no generator)."""
        return filling.first_position_from(first, self.options)

    def deal(self, position: Position, given: RoundDeal) -> Position:
        """Fill the factories of a position that ``needs_deal``."""
        return filling.deal(position, given, self.options)

    def legal_actions(self, position: Position) -> Sequence[Action]:
        """Return every action ``apply`` accepts, in a fixed order; empty at the end."""
        if position.phase in (Phase.OVER, Phase.PREPARING):
            return []
        if position.phase is Phase.TILING:
            return tiling.legal(position, self.options)
        return first_phase.legal(position, self.options)

    def apply(self, position: Position, action: Action) -> Position:
        """Return the next position; ``IllegalAction`` names the rule that forbids the action."""
        carry_out = _CARRY_OUT.get(type(action))
        if carry_out is None:
            raise IllegalAction("DU-R12", f"{action!r} is no action of Azul Duel.")
        return carry_out(position, action, self.options)

    def result_of(self, position: Position) -> Result:
        """Return totals, goals and winners; without goals and winners before the end."""
        boards = (position.players[0].board, position.players[1].board)
        scores = (position.players[0].score, position.players[1].score)
        holder = position.holder
        first = position.starter if holder is None else holder
        over = position.phase is Phase.OVER
        return final_result(boards, scores, position.goals, first, over, self.options)

    def describe(self, position: Position, action: Action) -> str:
        """Return an action in plain words."""
        return describe(position, action)

    def sheet(self, position: Position, action: Action) -> tuple[tuple[Step, ...], ...]:
        """Return, per seat, what ``action`` and all that follows from it brings."""
        after = self.apply(position, action)
        pairs = zip(position.players, after.players, strict=True)
        return tuple(new.sheet[len(old.sheet) :] for old, new in pairs)

    def check(self, position: Position) -> None:
        """Raise ``ImpossiblePosition`` where a position cannot exist."""
        check(position, self.options)


def check_setup(setup: Setup) -> None:
    """Raise ``ValueError`` with one sentence when ``setup`` is not one of Azul Duel."""
    if setup.players != 2:
        raise ValueError(f"DU-R1: Azul Duel has exactly 2 players, not {setup.players}.")
    if setup.variant != "coloured":
        raise ValueError(f"Azul Duel has one side only, 'coloured', and no {setup.variant!r}.")
    if setup.first_player not in (None, 0, 1):
        raise ValueError(f"Seat {setup.first_player} cannot start; there are seats 0 and 1.")
    try:
        check_scores(setup, 0, START_SCORE + MOST_POINTS * CELLS)
    except ValueError as error:
        raise ValueError(f"Azul Duel needs two scores from 0. {error}") from error


def play(info: GameInfo, setup: Setup) -> Play:
    """Return complete play of Azul Duel; ``ValueError`` for a wrong set-up."""
    return DuelPlay(setup)

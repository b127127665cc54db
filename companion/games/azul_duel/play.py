"""Complete play of Azul Duel: the rules engine behind ``companion.games.base.Play``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.azul_duel.action_words import describe
from companion.games.azul_duel.actions import Action
from companion.games.azul_duel.notation import DuelNotation
from companion.games.azul_duel.position import Phase, Position
from companion.games.azul_duel.rules import dome_tiles, filling, first_phase, taking, tiling
from companion.games.azul_duel.rules.filling import RoundDeal
from companion.games.azul_duel.rules.goals import agreed, final_result
from companion.games.azul_duel.serialize import POSITION
from companion.games.azul_duel.validate import reasons
from companion.games.base import IllegalAction, Play, Result, Setup, Steps
from companion.games.common.written_play import WrittenPlay
from companion.games.info import GameInfo

_CARRY_OUT = {**dome_tiles.ACTIONS, **taking.ACTIONS, **tiling.ACTIONS}


class DuelPlay(WrittenPlay[Position]):
    """Complete play bound to a setup: two players, the goals in play, the table's options."""

    def __init__(self, setup: Setup) -> None:
        """Check the setup; ``ValueError`` says what does not fit Azul Duel."""
        self.setup = setup
        self.options, self.goals = agreed(setup)
        super().__init__(POSITION, DuelNotation(), partial(reasons, self.options))

    def start(self, seed: int) -> Position:
        """Return the position before the opening placement, with chance from ``seed``."""
        return filling.first_position(seed, self.goals, self.setup.first_player, self.options)

    def deal(self, position: Position, given: RoundDeal) -> Position:
        """Fill the factories of a position that ``needs_deal``."""
        return filling.deal(position, given, self.options)

    def legal_actions(self, position: Position) -> Sequence[Action]:
        """Return every action ``apply`` accepts, in a fixed order; empty at the end."""
        phase = position.phase
        if phase is Phase.ACQUIRING or phase is Phase.OPENING:
            return first_phase.legal(position, self.options)
        return tiling.legal(position, self.options) if phase is Phase.TILING else []

    def apply(self, position: Position, action: Action) -> Position:
        """Return the next position; ``IllegalAction`` names the rule that forbids the action."""
        carry_out = _CARRY_OUT.get(type(action))
        if carry_out is None:
            raise IllegalAction("DU-R12", f"{action!r} is no action of Azul Duel.")
        after: Position = carry_out(position, action, self.options)
        return after

    def result_of(self, position: Position) -> Result:
        """Return totals, goals and winners; without goals and winners before the end."""
        boards = [player.board for player in position.players]
        scores = [player.score for player in position.players]
        holder = position.holder
        first = position.starter if holder is None else holder
        over = position.phase is Phase.OVER
        return final_result(boards, scores, position.goals, first, over, self.options)

    def describe(self, position: Position, action: Action) -> str:
        """Return an action in plain words."""
        return describe(position, action)

    def sheet(self, position: Position, action: Action) -> tuple[Steps, ...]:
        """Return, per seat, what ``action`` and all that follows from it brings."""
        after = self.apply(position, action)
        pairs = zip(position.players, after.players, strict=True)
        return tuple(new.sheet[len(old.sheet) :] for old, new in pairs)


def play(info: GameInfo, setup: Setup) -> Play:
    """Return complete play of Azul Duel; ``ValueError`` for a wrong set-up."""
    return DuelPlay(setup)

"""Complete play of a wall game: the ``Play`` protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.base import IllegalAction, Play, Result, Setup, Steps
from companion.games.common.written_play import WrittenPlay
from companion.games.info import GameInfo
from companion.games.wall.action_words import describe
from companion.games.wall.data import Rules, WallGame
from companion.games.wall.notation import WallNotation
from companion.games.wall.position import Action, Deal, Phase, Place, Position, Take
from companion.games.wall.rules.legal_actions import legal_actions
from companion.games.wall.rules.rounds import (
    choose,
    deal,
    next_round,
    offer_is_over,
    opening,
    settle,
)
from companion.games.wall.rules.score_sheet import sheet_of
from companion.games.wall.rules.scoring import has_complete_row, result_of
from companion.games.wall.rules.taking import take
from companion.games.wall.serialize import position_form
from companion.games.wall.validate import reasons


class WallPlay(WrittenPlay[Position]):
    """One game of the family, bound to a set-up; all it keeps is the rules."""

    def __init__(self, data: WallGame, setup: Setup) -> None:
        """Check the set-up; raises ``ValueError`` with one sentence when it does not fit."""
        self.rules = rules = Rules.of(data, setup)
        super().__init__(position_form(rules), WallNotation(rules), partial(reasons, rules))
        self.data = data
        self.setup = setup

    def start(self, seed: int) -> Position:
        """Return the first position of a game whose deals come from ``seed``."""
        return next_round(self.rules, opening(self.rules, self.setup.first_player or 0, seed))

    def opening(self) -> Position:
        """Return the position before the first deal, for games whose deals are given."""
        return opening(self.rules, self.setup.first_player or 0, None)

    def deal(self, position: Position, tiles: Deal) -> Position:
        """Return the next round with given tiles; ``ImpossiblePosition`` when they cannot be."""
        return deal(self.rules, position, tiles)

    def legal_actions(self, position: Position) -> Sequence[Action]:
        """Return every action ``apply`` accepts, in a fixed order; empty at the end."""
        return legal_actions(self.rules, position)

    def take(self, position: Position, action: Take) -> Position:
        """Return the position after a turn with nothing tiled yet, even when the offer is over."""
        if position.phase is not Phase.OFFER:
            raise _out_of_turn(self.rules, position)
        return take(self.rules, position, action)

    def settled(self, position: Position) -> Position:
        """Return the position after the tiling that follows the last turn of an offer."""
        return settle(self.rules, position)

    def apply(self, position: Position, action: Action) -> Position:
        """Return the position after an action and all that follows from it without a choice."""
        if isinstance(action, Place):
            if position.phase is not Phase.TILING:
                raise _out_of_turn(self.rules, position)
            return choose(self.rules, position, action)
        after = self.take(position, action)
        return settle(self.rules, after) if offer_is_over(after) else after

    def sheet(self, position: Position, action: Action) -> tuple[Steps, ...]:
        """Return, per seat, the points an action brings, in the rulebook's order."""
        return sheet_of(self.rules, position, action)

    def result_of(self, position: Position) -> Result:
        """Return totals, rewards and winners; the rewards count only at the end (R37 to R41)."""
        tiles_left = any(position.bag) or any(position.lid)
        walls = [board.wall for board in position.boards]
        rewarded = (
            tiles_left or self.rules.bonuses_without_tiles or any(map(has_complete_row, walls))
        )
        scores = [board.score for board in position.boards]
        return result_of(self.rules, walls, scores, complete=position.over, rewarded=rewarded)

    def describe(self, position: Position, action: Action) -> str:
        """Return an action in ``position`` as a line of words."""
        return describe(self.rules, position, action)


def _out_of_turn(rules: Rules, position: Position) -> IllegalAction:
    reasons = {
        Phase.OFFER: (22, "walls are tiled only when no tile is left to take"),
        Phase.TILING: (43, "the offer is over; a space of the wall must be chosen"),
        Phase.DEAL: (33, "the next round needs a deal first"),
        Phase.OVER: (37, "the game is over"),
    }
    number, reason = reasons[position.phase]
    return IllegalAction(rules.rule(number), reason)


def play(info: GameInfo, setup: Setup) -> Play:
    """Return complete play of a wall game; ``ValueError`` for a wrong set-up."""
    return WallPlay(info.data, setup)

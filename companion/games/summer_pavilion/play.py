"""Complete play: ``Play`` of ``companion.games.base`` for Summer Pavilion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.base import IllegalAction, Play, Result, Setup, Steps
from companion.games.common.sack import Counts
from companion.games.common.written_play import WrittenPlay
from companion.games.info import GameInfo
from companion.games.summer_pavilion import action_words
from companion.games.summer_pavilion.actions import Action, Keep, Pass, Place, Take, TakeBonus
from companion.games.summer_pavilion.notation import PavilionNotation
from companion.games.summer_pavilion.position import Phase, Position, first_position
from companion.games.summer_pavilion.rules.ending import Finish, result_of_boards
from companion.games.summer_pavilion.rules.passing import (
    keep,
    legal_bonuses,
    legal_keeps,
    pass_turn,
    take_bonus,
)
from companion.games.summer_pavilion.rules.placing import legal_places, place
from companion.games.summer_pavilion.rules.rounds import deal, go_on
from companion.games.summer_pavilion.rules.taking import legal_takes, take
from companion.games.summer_pavilion.ruleset import read_rules
from companion.games.summer_pavilion.serialize import position_form
from companion.games.summer_pavilion.validate import reasons

_ACTS: dict[type, tuple[Phase, Callable[..., Position]]] = {
    Take: (Phase.TAKE, take),
    Place: (Phase.PLACE, place),
    Pass: (Phase.PLACE, pass_turn),
    TakeBonus: (Phase.BONUS, take_bonus),
    Keep: (Phase.KEEP, keep),
}
"""Kind of action -> when it is due, and what carries it out."""

_RULE_OF_PHASE = {
    Phase.TAKE: ("SP-R9", "take tiles first: phase 1 goes on while any lie in the offer"),
    Phase.PLACE: ("SP-R17", "place one tile, or pass"),
    Phase.BONUS: ("SP-R30", "take the bonus tiles first"),
    Phase.KEEP: ("SP-R36", "say first which tiles to keep"),
    Phase.SET_UP: ("SP-R5", "deal the first tiles of the supply first"),
    Phase.DEAL: ("SP-R39", "deal the displays first"),
    Phase.REFILL: ("SP-R34", "fill up the supply first"),
    Phase.OVER: ("SP-R42", "the game is over; start another"),
}


class SummerPavilionPlay(WrittenPlay[Position]):
    """Complete play, bound to a ``Setup``; positions are ``Position`` values."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = rules = read_rules(setup)
        super().__init__(
            position_form(rules.side.name), PavilionNotation(rules.players), partial(reasons, rules)
        )

    def start(self, seed: int) -> Position:
        """Return the first position of a game whose chance comes from ``seed``."""
        rules = self.rules
        return go_on(rules, first_position(rules.players, rules.first_player, seed & (1 << 64) - 1))

    def opening(self) -> Position:
        """Return the position before the first tile is drawn, for games whose deals are given."""
        return first_position(self.rules.players, self.rules.first_player, None)

    def deal(self, position: Position, tiles: Sequence[Counts]) -> Position:
        """Return the position with given tiles, counted in the order of the wild colours.

        One set of tiles where the supply is filled (``SET_UP``, ``REFILL``), one for each display
        in phase ``DEAL``; raises ``ImpossiblePosition`` when the bag cannot give them.
        """
        return deal(self.rules, position, tiles)

    def legal_actions(self, position: Position) -> Sequence[Action]:
        """Return every action ``apply`` accepts, in a fixed order; passing comes last."""
        if position.phase is Phase.TAKE:
            return legal_takes(position)
        if position.phase is Phase.PLACE:
            return legal_places(self.rules, position)
        if position.phase is Phase.BONUS:
            return legal_bonuses(self.rules, position)
        return legal_keeps(position) if position.phase is Phase.KEEP else ()

    def apply(self, position: Position, action: Action) -> Position:
        """Return the next position; raises ``IllegalAction`` with the rule otherwise.

        The order in which bonus or kept tiles are named does not matter.
        """
        due, act = _ACTS.get(type(action), (None, None))
        if act is None or due is not position.phase:
            raise IllegalAction(*_RULE_OF_PHASE[position.phase])
        return go_on(self.rules, act(self.rules, position, action))

    def result_of(self, position: Position) -> Result:
        """Return totals, bonuses and winners; before the end the totals so far."""
        boards = [Finish(each.spaces, each.score, sum(each.corners)) for each in position.boards]
        return result_of_boards(self.rules, boards, complete=position.over)

    def describe(self, position: Position, action: Action) -> str:
        """Return a legal action in ``position`` as a line of words."""
        return action_words.describe(position, action)

    def sheet(self, position: Position, action: Action) -> tuple[Steps, ...]:
        """Return per seat the points that a legal action brings."""
        return action_words.sheet(position, action, self.apply(position, action))


def play(info: GameInfo, setup: Setup) -> Play:
    """Return complete play; ``ValueError`` says what cannot be played."""
    return SummerPavilionPlay(setup)

"""Simulated players of the wall games: Azul, Mini, Master Chocolatier."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from companion.games import play as play_of
from companion.games.base import Checkpoint, Moment, Setup
from companion.games.table_story import Shot, Story, named
from companion.games.wall.advance import FREE_FLOOR
from companion.games.wall.board import cells_of
from companion.games.wall.play import WallPlay
from companion.games.wall.position import FLOOR, Action, Phase, Position, Take


class WallStory:
    """One game, turn by turn; with ``turns`` every single turn is a checkpoint."""

    def __init__(self, setup: Setup, *, turns: bool = False) -> None:
        """Prepare the rules."""
        play = play_of(setup)
        assert isinstance(play, WallPlay)
        self._play = play
        self._turns = turns
        self._colours = play.data.colours

    def __call__(self, seed: int, chance: Random) -> Iterator[Shot]:
        """Yield the checkpoints of one game."""
        position = self._play.start(seed)
        yield self._shot(position, Moment(Checkpoint.SETUP, 0))
        while not position.over:
            position = yield from self._offer(position, chance)
            number = position.round
            position = self._play.settled(position)
            while position.phase is Phase.TILING:
                action = chance.choice(self._play.legal_actions(position))
                position = self._play.apply(position, action)
            yield self._shot(position, Moment(Checkpoint.TILED, number))

    def _offer(self, position: Position, chance: Random) -> Generator[Shot, None, Position]:
        """Play until nothing is left to take; return the position with nothing tiled yet."""
        while actions := self._play.legal_actions(position):
            seat, number = position.turn, position.round
            action = max(actions, key=lambda each: _liking(position, each) + chance.random())
            assert isinstance(action, Take)
            position = self._play.take(position, action)
            if self._turns and self._play.legal_actions(position):
                yield self._shot(position, Moment(Checkpoint.TURN, number, seat))
        told = _told(position)
        yield self._shot(position, Moment(Checkpoint.OFFER_END, position.round, None, told))
        return position

    def _shot(self, position: Position, moment: Moment) -> Shot:
        under_way = moment.checkpoint is Checkpoint.TURN
        centre = named(position.centre, self._colours)
        if position.marker is None:
            centre = ("first", *centre)
        return Shot(
            moment,
            tuple(cells_of(board, self._colours) for board in position.boards),
            tuple(board.score for board in position.boards),
            tuple(named(tiles, self._colours) for tiles in position.displays) if under_way else (),
            centre if under_way else (),
        )


def _told(position: Position) -> dict[str, Any]:
    """Return what no camera sees: who holds Chocolatier's "0" display."""
    holders = [seat for seat, board in enumerate(position.boards) if board.free is not None]
    return {FREE_FLOOR: holders[0]} if holders else {}


def _liking(position: Position, action: Action) -> float:
    """Return how much a player likes a turn: full lines are good, the floor is not."""
    if not isinstance(action, Take):
        return 0.0
    count = position.tiles_on(action.source)[action.colour]
    if action.line == FLOOR:
        return -2.5 * count
    room = action.line + 1 - position.boards[position.turn].lines[action.line].tiles
    spilled = max(0, count - room) + action.dropped
    return count - 2.5 * spilled + (1.5 if count >= room else 0.0)


def story(setup: Setup, *, turns: bool = False) -> Story:
    """Return the simulated players of a game; with ``turns`` they press after every turn."""
    return WallStory(setup, turns=turns)

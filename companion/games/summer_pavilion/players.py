"""Simulated players of Summer Pavilion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games import play as play_of
from companion.games.base import Cells, Checkpoint, Moment, Setup
from companion.games.summer_pavilion.actions import Action, Keep, Pass, Place, Take, TakeBonus
from companion.games.summer_pavilion.layout import CORNER_CELLS, cells_of
from companion.games.summer_pavilion.play import SummerPavilionPlay
from companion.games.summer_pavilion.position import Phase, Position
from companion.games.summer_pavilion.tiles import COLOURS
from companion.games.table_story import Shot, Story, Tiles, named


@dataclass
class _Round:
    """What the players remember of a round: who took the marker, who kept what."""

    number: int
    told: dict[str, Any] = field(default_factory=dict)
    corners: dict[int, Tiles] = field(default_factory=dict)


class PavilionStory:
    """One game; a checkpoint after every tile that is placed and every player who passes."""

    def __init__(self, setup: Setup) -> None:
        """Prepare the rules."""
        play = play_of(setup)
        assert isinstance(play, SummerPavilionPlay)
        self._play = play

    def __call__(self, seed: int, chance: Random) -> Iterator[Shot]:
        """Yield the checkpoints of one game."""
        position = self._play.start(seed)
        yield Shot(Moment(Checkpoint.SETUP, 0), ({},) * len(position.boards), _scores(position))
        now = _Round(position.round)
        while not position.over:
            if position.round != now.number:
                now = _Round(position.round)
            action = self._choose(position, chance)
            before, position = position, self._play.apply(position, action)
            _remember(now, before, position, action)
            if _is_seen(position, action):
                yield _shot(now, before, position, action)
                now.told = {}

    def _choose(self, position: Position, chance: Random) -> Action:
        actions = self._play.legal_actions(position)
        return max(actions, key=lambda each: _liking(each) + 1.5 * chance.random())


def _liking(action: Action) -> float:
    """Return how much a player likes an action: cheap tiles first, pass last, keep all."""
    if isinstance(action, Place):
        return 3.0 - 0.35 * (action.tiles + 2 * action.wilds)
    if isinstance(action, Keep | TakeBonus):
        return 2.0 * len(action.tiles)
    return -9.0 if isinstance(action, Pass) else 0.0


def _remember(now: _Round, before: Position, after: Position, action: Action) -> None:
    if isinstance(action, Take) and before.marker is None and after.marker is not None:
        seat = after.marker
        taken = sum(after.boards[seat].beside) - sum(before.boards[seat].beside)
        now.told["marker"] = {"seat": seat, "tiles": taken}
    if isinstance(action, Keep):
        now.corners[before.seat] = action.tiles
        thrown = sum(before.boards[before.seat].beside) - len(action.tiles)
        now.told["discarded"] = thrown
    if isinstance(action, Pass) and not sum(before.boards[before.seat].beside):
        now.told["discarded"] = 0


def _is_seen(after: Position, action: Action) -> bool:
    """Tell whether a turn has ended, so that somebody presses the button."""
    if isinstance(action, Take) or after.phase is Phase.BONUS:
        return False
    return not (isinstance(action, Pass) and after.phase is Phase.KEEP)


def _shot(now: _Round, before: Position, after: Position, action: Action) -> Shot:
    passed = isinstance(action, Keep | Pass)
    checkpoint = Checkpoint.PASSED if passed else Checkpoint.PLACED
    moment = Moment(checkpoint, before.round, before.seat, dict(now.told))
    boards = tuple(
        _cells(after, seat, now.corners.get(seat, ())) for seat in range(len(after.boards))
    )
    held = [named(board.beside, COLOURS) for board in after.boards]
    same = after.round == before.round
    beside = tuple(tiles if same else () for tiles in held)
    return Shot(moment, boards, _scores(after), (), named(after.supply, COLOURS), beside)


def _cells(position: Position, seat: int, corners: Tiles) -> Cells:
    """Return a board's filled cells; kept tiles lie on the corners until the next round."""
    placed = cells_of(position.boards[seat].spaces)
    return placed | dict(zip(CORNER_CELLS, corners, strict=False))


def _scores(position: Position) -> tuple[int, ...]:
    return tuple(board.score for board in position.boards)


def story(setup: Setup, *, turns: bool = False) -> Story:
    """Return the simulated players of a game."""
    return PavilionStory(setup)

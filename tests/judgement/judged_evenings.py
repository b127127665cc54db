"""Random games by the engines of complete play, as a camera over the table would meet them.

The engine knows the truth: what lies on the boards at every checkpoint, and every score.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from duel_tables import any_action, builder
from duel_watcher import Watcher

from companion import games
from companion.games.base import Cells, Checkpoint, Moment, Result, Setup
from companion.games.summer_pavilion.actions import Keep, Pass, Place, Take
from companion.games.summer_pavilion.layout import CELLS, CORNER_CELLS
from companion.games.summer_pavilion.position import Phase
from companion.games.summer_pavilion.tiles import COLOURS, named
from companion.games.wall.board import FLOOR_SPACES, cells_of
from companion.games.wall.position import FLOOR
from companion.games.wall.position import Take as Draft
from companion.games.wall.rules.rounds import offer_is_over


@dataclass(frozen=True)
class Picture:
    """What lies on the boards at one moment; ``scores`` once they are known to have changed."""

    moment: Moment
    boards: tuple[Cells, ...]
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Evening:
    """A whole game in pictures, with its result."""

    setup: Setup
    pictures: tuple[Picture, ...]
    result: Result


KEPT: OrderedDict[str, Evening] = OrderedDict()


def evening(setup: Setup, seed: int, *, turns: bool = False) -> Evening:
    """Return a random game; with ``turns`` there is a picture after every turn.

    The last few are kept: many tests look at the same ones.
    """
    what = repr((setup, seed, turns))
    if what not in KEPT:
        KEPT[what] = _played(setup, seed, turns)
        while len(KEPT) > 12:
            KEPT.popitem(last=False)
    return KEPT[what]


def _played(setup: Setup, seed: int, turns: bool) -> Evening:
    if setup.game == "azul-duel":
        pictures, result = _duel(setup, seed, turns)
    elif setup.game == "summer-pavilion":
        pictures, result = _pavilion(setup, seed)
    else:
        pictures, result = _wall(setup, seed, turns)
    empty = tuple({} for _ in range(setup.players))
    start = Picture(Moment(Checkpoint.SETUP, 0), empty)
    return Evening(setup, (start, *pictures), result)


def _wall(setup: Setup, seed: int, turns: bool) -> tuple[list[Picture], Result]:
    play, chance = games.play(setup), Random(seed)
    position, found = play.start(seed), []

    def note(at: Checkpoint, boards: Any, scores: Any = None, seat: int | None = None) -> None:
        lying = tuple(cells_of(board, play.data.colours) for board in boards)
        told = _free_floor(boards) if at is Checkpoint.OFFER_END else {}
        found.append(Picture(Moment(at, now.round, seat, told), lying, scores))

    while legal := play.legal_actions(position):
        now, action = position, _sensible(play, position, legal, chance)
        position = play.apply(now, action)
        if isinstance(action, Draft):
            taken = play.take(now, action)
            if offer_is_over(taken):
                note(Checkpoint.OFFER_END, taken.boards)
            elif turns:
                note(Checkpoint.TURN, taken.boards, seat=now.turn)
        if position.round != now.round or position.over:
            note(Checkpoint.TILED, position.boards, tuple(b.score for b in position.boards))
    return found, play.result_of(position)


def _free_floor(boards: Any) -> dict[str, int]:
    """Return who holds the "0" display.

    Whether it is in use follows from the counts, except while some floor line is full: then people
    tell of it only when it is not.
    """
    full = any(len(board.floor) == FLOOR_SPACES for board in boards)
    holders = [seat for seat, board in enumerate(boards) if board.free is not None]
    known = [seat for seat in holders if not full or not boards[seat].free]
    return {"free_floor": known[0]} if known else {}


def _sensible(play: Any, position: Any, legal: Any, chance: Random) -> Any:
    """Choose as people do, more or less: few tiles on the floor, now and then a poor turn."""
    some = chance.sample(list(legal), min(len(legal), 6))
    if not isinstance(some[0], Draft) or chance.random() < 0.15:
        return some[0]

    def cost(action: Any) -> tuple[int, int]:
        board = play.take(position, action).boards[position.turn]
        return len(board.floor) + (action.line == FLOOR), -sum(x.tiles for x in board.lines)

    return min(some, key=cost)


def _pavilion(setup: Setup, seed: int) -> tuple[list[Picture], Result]:
    play, found, marker = games.play(setup), [], None
    path = list(_random_pavilion(play, seed))
    for (before, action), (after, _) in pairwise(path):
        seat = before.seat
        if isinstance(action, Take):
            if after.marker != before.marker:
                gained = sum(after.boards[seat].beside) - sum(before.boards[seat].beside)
                marker = {"seat": seat, "tiles": gained}
            continue
        passed = isinstance(action, Pass) and after.phase is not Phase.KEEP
        if not isinstance(action, Place | Keep) and not passed:
            continue
        at, told = Checkpoint.PLACED, {"marker": marker} if marker else {}
        if not isinstance(action, Place):
            kept = len(action.tiles) if isinstance(action, Keep) else 0
            at = Checkpoint.PASSED
            told["discarded"] = sum(before.boards[seat].beside) - kept
        marker = None
        scores = tuple(board.score for board in after.boards)
        lying = _pavilion_boards(before, after, found)
        found.append(Picture(Moment(at, before.round, seat, told), lying, scores))
    return found, play.result_of(path[-1][0])


def _random_pavilion(play: Any, seed: int) -> Iterator[tuple[Any, Any]]:
    chance, now = Random(seed), play.start(seed)
    while legal := play.legal_actions(now):
        places = [each for each in legal if isinstance(each, Place)]
        action = chance.choice(places if places and chance.random() < 0.8 else list(legal))
        yield now, action
        now = play.apply(now, action)
    yield now, None


def _pavilion_boards(before: Any, after: Any, found: list[Picture]) -> tuple[Cells, ...]:
    """Return the boards as they lie; a picture is taken before kept tiles are put back."""
    lying = []
    for seat, board in enumerate(after.boards):
        cells = {c: COLOURS[t] for c, t in zip(CELLS, board.spaces, strict=True) if t is not None}
        kept = board.corners
        if after.round > before.round:
            kept = board.beside if seat == before.seat else before.boards[seat].corners
        lying.append(cells | dict(zip(CORNER_CELLS, named(kept), strict=False)))
    return tuple(lying)


def _duel(setup: Setup, seed: int, turns: bool) -> tuple[list[Picture], Result]:
    def choose(position: Any, actions: Any, chance: Random) -> Any:
        return (builder if chance.random() < 0.7 else any_action)(position, actions, chance)

    with pytest.MonkeyPatch.context() as patch:
        seen, result = Watcher(patch, turns=turns).play(seed, choose, setup)
    pictures = [
        Picture(
            each.moment,
            tuple(each.boards),
            each.scores if each.moment.checkpoint is Checkpoint.TILED else None,
        )
        for each in seen
    ]
    return pictures, result

"""Simulated players of Azul Duel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from random import Random

from companion.games import play as play_of
from companion.games.azul_duel.actions import (
    Action,
    DrawDome,
    LeaveLine,
    Pass,
    PlaceTile,
    SpendChips,
    TakeChip,
    TakeDome,
    TakeMoon,
    TakeSun,
)
from companion.games.azul_duel.board import Board, covered, missing, open_cells
from companion.games.azul_duel.catalogue import COLOURS
from companion.games.azul_duel.play import DuelPlay
from companion.games.azul_duel.position import Phase, Position
from companion.games.azul_duel.reading.cells import START, cells_of, with_chips
from companion.games.base import Cells, Checkpoint, Moment, Setup
from companion.games.table_story import Shot, Story

SEATS = (0, 1)


class DuelStory:
    """One game: the opening, then the end of the offer and the tiling of each round."""

    def __init__(self, setup: Setup) -> None:
        """Prepare the rules."""
        play = play_of(setup)
        assert isinstance(play, DuelPlay)
        self._play = play

    def __call__(self, seed: int, chance: Random) -> Iterator[Shot]:
        """Yield the checkpoints of one game."""
        position = self._play.start(seed)
        yield _shot(Moment(Checkpoint.SETUP, 0), position)
        while position.phase is Phase.OPENING:
            position = self._play.apply(position, self._choose(position, chance))
        yield _shot(Moment(Checkpoint.OPENING, 1), position)
        while position.phase is not Phase.OVER:
            position = yield from self._round(position, chance)

    def _round(self, position: Position, chance: Random) -> Generator[Shot, None, Position]:
        number, drawn, start = position.round, [0, 0], position
        while position.phase is Phase.ACQUIRING and position.round == number:
            before, action = position, self._choose(position, chance)
            drawn[before.seat] += isinstance(action, DrawDome)
            position = self._play.apply(before, action)
        end = position_at_end(self._play, before, action)
        told = {
            "broken": tuple(len(player.board.broken) for player in end.players),
            "drawn": tuple(drawn),
            "chips": tuple(_chips(end, start, seat) for seat in SEATS),
        }
        yield _shot(Moment(Checkpoint.OFFER_END, number, None, told), end)
        while position.phase is Phase.TILING and position.round == number:
            position = self._play.apply(position, self._choose(position, chance))
        spent = tuple(_chips(end, position, seat) for seat in SEATS)
        moment = Moment(Checkpoint.TILED, number, None, {"chips": spent})
        yield _shot(moment, position, starting=[START in _cells(end, seat) for seat in SEATS])
        return position

    def _choose(self, position: Position, chance: Random) -> Action:
        actions = self._play.legal_actions(position)
        return max(actions, key=lambda each: self._liking(position, each) + 2.0 * chance.random())

    def _liking(self, position: Position, action: Action) -> float:
        """Return how much a player likes an action: full lines, dome tiles, nothing broken."""
        if isinstance(action, TakeSun | TakeMoon):
            return self._liking_of_take(position, action)
        if isinstance(action, PlaceTile):
            after = self._play.apply(position, action)
            return 0.5 * (after.players[position.seat].score - position.player.score)
        if isinstance(action, TakeDome | SpendChips | TakeChip):
            return 1.2
        return -3.0 if isinstance(action, DrawDome | LeaveLine) else 0.3

    def _liking_of_take(self, position: Position, action: TakeSun | TakeMoon) -> float:
        """Return how much a player likes to take tiles: full lines that the dome has room for."""
        before, after = position.player, self._play.apply(position, action)
        then = after.players[position.seat]
        broken = len(then.board.broken) - len(before.board.broken)
        full = _full_lines(then.board) - _full_lines(before.board)
        liking = 1.5 * full - 2.5 * max(0, broken)
        if action.line is None:
            return liking - 2.0
        fits = bool(open_cells(before.board, action.line, action.colour))
        hopeless = covered(before.board, action.line) and not fits
        return liking + 1.5 * fits - 4.0 * hopeless


def _full_lines(board: Board) -> int:
    return sum(missing(board, row) == 0 for row in range(len(board.lines)))


def position_at_end(play: DuelPlay, before: Position, action: Action) -> Position:
    """Return the position after the last action of phase 1 with nothing tiled yet.

    The engine goes straight on to the tiling; with one tile more on a factory it does not.
    """
    if isinstance(action, Pass):
        return before
    other = next(c for c in COLOURS if c != getattr(action, "colour", None))
    offer = before.offer
    waiting = before._replace(offer=offer._replace(large_sun=(*offer.large_sun, other)))
    return play.apply(waiting, action)


def _chips(more: Position, fewer: Position, seat: int) -> tuple[str, ...]:
    """Return the chips a seat has in one position and not in the other."""
    gone = Counter(more.players[seat].chips) - Counter(fewer.players[seat].chips)
    return tuple(sorted(gone.elements()))


def _cells(position: Position, seat: int) -> Cells:
    """Return a board's filled cells; of a broken stack only the top can be seen."""
    player = position.players[seat]
    broken = player.board.broken
    seen = player.board._replace(broken=(None,) * (len(broken) - 1) + broken[-1:])
    return with_chips(cells_of(seen), player.chips)


def _shot(moment: Moment, position: Position, starting: list[bool] | None = None) -> Shot:
    """Show a position; ``starting`` says who still has the starting player tile on the board."""
    boards = [dict(_cells(position, seat)) for seat in SEATS]
    for seat in SEATS if starting else ():
        if starting and starting[seat]:
            boards[seat][START] = "first"
    return Shot(moment, tuple(boards), tuple(player.score for player in position.players))


def story(setup: Setup, *, turns: bool = False) -> Story:
    """Return the simulated players of a game."""
    return DuelStory(setup)

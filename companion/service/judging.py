"""What the rules say of boards seen in one picture, without a sitting: nothing went before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.boards import Board
from companion.games import game as rules_of
from companion.games.base import Cells, Checkpoint, Game, Moment, Setup, Step, Table
from companion.reconcile import BoardReading, Reading, reconcile
from companion.vision.sighting import BoardSighting, Likelihoods

ROUNDS = range(1, 7)
"""Rounds that are tried: in Duel the round tells how many dome tiles should lie there."""

PLENTY = 50
"""The total from which it is counted where none is known: floor lines cost all they can."""

MOST_BOARDS = 4


@dataclass(frozen=True)
class Worth:
    """What a board would score if the round ended now, and what its bonuses are as it lies.

    ``points`` is None where the player has a choice; ``bonuses`` are counts by name as in
    ``Result``, ``ending`` what they bring.
    """

    points: int | None
    steps: tuple[Step, ...] = ()
    bonuses: Mapping[str, int] = field(default_factory=dict)
    ending: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Judged:
    """One board by the rules: how it is explained, and its worth; None where it is not legal."""

    reading: BoardReading
    worth: Worth | None


def judge(board: Board, seen: Sequence[BoardSighting]) -> tuple[Judged, ...]:
    """Return what the rules say of boards in one picture; cells that are not seen count as empty.

    The picture may show any moment of a round, so what depends on the past is not judged.
    """
    setup = _setup(board, seen)
    game = rules_of(setup)
    table, moment, reading = _explained(game, seen)
    readings = [_only_seen(r, s) for r, s in zip(reading.boards, seen, strict=False)]
    worth = _worth(game, table, moment, readings)
    return tuple(Judged(each, next(worth)) for each in readings)


def _setup(board: Board, seen: Sequence[BoardSighting]) -> Setup:
    """Return a game under way of as many players as there may be with these boards."""
    players = max(2, len(seen))
    scores = [PLENTY if each.score_marker is None else each.score_marker for each in seen]
    filled = (*scores, *[PLENTY] * (players - len(seen)))
    return Setup(board.game, board.variant, players, first_player=0, scores=filled)


def _explained(game: Game, seen: Sequence[BoardSighting]) -> tuple[Table, Moment, Reading]:
    """Return the likeliest explanation: of the round in which least is wrong with the boards."""
    table, best = game.empty_table(), None
    cells = [*(each.cells for each in seen), *_nobodys(seen, game.setup.players)]
    for moment in _moments(game):
        reading = reconcile(game, table, moment, cells)
        wrong = sum(len(each.problems) for each in reading.boards[: len(seen)])
        if best is None or wrong < best[0]:
            best = wrong, moment, reading
        if not wrong:
            break
    assert best is not None
    return table, best[1], best[2]


def _moments(game: Game) -> Iterator[Moment]:
    """Yield the moments of a game at which the picture may have been taken."""
    taken = Checkpoint.OFFER_END in game.checkpoints
    last = Checkpoint.OFFER_END if taken else Checkpoint.PLACED
    yield from (Moment(last, number) for number in ROUNDS)
    yield Moment(Checkpoint.SETUP, 0)


def _nobodys(seen: Sequence[BoardSighting], players: int) -> Iterator[Mapping[str, Likelihoods]]:
    """Yield the boards of players that the picture does not show: nothing is known of them."""
    for _ in range(players - len(seen)):
        yield {cell: dict.fromkeys(likely, 0.0) for cell, likely in seen[0].cells.items()}


def _only_seen(reading: BoardReading, seen: BoardSighting) -> BoardReading:
    """Return a reading without what was made up for cells that are not seen."""
    gone = seen.covered | seen.unseen
    cells = {cell: content for cell, content in reading.cells.items() if cell not in gone}
    doubts = tuple(doubt for doubt in reading.doubts if not gone.issuperset(doubt.cells))
    return replace(reading, cells=cells, doubts=doubts)


def _worth(
    game: Game, table: Table, moment: Moment, readings: Sequence[BoardReading]
) -> Iterator[Worth | None]:
    """Yield the worth of every board."""
    boards = [reading.cells for reading in readings]
    missing: list[Cells] = [{}] * (game.setup.players - len(boards))
    outcome = game.advance(table, moment, (*boards, *missing))
    result = game.result(outcome.table)
    for seat, reading in enumerate(readings):
        if reading.problems:
            yield None
            continue
        total = outcome.announced[seat]
        points = None if total is None else total - table.scores[seat]
        yield Worth(points, outcome.steps[seat], result.bonuses[seat], result.steps[seat])

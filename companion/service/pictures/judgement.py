"""What the rules say of boards seen in one picture, without a sitting: nothing went before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.boards import Board
from companion.errors import UsageError
from companion.games import INFOS
from companion.games import game as rules_of
from companion.games.base import Cells, Checkpoint, Content, Game, Moment, Setup, Step, Table
from companion.reconcile import BoardReading, Reading, reconcile
from companion.sightings.sighting import BoardSighting, Likelihoods

ROUNDS = range(1, 7)
"""Rounds that are tried, the last one first: it allows most on a wall.

The round tells how many dome tiles should lie on a dome.
"""

PLENTY = 50
"""The total from which it is counted where none is known: floor lines cost all they can."""

Place = tuple[int, str]
"""A board of the picture, from 0, and one of its cells."""


@dataclass(frozen=True)
class Given:
    """What people say of a picture: what lies on some cells for certain, totals before, goals.

    ``totals`` has one for each board, None where nobody says: then the cube on the track counts.
    """

    certain: Mapping[Place, Content | None] = field(default_factory=dict)
    totals: tuple[int | None, ...] = ()
    goals: tuple[str, ...] = ()


NOTHING_GIVEN = Given()


@dataclass(frozen=True)
class Worth:
    """What a board would score if the round ended now, and the game with it.

    ``points`` is None where the player has a choice; ``bonuses`` are counts by name as in
    ``Result``, ``ending`` what they bring once the round's tiles are on the wall.  ``total`` is
    what the player has then, None where the total before is not known; ``wins`` tells that no
    other board in the picture has more, where all totals are known.
    """

    points: int | None
    steps: tuple[Step, ...] = ()
    bonuses: Mapping[str, int] = field(default_factory=dict)
    ending: tuple[Step, ...] = ()
    total: int | None = None
    wins: bool = False


@dataclass(frozen=True)
class Judged:
    """One board by the rules: how it is explained, and its worth; None where it is not legal."""

    reading: BoardReading
    worth: Worth | None


NOT_JUDGED = Judged(BoardReading({}, (), ()), None)
"""What is said of a board that is not made out."""


def judge(
    board: Board, seen: Sequence[BoardSighting], given: Given = NOTHING_GIVEN
) -> tuple[Judged, ...]:
    """Return what the rules say of boards in one picture; cells that are not seen count as empty.

    The picture may show any moment of a round, so what depends on the past is not judged, and one
    board more may stand beside it: what lies on none of these boards may lie there.  Nothing is
    said of boards that are not made out.  Raises ``UsageError`` for totals and goals that no game
    has.
    """
    if not any(each.made_out for each in seen):
        return (NOT_JUDGED,) * len(seen)
    known = _known(seen, given)
    more = min(len(seen) + 1, max(INFOS[board.game].players))
    asked = _rules(board, known, more, given)
    cells = _said(seen, given, more)
    moment, reading = _explained(asked, cells, len(seen))
    readings = [_only_seen(r, s, given.certain) for r, s in zip(reading.boards, seen, strict=False)]
    game = _rules(board, known, max(2, len(seen)), given)
    worth = _worth(game, game.empty_table(), _counted_at(game, moment), readings, known)
    judged = map(Judged, readings, worth)
    return tuple(j if s.made_out else NOT_JUDGED for j, s in zip(judged, seen, strict=True))


def _known(seen: Sequence[BoardSighting], given: Given) -> list[int | None]:
    """Return the total of every board before the round: as told, else as its cube shows it."""
    told = (*given.totals, *[None] * len(seen))
    return [
        (each.score_marker if total is None else total) if each.made_out else None
        for total, each in zip(told, seen, strict=False)
    ]


def _said(
    seen: Sequence[BoardSighting], given: Given, players: int
) -> list[dict[str, Likelihoods]]:
    """Return the likelihoods of every player's board, with what people say in their place.

    Of boards that the picture does not show, or that are not made out, nothing is known.
    """
    shown = next(each.cells for each in seen if each.made_out)
    nothing: dict[str, Likelihoods] = {
        cell: dict.fromkeys(likely, 0.0) for cell, likely in shown.items()
    }
    cells = [dict(each.cells if each.made_out else nothing) for each in seen]
    for (number, cell), content in given.certain.items():
        if number < len(cells) and cell in cells[number]:
            cells[number][cell] = {content: 0.0}
    return [*cells, *[nothing] * (players - len(seen))]


def _rules(board: Board, known: Sequence[int | None], players: int, given: Given) -> Game:
    """Return a game of so many players under way, with totals as far as they are known.

    Who began the round is not: only a starting player tile that is seen wins a tie in Duel.
    """
    scores = [PLENTY if total is None else total for total in known]
    filled = (*scores, *[PLENTY] * (players - len(known)))
    goals = given.goals
    setup = Setup(board.game, board.variant, players, goals=goals, scores=filled)
    try:
        return rules_of(setup)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _explained(
    game: Game, cells: Sequence[Mapping[str, Likelihoods]], seen: int
) -> tuple[Moment, Reading]:
    """Return the likeliest explanation: of the round in which least is wrong with the boards."""
    best = None
    for moment in _moments(game):
        reading = reconcile(game, game.empty_table(), moment, cells)
        wrong = sum(len(each.problems) for each in reading.boards[:seen])
        if wrong and moment.checkpoint is Checkpoint.SETUP:
            continue  # one problem is all that can be said of boards that are not empty
        if best is None or wrong < best[0]:
            best = wrong, moment, reading
        if not wrong:
            break
    assert best is not None
    return best[1], best[2]


def _moments(game: Game) -> Iterator[Moment]:
    """Yield the moments of a game at which the picture may have been taken.

    The midst of an offer comes last: what all have at its end, as dome tiles, may be missing then.
    """
    taken = Checkpoint.OFFER_END in game.checkpoints
    last = Checkpoint.OFFER_END if taken else Checkpoint.PLACED
    yield from (Moment(last, number) for number in reversed(ROUNDS))
    yield Moment(Checkpoint.SETUP, 0)
    if Checkpoint.TURN in game.checkpoints:
        yield from (Moment(Checkpoint.TURN, number) for number in reversed(ROUNDS))


def _counted_at(game: Game, moment: Moment) -> Moment:
    """Return when a picture of a moment counts: a turn as if no more followed in its offer."""
    offered = moment.checkpoint is Checkpoint.TURN and Checkpoint.OFFER_END in game.checkpoints
    return replace(moment, checkpoint=Checkpoint.OFFER_END) if offered else moment


def _only_seen(reading: BoardReading, seen: BoardSighting, told: Collection[Place]) -> BoardReading:
    """Return a reading without what was made up for cells that are neither seen nor told."""
    gone = {cell for cell in seen.covered | seen.unseen if (seen.seat, cell) not in told}
    cells = {cell: content for cell, content in reading.cells.items() if cell not in gone}
    doubts = tuple(doubt for doubt in reading.doubts if not gone.issuperset(doubt.cells))
    return replace(reading, cells=cells, doubts=doubts)


def _worth(
    game: Game,
    table: Table,
    moment: Moment,
    readings: Sequence[BoardReading],
    known: Sequence[int | None],
) -> Iterator[Worth | None]:
    """Yield the worth of every board; what lies wrong somewhere leaves nobody a winner."""
    boards = [reading.cells for reading in readings]
    missing: list[Cells] = [{}] * (game.setup.players - len(boards))
    outcome = game.advance(table, moment, (*boards, *missing))
    scores = [s if a is None else a for a, s in zip(outcome.announced, table.scores, strict=True)]
    laid = outcome.ahead or outcome.table.boards
    ended = replace(outcome.table, boards=laid, scores=tuple(scores), over=True)
    result = game.result(ended)
    settled = (
        not missing
        and None not in (*known, *outcome.announced)
        and not any(reading.problems for reading in readings)
    )
    for seat, reading in enumerate(readings):
        if reading.problems:
            yield None
            continue
        announced = outcome.announced[seat]
        sure = None not in (announced, known[seat])
        yield Worth(
            None if announced is None else announced - table.scores[seat],
            outcome.steps[seat],
            result.bonuses[seat],
            result.steps[seat],
            result.scores[seat] if sure else None,
            settled and seat in result.winners,
        )

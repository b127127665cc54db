"""What the coach says after a round of Azul, Mini and Chocolatier."""

from __future__ import annotations

from companion.games.advice import Advice, Lesson, Possible, Silence
from companion.games.common.last_round import Tiled, last_tiled
from companion.games.played import Course
from companion.games.saying import N_
from companion.games.wall.advance import FREE_FLOOR
from companion.games.wall.board import FLOOR_SPACES, board_of
from companion.games.wall.coach.better_lines import possible
from companion.games.wall.coach.open_goals import goals, rounds_left
from companion.games.wall.game import WallReader

COUNTED = N_(
    "Counted is this round alone, not what it is good for later. Tiles that may have come in "
    "one take stay together. Even more may have been possible."
)
"""What was counted as possible."""


def lesson(game: WallReader, course: Course) -> Lesson | None:
    """Return what to say once a tiling is confirmed."""
    over = last_tiled(course)
    table = course.table
    if over is None:
        return None
    boards = [board_of(cells, game.colours) for cells in table.boards]
    seats = []
    for seat in range(len(boards)):
        said = _possible(game, over, seat)
        still = () if table.over else goals(game.rules, boards, seat)
        if isinstance(said, Possible):
            seats.append(Advice(said, still))
        else:
            seats.append(Advice(None, still, said))
    left = 0 if table.over else rounds_left(boards)
    return Lesson(table.round, tuple(seats), left, COUNTED, at_least=True)


def _possible(game: WallReader, over: Tiled, seat: int) -> Possible | Silence:
    """Return what was possible, or why nobody can know all tiles that came to a seat."""
    if over.start is None or over.offer is None:
        return Silence.UNSEEN
    # Nothing scores in an offer; where a total was put right in it, it was wrong at the beginning.
    start = board_of(over.start.boards[seat], game.colours, over.offer.scores[seat])
    end = board_of(over.offer.boards[seat], game.colours)
    if len(end.floor) >= FLOOR_SPACES:
        return Silence.FULL_FLOOR
    if game.rules.special and over.offer.facts.get(FREE_FLOOR, seat) == seat:
        return Silence.ZERO_DISPLAY
    scored = sum(step.points for step in over.end.outcome.steps[seat])
    return possible(game.rules, start, end, scored) or Silence.UNSEEN

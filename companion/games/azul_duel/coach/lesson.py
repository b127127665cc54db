"""What the coach says after a round of Azul Duel."""

from __future__ import annotations

from companion.games.advice import Advice, Lesson, Possible, Silence
from companion.games.azul_duel.catalogue import ROUNDS
from companion.games.azul_duel.coach.better_lines import Hand, possible
from companion.games.azul_duel.coach.open_goals import goals
from companion.games.azul_duel.game import DuelReader
from companion.games.azul_duel.reading.cells import chips_at, read_board
from companion.games.common.last_round import Tiled, last_tiled
from companion.games.played import Course
from companion.games.saying import N_

COUNTED = N_(
    "Counted is this tiling alone, with one group of tiles laid elsewhere or two "
    "exchanged. Broken tiles stay broken, and no more chips are spent than were. "
    "Even more may have been possible."
)
"""What was counted as possible."""


def lesson(game: DuelReader, course: Course) -> Lesson | None:
    """Return what to say once a tiling is confirmed."""
    over = last_tiled(course)
    table = course.table
    if over is None:
        return None
    left = ROUNDS - table.round
    seats = []
    for seat, cells in enumerate(table.boards):
        said = _possible(game, over, seat)
        still = () if table.over else goals(game.options, read_board(cells), game.goals, left)
        seats.append(Advice(said, still, None if said else Silence.UNSEEN))
    return Lesson(table.round, tuple(seats), left, COUNTED)


def _possible(game: DuelReader, over: Tiled, seat: int) -> Possible | None:
    if over.start is None or over.offer is None:
        return None
    steps = over.end.outcome.steps[seat]
    cells = over.offer.boards[seat]
    board, held = read_board(cells), chips_at(cells)
    left = chips_at(over.end.outcome.table.boards[seat])
    hand = Hand(len(board.broken), held, max(0, len(held) - len(left)))
    score = over.offer.scores[seat]
    start = read_board(over.start.boards[seat])
    return possible(game.options, start, board, hand, score, sum(s.points for s in steps))

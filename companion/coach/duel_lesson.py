"""What the coach says after a round of Azul Duel."""

from __future__ import annotations

from companion.coach.duel import Hand, possible
from companion.coach.duel_goals import SHARE, goals
from companion.coach.rounds import Tiled, last_tiled
from companion.coach.values import Advice, Lesson, Possible, Silence
from companion.games.azul_duel.catalogue import ROUNDS
from companion.games.azul_duel.game import DuelReader
from companion.games.azul_duel.reading.cells import chips_at, read_board
from companion.sitting import Sitting


def lesson(game: DuelReader, sitting: Sitting) -> Lesson | None:
    """Return what to say once a tiling is confirmed."""
    over = last_tiled(sitting)
    table = sitting.table
    if over is None:
        return None
    left = ROUNDS - table.round
    seats = []
    for seat, cells in enumerate(table.boards):
        said = _possible(game, over, seat)
        still = () if table.over else goals(game.options, read_board(cells), game.goals, left)
        seats.append(Advice(said, still, None if said else Silence.UNSEEN))
    return Lesson(table.round, tuple(seats), left, SHARE)


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

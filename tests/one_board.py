"""One board judged with the one before it, as the companion does, without a whole table."""

from companion.games.base import Checkpoint, Moment, Table
from companion.games.common.span import UNDEALT

SEATED = (Checkpoint.TURN, Checkpoint.PLACED, Checkpoint.PASSED)


def problems(game, board, before, at, *, was=None, other=None, facts=None):
    """Return what is wrong with seat 0's board in round 1; ``before``: None where nobody saw it.

    ``was`` is the moment of the board before: by default the last one of the same round.
    ``other`` is another player's board now, which was empty before.
    """
    if was is None:
        was = Moment(Checkpoint.OFFER_END if at is Checkpoint.TILED else Checkpoint.TURN, 1)
    players = game.setup.players
    boards = () if before is None else (before, *[{}] * (players - 1))
    table = Table(
        game.setup, was.round, was.checkpoint, boards, (5,) * players, 0, facts=facts or {}
    )
    moment = Moment(at, 1, 0 if at in SEATED else None)
    now = [board, other or {}, *[{}] * (players - 2)]
    return game.problems_at(table, moment, 0, board, now)


def agree(game, table, moment, boards):
    """Tell whether boards can lie on one table, with all that was dealt."""
    return game.surprise(table, moment, boards) < UNDEALT


def allows(parts, board):
    """Tell whether some option of every part agrees with a board."""
    return all(
        any(
            all(board.get(cell) in may for cell, may in zip(part.cells, option, strict=True))
            for option in part.options
        )
        for part in parts
    )

"""Players of Lilac Window at the simulated table: each takes what scores most."""

from companion.games.lilac_window.rules import PRINTED, step

from companion.games import play as play_of
from companion.games.base import Checkpoint, Moment
from companion.games.table_story import Shot


def story(setup, *, turns=False):
    """Return what yields the checkpoints of one game: a picture after every turn."""
    play = play_of(setup)

    def lived(seed, chance):
        position = play.start(seed)
        yield Shot(Moment(Checkpoint.SETUP, 0), position.boards, position.scores)
        while actions := play.legal_actions(position):
            seat, number = position.seat, position.round
            board = position.boards[seat]
            action = max(
                actions,
                key=lambda pane: (step({**board, pane: PRINTED[pane]}, pane).points,
                                  chance.random()),
            )  # fmt: skip
            position = play.apply(position, action)
            moment = Moment(Checkpoint.TURN, number, seat)
            yield Shot(moment, position.boards, position.scores, (), position.offer)

    return lived

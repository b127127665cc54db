"""Complete play of Lilac Window: ``companion.games.base.Play``."""

import json
from typing import NamedTuple

from companion.games.lilac_window.rules import COLOURS, PRINTED, ROUNDS, result_values, step

from companion.games.base import IllegalAction, Result
from companion.games.common.chance import pick


class Position(NamedTuple):
    """The round, whose turn it is, the tiles that can be taken, the boards, the chance to come."""

    round: int
    seat: int
    offer: tuple
    boards: tuple
    scores: tuple
    chance: int


class WindowPlay:
    """The game bound to a set-up."""

    def __init__(self, setup):
        """Keep who plays."""
        self.setup = setup

    def start(self, seed):
        """Return empty boards and the first offer."""
        players = self.setup.players
        nobody = Position(1, 0, (), ({},) * players, (0,) * players, seed)
        return self._dealt(nobody)

    def _dealt(self, position):
        offer, chance = [], position.chance
        for _ in range(len(position.boards) + 1):
            number, chance = pick(chance, len(COLOURS))
            offer.append(COLOURS[number])
        return position._replace(offer=tuple(offer), chance=chance)

    def legal_actions(self, position):
        """Return every pane that a tile of the offer fits."""
        board = position.boards[position.seat]
        if position.round > ROUNDS:
            return ()
        return [c for c, colour in PRINTED.items() if c not in board and colour in position.offer]

    def apply(self, position, action):
        """Lay a tile on the pane ``action``."""
        if action not in self.legal_actions(position):
            raise IllegalAction("LW-R2", f"no tile can be laid on {action}")
        seat, players = position.seat, len(position.boards)
        boards, scores, offer = map(list, (position.boards, position.scores, position.offer))
        boards[seat] = {**boards[seat], action: PRINTED[action]}
        scores[seat] += step(boards[seat], action).points
        offer.remove(PRINTED[action])
        last = seat == players - 1
        after = Position(position.round + last, (seat + 1) % players, tuple(offer),
                         tuple(boards), tuple(scores), position.chance)  # fmt: skip
        return self._dealt(after) if last else after

    def result_of(self, position):
        """Return totals, complete rows and winners."""
        if position.round <= ROUNDS:
            nothing = ((),) * len(position.scores)
            return Result(position.scores, ({},) * len(nothing), nothing, (), complete=False)
        totals, rows, steps, winners = result_values(self.setup, position.scores, position.boards)
        return Result(totals, rows, steps, winners, complete=True)

    def dump(self, position):
        """Return a position as JSON values."""
        return position._asdict()

    def load(self, data):
        """Return the position ``dump`` wrote."""
        tuples = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
        return Position(**{**data, **tuples})

    def text(self, position):
        """Return a position as text."""
        return json.dumps(self.dump(position))

    def parse(self, text):
        """Return the position ``text`` wrote."""
        return self.load(json.loads(text))


def play(info, setup):
    """Return complete play."""
    return WindowPlay(setup)

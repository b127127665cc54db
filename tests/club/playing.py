"""Games by the rules engine, as tables tell of them."""

from random import Random

from companion.club.message import Told
from companion.club.table.announcement import finished
from companion.games import play
from companion.games.base import Setup


def played(setup, seed):
    """The end of a random game, by the rules engine alone."""
    engine, random = play(setup), Random(seed)
    position = engine.start(seed)
    while actions := engine.legal_actions(position):
        position = engine.apply(position, random.choice(actions))
    return engine.result_of(position)


def done(names, seed, game="azul"):
    """A finished game of these players; its sitting is named after who played and the seed."""
    result = played(Setup(game, players=len(names)), seed)
    return finished(f"{'-'.join(names)}/{seed}", game, names, result)


def word(table, version, names, scores=(), ended=(), boot="b", sitting=""):
    """What a table says."""
    scores = scores or (version % 100,) * len(names)
    return Told(table, boot, version, "azul", names, scores, "playing", version % 6,
                sitting=sitting, finished=tuple(ended))  # fmt: skip

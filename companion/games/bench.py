"""How many random complete games a second, for any game with complete play (``make bench``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from companion.games.base import Play


@dataclass(frozen=True, slots=True)
class Speed:
    """What was played in ``seconds``: whole games and the actions in them."""

    games: int
    actions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds


def random_game(play: Play, seed: int, chance: Random) -> int:
    """Play one game to its end, every action chosen among all legal ones; return their number."""
    position = play.start(seed)
    legal = play.legal_actions(position)
    actions = 0
    while legal:
        position = play.apply(position, chance.choice(legal))
        legal = play.legal_actions(position)
        actions += 1
    return actions


def speed_of(play: Play, seconds: float, clock: Callable[[], float]) -> Speed:
    """Play random games for at least ``seconds`` of ``clock`` and count them.

    The rules know no clock: give ``time.process_time`` to count CPU-seconds.
    """
    chance = Random(0)
    games = actions = 0
    start = clock()
    passed = 0.0
    while passed < seconds or not games:
        actions += random_game(play, games, chance)
        games += 1
        passed = clock() - start
    return Speed(games, actions, passed)

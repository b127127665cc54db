"""Azul: Summer Pavilion, both sides of the boards, 2 to 4 players (rules ``SP-``).

``play`` is complete play, ``game`` what lies on the boards; both use the functions of
``rules.scoring`` and ``rules.stars``.  ``records.differences`` replays recorded games.
"""

from __future__ import annotations

from companion.games.base import Game, Play, Setup
from companion.games.summer_pavilion.game import SummerPavilionGame
from companion.games.summer_pavilion.play import SummerPavilionPlay

__all__ = ["game", "play"]


def game(setup: Setup) -> Game:
    """Return the rules for reading boards; ``ValueError`` says what cannot be played."""
    return SummerPavilionGame(setup)


def play(setup: Setup) -> Play:
    """Return complete play; ``ValueError`` says what cannot be played."""
    return SummerPavilionPlay(setup)

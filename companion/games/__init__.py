"""The rules of the five games, pure Python, standard library only.

``game(setup)`` reads boards, ``play(setup)`` plays completely; ``base`` has both protocols.
"""

from __future__ import annotations

from importlib import import_module

from companion.games.base import Game, Play, Setup

MODULES = {
    "azul": "companion.games.azul",
    "azul-mini": "companion.games.azul_mini",
    "master-chocolatier": "companion.games.master_chocolatier",
    "summer-pavilion": "companion.games.summer_pavilion",
    "azul-duel": "companion.games.azul_duel",
}
"""Game name -> the module that provides ``game`` and ``play``."""

NAMES = tuple(MODULES)

__all__ = ["MODULES", "NAMES", "Game", "Play", "Setup", "game", "play"]


def game(setup: Setup) -> Game:
    """Return the rules of ``setup.game`` for reading boards; ``KeyError`` for an unknown name."""
    bound: Game = import_module(MODULES[setup.game]).game(setup)
    return bound


def play(setup: Setup) -> Play:
    """Return complete play of ``setup.game``; ``KeyError`` for an unknown name."""
    bound: Play = import_module(MODULES[setup.game]).play(setup)
    return bound

"""Azul Duel (rule prefix ``DU-``): complete play, and what lies on real boards."""

from __future__ import annotations

from companion.games.azul_duel.game import DuelReader
from companion.games.azul_duel.play import DuelPlay
from companion.games.base import Game, Play, Setup

__all__ = ["game", "play"]


def game(setup: Setup) -> Game:
    """Return the rules of Azul Duel for reading boards; ``ValueError`` when the setup is wrong."""
    return DuelReader(setup)


def play(setup: Setup) -> Play:
    """Return complete play of Azul Duel; ``ValueError`` when the setup is wrong."""
    return DuelPlay(setup)

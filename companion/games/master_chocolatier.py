"""Azul - Master Chocolatier: Azul with other colours and, as a variant, special factories."""

from __future__ import annotations

from companion.games.base import Game, Play, Setup
from companion.games.wall.data import CHOICES, SPECIAL_CHOICES, WallGame
from companion.games.wall.game import WallReader
from companion.games.wall.play import WallPlay

DATA = WallGame(
    name="master-chocolatier",
    prefix="CH",
    colours=("blue", "brown", "cream", "black", "red"),
    letters="bnckr",
    choices={**CHOICES, **SPECIAL_CHOICES},
)


def game(setup: Setup) -> Game:
    """Return Master Chocolatier's rules for reading boards."""
    return WallReader(DATA, setup)


def play(setup: Setup) -> Play:
    """Return complete play of Master Chocolatier."""
    return WallPlay(DATA, setup)

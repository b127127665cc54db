"""Azul, the base game: coloured and grey side, 2 to 4 players."""

from __future__ import annotations

from companion.games.base import Game, Play, Setup
from companion.games.wall.data import WallGame
from companion.games.wall.game import WallReader
from companion.games.wall.play import WallPlay

DATA = WallGame(
    name="azul",
    prefix="AZ",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
)


def game(setup: Setup) -> Game:
    """Return Azul's rules for reading boards."""
    return WallReader(DATA, setup)


def play(setup: Setup) -> Play:
    """Return complete play of Azul."""
    return WallPlay(DATA, setup)

"""Azul Mini, the travel edition: the rules of Azul with smaller pieces and two score sliders."""

from __future__ import annotations

from companion.games.base import Game, Play, Setup
from companion.games.wall.data import CHOICES, MINI_CHOICES, WallGame
from companion.games.wall.game import WallReader
from companion.games.wall.play import WallPlay

DATA = WallGame(
    name="azul-mini",
    prefix="MI",
    colours=("blue", "yellow", "red", "black", "white"),
    letters="byrkw",
    choices={**CHOICES, **MINI_CHOICES},
)


def game(setup: Setup) -> Game:
    """Return Azul Mini's rules for reading boards."""
    return WallReader(DATA, setup)


def play(setup: Setup) -> Play:
    """Return complete play of Azul Mini."""
    return WallPlay(DATA, setup)

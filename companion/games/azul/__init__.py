"""Azul, the base game: coloured and grey side, 2 to 4 players.  The engine is ``wall``."""

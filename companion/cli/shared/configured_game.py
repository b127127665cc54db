"""The game that the configuration asks for: what ``run`` begins with and ``config`` checks."""

from __future__ import annotations

from companion import games
from companion.config import GameConfig
from companion.errors import UsageError
from companion.games.base import Setup


def setup_of(game: GameConfig) -> Setup:
    """Return the set-up the configuration asks for; ``UsageError`` where it cannot be played."""
    first = None if game.first_player < 0 else game.first_player
    setup = Setup(game.name, game.variant, game.players, first, goals=game.goals)
    try:
        if first is not None and first >= game.players:
            raise ValueError(f"there is no seat {first} among {game.players} players")
        games.game(setup)
    except ValueError as error:
        raise UsageError(
            f"the game of the configuration cannot be played: {str(error).rstrip('.')}; "
            "put the section [game] right"
        ) from error
    return setup

"""What the configuration asks for: ``config`` checks it, and so does ``run`` before it begins."""

from __future__ import annotations

from companion import games
from companion.club.broker import check_names
from companion.config import Config, GameConfig
from companion.config.camera_request import check_camera
from companion.errors import UsageError
from companion.games.base import Setup
from hardware.panel import pins
from hardware.panel.usb import check_keys


def check_config(wanted: Config) -> None:
    """Raise ``ConfigError`` or ``UsageError`` for values that are possible, and not together.

    The club's files are left to the doctor: they are for the service's user only.
    """
    pins.check(wanted.panel)
    if wanted.keys.device:
        check_keys(wanted.keys)
    check_camera(wanted.camera)
    setup_of(wanted.game)
    if wanted.club.broker:
        check_names(wanted.club)


def setup_of(game: GameConfig) -> Setup:
    """Return the set-up the configuration asks for; ``UsageError`` where it cannot be played."""
    first = None if game.first_player < 0 else game.first_player
    setup = Setup(game.name, game.variant, game.players, first, goals=game.goals)
    try:
        if first is not None and first >= game.players:
            raise ValueError(f"there is no seat {first} among {game.players} players")
        games.agreed(setup)
    except ValueError as error:
        raise UsageError(
            f"the game of the configuration cannot be played: {str(error).rstrip('.')}; "
            "put the section [game] right"
        ) from error
    return setup

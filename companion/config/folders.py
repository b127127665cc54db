"""Where the companion keeps what must last."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.config.schema import Config
from companion.errors import ConfigError


def state_dir(
    config: Config,
    environment: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path:
    """Return ``service.state_dir``, else systemd's state directory, else the user's own.

    The folder need not exist yet.
    """
    if config.service.state_dir:
        return Path(config.service.state_dir).expanduser()
    if given := environment.get("STATE_DIRECTORY"):
        return Path(given.partition(":")[0])
    own = environment.get("XDG_STATE_HOME")
    return (Path(own) if own else (home or home_folder()) / ".local" / "state") / "companion"


def home_folder() -> Path:
    """Return the user's own folder; raises ``ConfigError`` for a user without one."""
    try:
        return Path.home()
    except RuntimeError as error:
        raise ConfigError(
            "this user has no folder of their own; set HOME to one that the companion may write to"
        ) from error

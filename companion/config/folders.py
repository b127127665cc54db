"""Where the companion keeps what must last."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.config.schema import Config


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
    return (Path(own) if own else (home or Path.home()) / ".local" / "state") / "companion"

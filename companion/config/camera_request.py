"""What of a camera can be asked for: keys that are right each by itself, and not together."""

from __future__ import annotations

from companion.config.schema import CameraConfig
from companion.errors import ConfigError

SMALLEST_PX = 160
"""No camera takes smaller pictures, and nobody could read a board in one."""


def check_camera(config: CameraConfig) -> None:
    """Raise ``ConfigError`` for half a size, or for pictures that nobody said where they are."""
    sides = (config.width, config.height)
    if any(sides) and min(sides) < SMALLEST_PX:
        raise ConfigError(
            f"camera.width and camera.height: {sides[0]} x {sides[1]} is no size of a picture; "
            f"give both, each at least {SMALLEST_PX}, or leave both out",
            key="camera.width",
        )
    if config.kind in ("folder", "video") and not config.path:
        raise ConfigError(
            f"camera.path is empty, and camera.kind is {config.kind}; name its folder or file",
            key="camera.path",
        )

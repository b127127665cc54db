"""The companion's configuration: one TOML file, checked against one schema.

``load`` gives the effective values, ``schema`` says what keys there are, with unit and default.
"""

from companion.config.loader import find, load, parse
from companion.config.schema import (
    LOOPBACK,
    CameraConfig,
    ClubConfig,
    Config,
    GameConfig,
    KeysConfig,
    PanelConfig,
    ServiceConfig,
    WebConfig,
)

__all__ = [
    "LOOPBACK",
    "CameraConfig",
    "ClubConfig",
    "Config",
    "GameConfig",
    "KeysConfig",
    "PanelConfig",
    "ServiceConfig",
    "WebConfig",
    "find",
    "load",
    "parse",
]

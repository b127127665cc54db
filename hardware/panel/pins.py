"""The pin map: which GPIO may be used for what, checked before anything is switched.

Wiring (docs/wiring.md): a button between its pin and ground, the Pi's own pull-up does the rest; a
lamp (LED) from its pin through 330 ohm to ground; a passive piezo from its pin to ground.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.config import PanelConfig
from companion.errors import ConfigError

NONE = -1

MOST_SEATS = 4
"""More buttons than players are pressed by nobody."""

FORBIDDEN = {
    0: "belongs to the EEPROM of add-on boards",
    1: "belongs to the EEPROM of add-on boards",
    2: "belongs to I2C and has a fixed pull-up",
    3: "belongs to I2C and has a fixed pull-up",
    7: "belongs to SPI",
    8: "belongs to SPI",
    9: "belongs to SPI",
    10: "belongs to SPI",
    11: "belongs to SPI",
    14: "belongs to the serial console",
    15: "belongs to the serial console",
}
"""GPIO -> why nothing of ours may be connected to it."""

ALLOWED = tuple(pin for pin in range(4, 28) if pin not in FORBIDDEN)

Use = tuple[str, int]


def uses(config: PanelConfig) -> Iterator[Use]:
    """Yield each key of the configuration that names a pin, and the pin."""
    for number, pin in enumerate(config.buttons):
        yield f"panel.buttons[{number}]", pin
    for key in ("lamp_green", "lamp_amber", "lamp_red", "buzzer"):
        pin = getattr(config, key)
        if pin != NONE:
            yield f"panel.{key}", pin


def check(config: PanelConfig) -> None:
    """Raise ``ConfigError`` for a pin that is forbidden or used twice."""
    taken: dict[int, str] = {}
    for key, pin in uses(config):
        if pin in FORBIDDEN:
            raise ConfigError(
                f"{key}: GPIO {pin} {FORBIDDEN[pin]}; use one of {', '.join(map(str, ALLOWED))}",
                key=key,
            )
        if pin in taken:
            raise ConfigError(
                f"{key}: GPIO {pin} is already used by {taken[pin]}; give each its own pin",
                key=key,
            )
        taken[pin] = key
    if len(config.buttons) > MOST_SEATS:
        raise ConfigError(
            f"panel.buttons has {len(config.buttons)} pins, but there are four seats at most; "
            "name one shared button or one per seat",
            key="panel.buttons",
        )

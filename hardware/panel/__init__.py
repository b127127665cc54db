"""Buttons, lamps and buzzer; ``open_panel`` finds what there is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.config import KeysConfig, PanelConfig
from companion.errors import DeviceError
from companion.ports import Buttons, Buzzer, Lamps
from companion.sentence import Sentence
from hardware.panel import gpio, pins
from hardware.panel.gestures import Timing
from hardware.panel.melody import Player
from hardware.panel.simulated_panel import SimulatedPanel
from hardware.panel.usb import UsbButtons, check_keys

log = logging.getLogger(__name__)

__all__ = ["Panel", "open_panel", "wired"]


@dataclass(frozen=True, slots=True)
class Panel:
    """What people press and what answers them, and one line that says what it is.

    ``simulated`` is the panel without a Pi, where it is one.
    """

    buttons: tuple[Buttons, ...]
    lamps: Lamps
    buzzer: Buzzer | None
    note: str
    simulated: SimulatedPanel | None = None

    @property
    def real(self) -> bool:
        """Whether there is a button on the table: pins, or USB keys beside the simulated panel."""
        return self.simulated is None or len(self.buttons) > 1

    def close(self) -> None:
        """Give everything free."""
        for buttons in self.buttons:
            buttons.close()
        self.lamps.close()
        if self.buzzer is not None:
            self.buzzer.close()


def open_panel(
    config: PanelConfig,
    keys: KeysConfig,
    factory: Callable[[str], Any] = gpio.pin_factory,
) -> Panel:
    """Return the configured panel; with ``auto`` the pins where there are any, and all are free.

    Raises ``ConfigError`` for a wrong pin map or key and ``DeviceError`` for what was asked for and
    cannot be used.
    """
    pins.check(config)
    if keys.device:
        check_keys(keys)
    usb: tuple[Buttons, ...] = (UsbButtons(keys, Timing.of(config)),) if keys.device else ()
    try:
        panel = _panel(config, factory)
    except DeviceError:
        for one in usb:
            one.close()
        raise
    if not usb:
        return panel
    note = Sentence(
        "{what} The USB keys of '{device}' are buttons too.", what=panel.note, device=keys.device
    )
    return Panel((*panel.buttons, *usb), panel.lamps, panel.buzzer, note, panel.simulated)


def _panel(config: PanelConfig, factory: Callable[[str], Any]) -> Panel:
    if config.kind in ("simulated", "off"):
        return _simulated(
            config, Sentence("Panel: {asked}, as panel.kind asks for.", asked=config.kind)
        )
    asked = config.kind == "gpio" or bool(config.factory)
    try:
        driver = factory(config.factory)
    except DeviceError as error:
        if asked:
            raise
        if not isinstance(error.__cause__, ModuleNotFoundError):
            log.warning("%s", error)  # on a Pi one wants to know; elsewhere there is no driver
        return _simulated(
            config, Sentence("Panel: no pins found, so the buttons are on the dashboard.")
        )
    try:
        return wired(config, driver)
    except DeviceError as error:
        if asked:
            raise
        log.warning("%s", error)
        return _simulated(
            config, Sentence("Panel: a pin is taken, so the buttons are on the dashboard.")
        )


def _simulated(config: PanelConfig, note: str) -> Panel:
    panel = SimulatedPanel(max(1, len(config.buttons)), Timing.of(config))
    return Panel((panel,), panel, panel if config.sound else None, note, panel)


def wired(config: PanelConfig, driver: Any) -> Panel:
    """Take all pins; where one cannot be had, give the others free and raise ``DeviceError``."""
    opened: list[Any] = []
    try:
        opened.append(gpio.GpioButtons(config, driver))
        opened.append(gpio.GpioLamps(config, driver))
        if config.sound and config.buzzer != pins.NONE:
            opened.append(Player(gpio.GpioVoice(config.buzzer, driver)))
    except DeviceError:
        for one in opened:
            one.close()
        raise
    buttons, lamps, *buzzer = opened
    count, where = len(config.buttons), ", ".join(map(str, config.buttons))
    note = Sentence("Panel: {count} button(s) on GPIO {where}.", count=count, where=where)
    if not count:
        note = Sentence("Panel: lamps and buzzer; the buttons are on the dashboard.")
    return Panel((buttons,), lamps, buzzer[0] if buzzer else None, note)

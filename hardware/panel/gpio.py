"""Buttons, lamps and buzzer on the Pi's pins, through gpiozero.

``pin_factory`` is always handed on: nobody's default is changed.  Every device object is kept, as
gpiozero switches off what is forgotten.  How to wire it all is in docs/wiring.md.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from companion.config import PanelConfig
from companion.errors import DeviceError
from companion.ports import ButtonEvent, Signal
from hardware.panel import pins
from hardware.panel.button_edges import EdgeButtons
from hardware.panel.gestures import Timing
from hardware.panel.signals import ANNOUNCEMENTS, BLINK_S, Lamp, Light

FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}
"""``panel.factory`` -> where gpiozero has that driver."""

AUTOMATIC = ("lgpio", "rpigpio")
"""Those that are tried without being named; the others need a daemon or the whole memory."""

LGPIOS_PIPE = ".lgd-nfy"
"""lgpio makes a pipe of this name in the folder it is started in, as soon as it is imported."""


class GpioButtons:
    """A ``companion.ports.Buttons``: each button between its pin and ground."""

    def __init__(self, config: PanelConfig, pin_factory: Any) -> None:
        """Take the pins; raises ``DeviceError`` when one cannot be had."""
        from gpiozero import Button

        self._edges = EdgeButtons(len(config.buttons), Timing.of(config))
        self._buttons: list[Any] = []
        for number, pin in enumerate(config.buttons):
            with all_or_none(self), reported(f"the button on GPIO {pin}"):
                button = Button(
                    pin,
                    pull_up=True,
                    bounce_time=config.bounce_ms / 1000 or None,
                    pin_factory=pin_factory,
                )
            self._buttons.append(button)
            button.when_pressed = self._handler(number, down=True)
            button.when_released = self._handler(number, down=False)

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next gesture; None when the time is over or the buttons are closed."""
        return self._edges.next(timeout_s)

    def close(self) -> None:
        """Give the pins free; a waiting ``next`` returns."""
        self._edges.close()
        for button in self._buttons:
            button.close()

    def _handler(self, number: int, *, down: bool) -> Callable[[], None]:
        """Return a handler that only enqueues: an exception in it would silence all buttons."""
        return lambda: self._edges.edge(number, down)


class GpioLamps:
    """A ``companion.ports.Lamps``: LEDs from their pins through 330 ohm to ground."""

    def __init__(self, config: PanelConfig, pin_factory: Any) -> None:
        """Take the pins, all lamps off."""
        from gpiozero import LED

        wired = {
            Lamp.GREEN: config.lamp_green,
            Lamp.AMBER: config.lamp_amber,
            Lamp.RED: config.lamp_red,
        }
        self._lamps: dict[Lamp, Any] = {}
        for lamp, pin in wired.items():
            if pin != pins.NONE:
                with all_or_none(self), reported(f"the {lamp} lamp on GPIO {pin}"):
                    self._lamps[lamp] = LED(pin, pin_factory=pin_factory)

    def show(self, signal: Signal) -> None:
        """Show ``signal`` until the next one."""
        wanted = ANNOUNCEMENTS[signal].lamps
        for lamp, led in self._lamps.items():
            light = wanted.get(lamp)
            if light is Light.BLINK:
                led.blink(on_time=BLINK_S, off_time=BLINK_S)
            elif light is Light.ON:
                led.on()
            else:
                led.off()

    def close(self) -> None:
        """Switch off and give the pins free."""
        for led in self._lamps.values():
            led.close()


class GpioVoice:
    """A ``Voice``: a passive piezo between its pin and ground, driven by PWM."""

    def __init__(self, pin: int, pin_factory: Any) -> None:
        """Take the pin, silent."""
        from gpiozero import TonalBuzzer

        with reported(f"the buzzer on GPIO {pin}"):
            self._buzzer = TonalBuzzer(pin, octaves=2, pin_factory=pin_factory)

    def sound(self, hertz: float) -> None:
        """Begin a note; 0 is silence."""
        from gpiozero.tones import Tone

        if hertz:
            self._buzzer.play(Tone.from_frequency(hertz))
        else:
            self._buzzer.stop()

    def close(self) -> None:
        """Fall silent and give the pin free."""
        self._buzzer.close()


def pin_factory(name: str, environment: Mapping[str, str] = os.environ) -> Any:
    """Return gpiozero's driver ``name``, or with an empty name the first that works here.

    Raises ``DeviceError`` where there are no pins, or no gpiozero.
    """
    name = name or environment.get("GPIOZERO_PIN_FACTORY", "").lower()
    if name:
        with reported("the Pi's pins"):
            return _make(name)
    refusals = []
    for one in AUTOMATIC:
        try:
            with reported("the Pi's pins"):
                return _make(one)
        except DeviceError as error:
            refusals.append(error)
    raise refusals[0]


def _make(name: str) -> Any:
    if name == "mock":
        mock = import_module("gpiozero.pins.mock")
        return mock.MockFactory(pin_class=mock.MockPWMPin)
    module, factory = FACTORIES[name]
    return getattr(import_module(module), factory)()


@contextmanager
def all_or_none(taken: GpioButtons | GpioLamps) -> Iterator[None]:
    """Give the pins free that were taken before one that cannot be had."""
    try:
        yield
    except DeviceError:
        taken.close()
        raise


@contextmanager
def reported(device: str) -> Any:
    """Turn what gpiozero and its drivers raise into one sentence about ``device``."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise DeviceError(
            f"{device} cannot be used without {error.name}; 'sudo apt install python3-gpiozero "
            "python3-lgpio', then remove .venv and 'make setup'",
            device=device,
        ) from error
    except FileNotFoundError as error:
        if LGPIOS_PIPE not in str(error):
            raise _refused(device, error) from error
        raise DeviceError(
            f"{device} cannot be used, as lgpio finds no room for its pipe ({error}); start the "
            "companion in a folder that it may write to",
            device=device,
        ) from error
    except Exception as error:
        # Every error of gpiozero has one base, but the drivers below it add their own.
        raise _refused(device, error) from error


def _refused(device: str, error: Exception) -> DeviceError:
    return DeviceError(
        f"{device} cannot be used ({type(error).__name__}: {error}); check the pin map, the group "
        "gpio and that no other program has the pin",
        device=device,
    )

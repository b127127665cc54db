"""USB key boxes, presenters and foot switches, through evdev.

A device is known by its name, as its number changes with every plugging.  It is kept to ourselves
(grabbed), or a foot switch would press Enter on the console.  The user must be in group ``input``.
"""

from __future__ import annotations

import logging
import os
import selectors
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from threading import Thread
from typing import Any, NoReturn, Protocol

from companion.config import KeysConfig
from companion.errors import ConfigError, DeviceError
from companion.ports import ButtonEvent
from hardware.panel.button_edges import EdgeButtons
from hardware.panel.gestures import Timing
from hardware.panel.pins import MOST_SEATS

log = logging.getLogger(__name__)

UP, DOWN = 0, 1
"""The values of a key event; 2 is the machine repeating it."""


class KeyDevice(Protocol):
    """One plugged device with keys, as ``select`` can wait for it; ``path`` is where it is."""

    name: str
    path: str

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when a key moves."""

    def read(self) -> Iterable[tuple[str, int]]:
        """Return the key movements that wait, as evdev name and value; ``OSError`` when gone."""

    def close(self) -> None:
        """Give the device free."""


class EvdevDevice:
    """A ``KeyDevice`` of the Linux input system."""

    def __init__(self, device: Any, *, grab: bool) -> None:
        """Take an ``evdev.InputDevice``, and keep it to ourselves if wished."""
        self._evdev = import_module("evdev")
        self._device = device
        self.name, self.path = str(device.name), str(device.path)
        if grab:
            with suppress(OSError):  # somebody else has grabbed it: it may still be read
                device.grab()

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return int(self._device.fd)

    def read(self) -> list[tuple[str, int]]:
        """Return the key movements that wait."""
        codes = self._evdev.ecodes
        moved = [event for event in self._device.read() if event.type == codes.EV_KEY]
        return [(name, event.value) for event in moved for name in names_of(codes, event.code)]

    def close(self) -> None:
        """Give the device free."""
        with suppress(OSError):
            self._device.close()


def names_of(codes: Any, code: int) -> list[str]:
    """Return every name of a key or button; evdev gives one text, or several in a row."""
    found = codes.bytype[codes.EV_KEY].get(code, ())
    return [found] if isinstance(found, str) else list(found)


def find_evdev(config: KeysConfig, held: Collection[str]) -> list[KeyDevice]:
    """Return the plugged devices whose name contains ``keys.device``, opened.

    Those whose paths are ``held`` are listened to already.
    """
    evdev = import_module("evdev")
    found: list[KeyDevice] = []
    for path in evdev.list_devices():
        if path in held:
            continue
        try:
            device = evdev.InputDevice(path)
        except OSError:  # gone again, or not ours to read
            continue
        if config.device.lower() in device.name.lower():
            found.append(EvdevDevice(device, grab=config.grab))
        else:
            device.close()
    return found


def check_keys(config: KeysConfig) -> None:
    """Raise ``ConfigError`` for a key that there is not, or that is named twice, and for no keys.

    Without evdev nobody knows what keys there are.
    """
    if not 1 <= len(config.buttons) <= MOST_SEATS:
        raise ConfigError(
            f"keys.buttons has {len(config.buttons)} keys; name one that all share or one per "
            f"seat, {MOST_SEATS} at most",
            key="keys.buttons",
        )
    known = _known_keys()
    for number, name in enumerate(config.buttons):
        if known and name not in known:
            close = get_close_matches(name.upper(), sorted(known), n=1)
            _refuse(number, f"there is no key {name}; write {' or '.join(close) or 'KEY_ENTER'}")
        if name in config.buttons[:number]:
            _refuse(number, f"{name} is already another button; give each its own key")


def _known_keys() -> set[str]:
    """Return the names of all keys; none where evdev is missing."""
    try:
        codes = import_module("evdev").ecodes
    except ImportError:
        return set()
    return {name for code in codes.bytype[codes.EV_KEY] for name in names_of(codes, code)}


def _refuse(number: int, complaint: str) -> NoReturn:
    key = f"keys.buttons[{number}]"
    raise ConfigError(f"{key}: {complaint}", key=key)


class UsbButtons:
    """A ``companion.ports.Buttons`` made of keys.  Devices are looked for again and again.

    What is plugged once may be several devices of one name, which come and go one by one.
    ``find`` returns those that are plugged now and whose paths are not held; the simulated twin
    hands in its own.
    """

    def __init__(
        self,
        config: KeysConfig,
        timing: Timing,
        find: Callable[[KeysConfig, Collection[str]], Sequence[KeyDevice]] = find_evdev,
    ) -> None:
        """Look for the device; raises ``DeviceError`` when keys cannot be read at all."""
        self._config = config
        self._find = find
        self._numbers = {key: number for number, key in enumerate(config.buttons)}
        self._edges = EdgeButtons(len(config.buttons), Timing(0.0, timing.hold_s, timing.double_s))
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._held: dict[int, set[int]] = {}
        self._closed = False
        try:
            self._plug()
        except ImportError as error:
            self._release()
            raise DeviceError(
                "USB keys cannot be used without evdev; 'sudo apt install python3-evdev', then "
                "remove .venv and 'make setup'",
                device=config.device,
            ) from error
        self._thread = Thread(target=self._run, name="companion-keys", daemon=True)
        self._thread.start()

    def next(self, timeout_s: float | None = None) -> ButtonEvent | None:
        """Wait for the next gesture; None when the time is over or the buttons are closed."""
        return self._edges.next(timeout_s)

    def close(self) -> None:
        """Give the devices free; a waiting ``next`` returns."""
        self._edges.close()
        if self._closed:
            return
        self._closed = True
        os.write(self._wake_write, b"x")
        self._thread.join(timeout=2.0)

    @property
    def plugged(self) -> tuple[str, ...]:
        """The names of the devices that are listened to."""
        return tuple(device.name for device in self._devices())

    def _devices(self) -> list[KeyDevice]:
        keys = list(self._selector.get_map().values())
        return [key.data for key in keys if key.data is not None]

    def _run(self) -> None:
        while True:
            ready = self._selector.select(self._config.rescan_s)
            if any(key.data is None for key, _ in ready):
                break
            for key, _ in ready:
                self._listen(key.data)
            if not ready:
                self._plug()
        self._release()

    def _plug(self) -> None:
        try:
            found = self._find(self._config, {one.path for one in self._devices()})
        except OSError as error:  # one went away while all were looked through: the next look tells
            log.info("the keys could not be looked for (%s)", error.strerror)
            return
        for device in found:
            log.info("listening to the keys of %s", device.name)
            self._selector.register(device.fileno(), selectors.EVENT_READ, device)
            self._held[device.fileno()] = set()

    def _listen(self, device: KeyDevice) -> None:
        try:
            for key, value in device.read():
                self._moved(device, key, value)
        except OSError as error:
            log.warning("%s was unplugged (%s); looking for it again", device.name, error.strerror)
            self._unplug(device)

    def _moved(self, device: KeyDevice, key: str, value: int) -> None:
        number = self._numbers.get(key)
        if number is None or value not in (UP, DOWN):
            return
        held = self._held[device.fileno()]
        (held.add if value == DOWN else held.discard)(number)
        self._edges.edge(number, value == DOWN)

    def _unplug(self, device: KeyDevice) -> None:
        """Forget the device; a key that was held when it went away is up again."""
        for number in self._held.pop(device.fileno(), set()):
            self._edges.edge(number, False)
        self._selector.unregister(device.fileno())
        device.close()

    def _release(self) -> None:
        for device in self._devices():
            self._unplug(device)
        self._selector.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

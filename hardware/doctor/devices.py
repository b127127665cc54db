"""Camera, pins, USB keys, and whether this user may use them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

from companion.config import Config
from companion.errors import CompanionError, ConfigError, DeviceError
from companion.ports import Camera
from hardware.cameras import Found, open_camera
from hardware.cameras.phone import PhoneCamera
from hardware.cameras.source import Failure, SourceError
from hardware.doctor.diagnosis import Finding, halves, mend, note, ok
from hardware.doctor.system import SERVICE, System
from hardware.panel import gpio, pins, usb, wired

GROUPS = {
    "/dev/video*": ("cameras", "video"),
    "/dev/media*": ("cameras", "video"),
    "/dev/gpiochip*": ("pins", "gpio"),
    "/dev/input/event*": ("USB keys", "input"),
}
"""Device files -> what they are and the group that may use them."""

DARK, BRIGHT = 40.0, 215.0
"""Mean brightness, of 255, outside which little will be read."""


def examine(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of the devices."""
    yield from permissions(config, system)
    yield from camera(config, lambda wanted: open_camera(wanted.camera), system)
    yield from panel(config, system)
    yield from keys(config, system)


def camera(config: Config, find: Callable[[Config], Found], system: System) -> Iterator[Finding]:
    """Open the camera and take one picture; one that the service is using is left alone."""
    try:
        found = find(config)
    except CompanionError as error:
        busy = isinstance(error.__cause__, SourceError) and error.__cause__.failure is Failure.BUSY
        if busy and system.run(["systemctl", "is-active", SERVICE]) == "active":
            yield ok("camera", "in use by the companion's service")
        else:
            yield mend("camera", *halves(str(error)))
        return
    if found.camera is None:
        missing = found.note.partition(": this is")[0]
        yield note("camera", missing, "Connect a camera, or play on the simulated table.")
        return
    yield ok("camera", found.note.removeprefix("Camera: "))
    if isinstance(found.camera, PhoneCamera):
        return
    try:
        yield picture(found.camera)
    except CompanionError as error:
        yield mend("camera", *halves(str(error)))
    finally:
        close = getattr(found.camera, "close", None)
        if close is not None:
            close()


def picture(camera: Camera) -> Finding:
    """Take one picture and tell how it is."""
    taken = camera.frame()
    height, width = taken.pixels.shape[:2]
    brightness = float(taken.pixels.mean())
    text = f"a picture of {width} x {height}, brightness {brightness:.0f} of 255"
    if brightness < DARK:
        return note("picture", f"{text}: dark", "More light over the table helps.")
    if brightness > BRIGHT:
        return note("picture", f"{text}: glaring", "Turn the lamp away from the camera.")
    return ok("picture", text)


def permissions(config: Config, system: System) -> Iterator[Finding]:
    """Tell of device files this user may not use."""
    for pattern, (what, group) in GROUPS.items():
        if group == "input" and not config.keys.device:
            continue
        files = system.glob(pattern)
        closed = [path for path in files if not system.access(path, os.R_OK | os.W_OK)]
        if closed:
            yield mend(
                "permissions",
                f"this user may not use the {what} ({system.shown(closed[0])})",
                f"'sudo usermod -aG {group} $USER', then log in again.",
            )
        elif files:
            yield ok("permissions", f"{what}: {len(files)} device files may be used")


def panel(config: Config, system: System) -> Iterator[Finding]:
    """Check the pin map, whether there are pins, and whether they can be had."""
    try:
        pins.check(config.panel)
    except ConfigError as error:
        yield mend("pins", *halves(str(error)))
        return
    if config.panel.kind in ("simulated", "off"):
        yield ok("pins", f"not used: panel.kind is {config.panel.kind}")
        return
    try:
        driver = gpio.pin_factory(config.panel.factory, system.environment)
    except DeviceError as error:
        what, remedy = halves(str(error))
        if config.panel.kind == "gpio" or config.panel.factory:
            yield mend("pins", what, remedy)
        else:
            yield note("pins", what, "The buttons are on the dashboard then.")
        return
    yield taken(config, driver, system)


def taken(config: Config, driver: Any, system: System) -> Finding:
    """Take every pin and give it free; those that the service is using are left alone."""
    try:
        wired(config.panel, driver).close()
    except DeviceError as error:
        if system.run(["systemctl", "is-active", SERVICE]) == "active":
            return ok("pins", "in use by the companion's service")
        return mend("pins", *halves(str(error)))
    finally:
        driver.close()
    used = ", ".join(str(pin) for _, pin in pins.uses(config.panel))
    return ok("pins", f"GPIO {used} can be used")


def keys(config: Config, system: System) -> Iterator[Finding]:
    """List the keyboards and key boxes by name, and find the configured one."""
    names = re.findall(r'^N: Name="(.*)"$', system.read("/proc/bus/input/devices"), re.MULTILINE)
    wanted = config.keys.device
    listed = ", ".join(f"'{name}'" for name in names) or "none"
    if not wanted:
        yield ok("keys", f"not used; input devices here: {listed}")
        return
    try:
        usb.check_keys(config.keys)
    except ConfigError as error:
        yield mend("keys", *halves(str(error)))
        return
    if any(wanted.lower() in name.lower() for name in names):
        yield ok("keys", f"'{wanted}' is plugged")
    else:
        yield mend(
            "keys",
            f"no input device is called '{wanted}' (there are: {listed})",
            "Plug it in, or put part of its name into keys.device.",
        )

"""``companion doctor``: what is right and wrong with this machine, each with its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from companion.config import Config
from hardware.doctor import club_broker, libraries, machine, network
from hardware.doctor.diagnosis import Finding, Level, note
from hardware.doctor.system import System

__all__ = ["Finding", "Level", "System", "examine"]


def examine(config: Config, system: System | None = None) -> Iterator[Finding]:
    """Yield every finding, as it is found."""
    system = system or System()
    yield from machine.examine(config, system)
    yield from libraries.examine(config, system)
    yield from _devices(config, system)
    yield from network.examine(config, system)
    yield from club_broker.examine(config, system)


def _devices(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of the devices; without OpenCV, which is told above, nothing."""
    try:
        devices = import_module("hardware.doctor.devices")
    except ImportError:
        remedy = "Mend the libraries first, then start the doctor again."
        yield note("camera", "camera, pins and keys are not examined: a library is missing", remedy)
        return
    yield from devices.examine(config, system)

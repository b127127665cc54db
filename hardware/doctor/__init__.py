"""``companion doctor``: what is right and wrong with this machine, each with its remedy."""

from __future__ import annotations

from collections.abc import Iterator

from companion.config import Config
from hardware.doctor import club_broker, devices, libraries, machine, network
from hardware.doctor.diagnosis import Finding, Level
from hardware.doctor.system import System

__all__ = ["Finding", "Level", "System", "examine"]


def examine(config: Config, system: System | None = None) -> Iterator[Finding]:
    """Yield every finding, as it is found."""
    system = system or System()
    for part in (machine, libraries, devices, network, club_broker):
        yield from part.examine(config, system)

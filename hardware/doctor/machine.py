"""The computer itself: model, system, heat, power, memory, disk, clock."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from companion.config import Config
from companion.config.folders import state_dir
from hardware.doctor.diagnosis import Finding, as_sentence, mend, note, ok
from hardware.doctor.system import System

HOT_C, WARM_C = 80.0, 70.0
LITTLE_MEMORY_MB = 300
EARLIEST_S = 1_750_000_000
"""A clock that is earlier than this (June 2025) cannot be right."""

NOW = {
    0: ("the voltage is too low", "use the power supply made for this Pi, and a short cable"),
    1: ("the processor is slowed down", "give it a better power supply and a fan"),
    2: ("the processor is throttled", "give it a better power supply and a fan"),
    3: ("the heat limits the processor", "give it a fan or a cooler place"),
}
"""Bit of the firmware's word -> what holds now, and the remedy; 16 bits further up: since boot."""


def examine(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of the computer."""
    yield model(system)
    yield architecture(platform.machine(), system)
    yield python(sys.version_info[:3])
    yield temperature(system)
    yield from throttling(system)
    yield memory(system)
    yield from disk(config, system)
    yield clock(system, time.time())


def model(system: System) -> Finding:
    """Tell which computer it is."""
    found = system.read("/proc/device-tree/model")
    if "Raspberry Pi" in found:
        return ok("computer", found)
    return note(
        "computer",
        f"{found or 'no Raspberry Pi'}",
        "That is fine with a USB camera; pins and the flat-cable camera need a Raspberry Pi.",
    )


def architecture(machine: str, system: System) -> Finding:
    """Tell the system, and whether it is one with 64 bit."""
    lines = (line.partition("=") for line in system.read("/etc/os-release").splitlines())
    name = {key: value.strip('"') for key, _, value in lines}.get("PRETTY_NAME", "unknown system")
    if machine in ("aarch64", "arm64", "x86_64", "AMD64"):
        return ok("system", f"{name}, {machine}")
    return mend(
        "system",
        f"{name} is a 32-bit system ({machine})",
        "Install the 64-bit Raspberry Pi OS: OpenCV is not built for this one.",
    )


def python(version: tuple[int, ...]) -> Finding:
    """Tell the Python."""
    text = ".".join(map(str, version))
    if version >= (3, 11):
        return ok("python", text)
    return mend("python", f"{text} is too old", "Install Python 3.11 or newer.")


def temperature(system: System) -> Finding:
    """Tell how hot the processor is."""
    text = system.read("/sys/class/thermal/thermal_zone0/temp")
    if not text.lstrip("-").isdigit():
        return note("temperature", "unknown", "Nothing to do: this computer does not tell it.")
    celsius = int(text) / 1000
    if celsius >= HOT_C:
        return mend(
            "temperature", f"{celsius:.0f} °C", "Give the Pi a fan: from 80 °C on it slows down."
        )
    if celsius >= WARM_C:
        return note(
            "temperature", f"{celsius:.0f} °C", "A fan or more room around the Pi would do it good."
        )
    return ok("temperature", f"{celsius:.0f} °C")


def throttling(system: System) -> Iterator[Finding]:
    """Tell of low voltage and of slowing down, now and since the start."""
    files = system.glob("/sys/devices/platform/soc*/*firmware/get_throttled")
    text = system.read(system.shown(files[0])) if files else ""
    text = text or system.run(["vcgencmd", "get_throttled"]).partition("=")[2]
    try:
        word = int(text, 16)
    except ValueError:
        return
    if not word:
        yield ok("power", "steady since the start")
    for bit, (what, remedy) in NOW.items():
        if word >> bit & 1:
            yield mend("power", what, as_sentence(remedy))
        elif word >> (bit + 16) & 1:
            yield note("power", f"{what}: not now, but since the start", as_sentence(remedy))


def memory(system: System) -> Finding:
    """Tell how much memory is free."""
    for line in system.read("/proc/meminfo").splitlines():
        name, _, amount = line.partition(":")
        if name == "MemAvailable":
            megabytes = int(amount.split()[0]) // 1024
            if megabytes < LITTLE_MEMORY_MB:
                return note(
                    "memory", f"{megabytes} MB free", "End other programs; a desktop takes most."
                )
            return ok("memory", f"{megabytes} MB free")
    return note("memory", "unknown", "Nothing to do: this computer does not tell it.")


def disk(config: Config, system: System) -> Iterator[Finding]:
    """Tell whether the state directory can be written, and how much room it has."""
    wanted = state_dir(config, system.environment)
    there = nearest_existing(wanted)
    if not (there.is_dir() and system.access(there, os.W_OK | os.X_OK)):
        yield mend(
            "disk",
            f"{wanted} cannot be written",
            "Run the doctor as the companion's user, or name another folder in service.state_dir.",
        )
        return
    megabytes = system.free_bytes(there) // 1_000_000
    if megabytes < config.service.free_mb:
        yield mend(
            "disk",
            f"{megabytes} MB free for {wanted}",
            "Remove what is not needed, or take a bigger card: games are kept there.",
        )
    else:
        yield ok("disk", f"{megabytes} MB free for {wanted}")


def nearest_existing(path: Path) -> Path:
    """Return the folder itself, or the nearest above it that exists."""
    return next((one for one in (path, *path.parents) if one.exists()), Path("/"))


def clock(system: System, now_s: float) -> Finding:
    """Tell whether the clock is set; the order of a game does not depend on it."""
    if now_s < EARLIEST_S:
        return mend(
            "clock",
            f"it is set to {time.strftime('%Y-%m-%d', time.gmtime(now_s))}",
            "Connect the Pi to the network once, or set it with 'sudo date -s'.",
        )
    synchronised = system.path("/run/systemd/timesync/synchronized").exists() or (
        system.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "yes"
    )
    if synchronised:
        return ok("clock", "set by the network")
    return note(
        "clock",
        "not set by the network",
        "Games are kept in the right order all the same; their dates may be wrong.",
    )

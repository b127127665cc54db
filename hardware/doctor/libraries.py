"""The libraries: which are here, which cannot be loaded, and how to mend that."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from companion.config import Config
from hardware.doctor.diagnosis import Finding, mend, note, ok
from hardware.doctor.system import System

SET_UP = "'make setup' installs it"
NEEDED = ("cv2", "numpy", "flask", "waitress")
APT = "'sudo apt install {}', then remove .venv and 'make setup'"
OPTIONAL = {
    "picamera2": ("the Pi's camera", "python3-picamera2 --no-install-recommends"),
    "gpiozero": ("buttons and lamps on the pins", "python3-gpiozero"),
    "lgpio": ("buttons and lamps on the pins", "python3-lgpio"),
    "evdev": ("USB keys and foot switches", "python3-evdev"),
}
"""Library -> what it is for, and the system package that brings it."""

REMEDIES = {
    "cv2": "'sudo apt install libgl1', or remove .venv and 'make setup'",
    "numpy": SET_UP,
}


def examine(config: Config, system: System) -> Iterator[Finding]:
    """Yield what is to be said of each library."""
    for name in NEEDED:
        yield needed(name, system)
    yield from opencv_builds({d.name.lower() for d in metadata.distributions() if d.name})
    for name in OPTIONAL:
        yield optional(name, wanted(name, config), system)


def needed(name: str, system: System) -> Finding:
    """Tell of a library without which nothing goes."""
    try:
        return ok("library", f"{name} {system.load(name)}")
    except Exception as error:  # a broken library raises anything
        remedy = f"{REMEDIES.get(name, SET_UP)}."
        return mend("library", f"{name} cannot be loaded ({error})", remedy)


def wanted(name: str, config: Config) -> bool:
    """Tell whether the configuration asks for what this library does."""
    return {
        "picamera2": config.camera.kind == "picamera2",
        "gpiozero": config.panel.kind == "gpio",
        "lgpio": config.panel.kind == "gpio" and config.panel.factory in ("", "lgpio"),
        "evdev": bool(config.keys.device),
    }[name]


def optional(name: str, asked_for: bool, system: System) -> Finding:
    """Tell of a library that only some devices need."""
    purpose, package = OPTIONAL[name]
    try:
        return ok("library", f"{name} {system.load(name)}")
    except Exception as error:
        text = f"{name}, for {purpose}, cannot be loaded ({first_line(error)})"
        if "numpy.dtype size changed" in str(error):
            return mend("library", text, "'.venv/bin/pip install --upgrade simplejpeg' mends it.")
        remedy = f"If you want it: {APT.format(package)}."
        return mend("library", text, remedy) if asked_for else note("library", text, remedy)


def first_line(error: Exception) -> str:
    """Return the first line of an error's message."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def opencv_builds(installed: set[str]) -> Iterator[Finding]:
    """Tell of two builds of OpenCV in one folder: removing either breaks the other."""
    both = installed & {"opencv-python", "opencv-python-headless"}
    if len(both) > 1:
        yield mend(
            "library",
            "two builds of OpenCV are installed over each other",
            "Remove the folder .venv, then 'make setup'.",
        )

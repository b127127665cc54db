"""Exposure and white balance: measured once, then kept.

Colours are compared with the picture of the empty boards, so the camera must not change its mind
in between.  What was measured is remembered over a lost and found camera, and forgotten when a new
sitting begins.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

STEADY_FRAMES = 4
"""So many pictures in a row must agree."""

TOLERANCE = 0.03
"""They agree when exposure and gains differ by less than this share."""

RECORDED = (
    "ExposureTime",
    "AnalogueGain",
    "DigitalGain",
    "ColourGains",
    "ColourTemperature",
    "LensPosition",
    "Lux",
    "SensorTimestamp",
)
"""What is kept of libcamera's metadata with every picture: microseconds, factors, kelvin, dioptres,
lux, nanoseconds."""


@dataclass(slots=True)
class Memory:
    """The controls that were locked, empty before they are; outlives a lost camera."""

    locked: dict[str, Any] = field(default_factory=dict)

    def forget(self) -> None:
        """Have the light measured anew."""
        self.locked.clear()


def settled(seen: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether the last pictures' metadata agree on exposure and white balance."""
    if len(seen) < STEADY_FRAMES:
        return False
    rows = [_numbers(metadata) for metadata in seen[-STEADY_FRAMES:]]
    return all(
        max(values) - min(values) <= TOLERANCE * max(abs(value) for value in values)
        for values in zip(*rows, strict=True)
    )


def _numbers(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Return overall exposure and both colour gains; 0 for what the camera does not tell."""
    exposure = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 1))
    red, blue = metadata.get("ColourGains", (0.0, 0.0))
    return exposure, float(red), float(blue)


def locking(metadata: Mapping[str, Any], advertised: Container[str]) -> dict[str, Any]:
    """Return the controls that keep what ``metadata`` says, as far as the camera has them.

    Colour gains alone already end the automatic white balance, exposure time and gain together the
    automatic exposure; the switches are set too where they exist.
    """
    controls: dict[str, Any] = {}
    if _has(("ExposureTime", "AnalogueGain"), metadata, advertised):
        controls["ExposureTime"] = int(metadata["ExposureTime"])
        controls["AnalogueGain"] = float(metadata["AnalogueGain"])
        if "AeEnable" in advertised:
            controls["AeEnable"] = False
    if _has(("ColourGains",), metadata, advertised):
        red, blue = metadata["ColourGains"]
        controls["ColourGains"] = (float(red), float(blue))
        if "AwbEnable" in advertised:
            controls["AwbEnable"] = False
    return controls


def _has(names: Sequence[str], metadata: Mapping[str, Any], advertised: Container[str]) -> bool:
    return all(name in metadata and name in advertised for name in names)


def recorded(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is worth keeping of a picture's metadata, as JSON values."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name in RECORDED
        if (value := metadata.get(name)) is not None
    }

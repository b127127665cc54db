"""How each signal looks and sounds, in one table.

Lamps and tones say the same thing twice, so that neither a colour nor a pitch alone must be told
apart: good news rise, bad news are low, and what waits for people blinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.ports import Signal


class Lamp(StrEnum):
    """The three lamps."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"


class Light(StrEnum):
    """What one lamp does."""

    ON = "on"
    BLINK = "blink"


Melody = tuple[tuple[float, float], ...]
"""Notes as (hertz, seconds); 0 hertz is a rest."""

A3, A4, C5, E5, G5, A5 = 220.0, 440.0, 523.25, 659.26, 783.99, 880.0
REST = 0.0


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the lamps show and the buzzer plays; lamps that are not named are off."""

    lamps: Mapping[Lamp, Light]
    melody: Melody = ()


ANNOUNCEMENTS: Mapping[Signal, Announcement] = {
    Signal.QUIET: Announcement({}),
    Signal.LOOKING: Announcement({Lamp.AMBER: Light.ON}),
    Signal.READ: Announcement({Lamp.GREEN: Light.ON}, ((A5, 0.12),)),
    Signal.QUESTION: Announcement({Lamp.AMBER: Light.BLINK}, ((A4, 0.12), (E5, 0.2))),
    Signal.VIOLATION: Announcement({Lamp.RED: Light.ON}, ((A3, 0.5),)),
    Signal.LOST: Announcement({Lamp.RED: Light.BLINK}, ((A3, 0.15), (REST, 0.1), (A3, 0.15))),
    Signal.OVER: Announcement(
        {Lamp.GREEN: Light.BLINK}, ((C5, 0.15), (E5, 0.15), (G5, 0.15), (A5, 0.4))
    ),
}
"""Signal -> announcement; a test says that there is one for each, and no two alike."""

BLINK_S = 0.4
"""A blinking lamp is on and off for so long each."""

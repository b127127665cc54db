"""The tables a demonstration can be played at: a photographed game, or a simulated one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from companion.games.base import Moment
from companion.journal import Seating
from companion.ports import Camera
from companion.service.evening.guides import Script, Tape, by_rules
from companion.service.evening.place import Opener, Place, real_place
from companion.service.sitting.taps import Taps, taps_of
from companion.sitting_folder import SittingFolder
from hardware.cameras.phone import PhoneCamera
from hardware.simulated_devices import FolderCamera
from hardware.table import Faults, SimulatedTable, simulated_sitting


def played_before(
    seating: Seating, camera: Camera, moments: tuple[Moment, ...], taps: Taps | None
) -> Place:
    """Return a place where the pictures of a whole game come one after the other."""
    tape = Tape(camera)
    return real_place(seating, tape, Script(moments, tape), taps=taps, live=False)


def photographed(folder: SittingFolder) -> Place:
    """Return the place of a photographed game."""
    corners = folder.corners_px
    seating = Seating(folder.setup, corners=None if corners is None else dict(enumerate(corners)))
    camera = FolderCamera(folder.path, [frame.file for frame in folder.frames])
    moments = tuple(frame.moment for frame in folder.frames)
    return played_before(seating, camera, moments, taps_of(seating))


def simulated(seating: Seating, seed: int, faults: Faults) -> Place:
    """Return a place where simulated players play the game that people have chosen."""
    brackets = seating.corners is None
    sitting = simulated_sitting(seating.setup, seed, faults, brackets=brackets, turns=seating.turns)
    return played_before(seating, SimulatedTable(sitting.steps), sitting.moments, sitting.taps)


def opener_of(first: Callable[[], Place], seed: int, faults: Faults) -> Opener:
    """Return what opens sittings at a demonstration.

    The game it began with can be begun anew; any other is played at the simulated table, each time
    another evening.
    """
    began_with = first().seating
    seeds = count(seed + 1)

    def opener(seating: Seating) -> Place:
        if seating.handheld:
            return real_place(seating, PhoneCamera(), by_rules(seating), live=True)
        if seating == began_with:
            return first()
        return simulated(seating, next(seeds), faults)

    return opener

"""What the journal keeps, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.events import Confirmed, Event, to_json
from companion.games.base import Setup

COLOURS = 6
"""Colours a seat can be shown in."""

Corner = tuple[float, float]
Corners = Mapping[int, tuple[Corner, ...]]
"""Tapped corners by seat: four points (x, y) in pixels of the first picture."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What a sitting is opened with: the game, who sits where, where the boards lie.

    ``names`` has one name per seat, empty where nobody said one.  ``corners`` are the tapped
    corners, None where brackets show the boards.  With ``turns`` the shared button too is pressed
    after every turn, and not only when the offer is over.  ``colours`` has the colour each seat is
    shown in, from 0 (empty: that of its number).  ``handheld`` tells that a phone takes the
    pictures, from anywhere; ``show_tiles`` that one tile of each colour is shown before the first
    round, to be learned.  ``chosen`` tells that people set this up themselves, rather than the
    configuration: then it is kept although nothing was read yet.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    corners: Corners | None = None
    turns: bool = False
    colours: tuple[int, ...] = ()
    handheld: bool = False
    show_tiles: bool = False
    chosen: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One event as it was written: its place in the order, when by the clock, from which picture.

    ``picture`` is the hash the picture is kept under; None where there was none.
    """

    seq: int
    at: str
    event: Event
    picture: str | None

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON values, with its place, its time and its picture."""
        beside = {"seq": self.seq, "at": self.at, "picture": self.picture}
        return beside | to_json(self.event)


def pictures_of_readings(recorded: Iterable[Recorded]) -> tuple[str | None, ...]:
    """Return the hashes of the pictures of a sitting's readings, by the readings' numbers.

    Of one that was typed in there is none.
    """
    return tuple(one.picture for one in recorded if isinstance(one.event, Confirmed))


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A sitting of which something cannot be read, and why, as a sentence; it stays as it is."""

    id: int
    uid: str
    at: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"id": self.id, "uid": self.uid, "at": self.at, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Kept:
    """One sitting in the journal: its number here, its name everywhere, how many events it has.

    What people said later of who sits where is in ``seating``, and no event of ``events``.
    """

    id: int
    uid: str
    at: str
    seating: Seating
    events: int
    aside: bool


def with_or_without(kept: Iterable[Any], one: Any, on: bool) -> list[Any]:
    """Return what is kept, with ``one`` at its end or without it."""
    return [*(each for each in kept if each != one), *([one] if on else [])]


def local_time(at: str) -> datetime:
    """Return a kept time, which is universal time, by the clock of this place.

    Raises ``ValueError`` for what is no time.
    """
    try:
        return datetime.fromisoformat(at).astimezone()
    except OverflowError as error:  # the first or the last day that a calendar here has
        raise ValueError(f"{at} is no time here") from error


def local_day(at: str) -> str:
    """Return the day of a kept time by the clock of this place, such as ``2026-11-01``."""
    try:
        return local_time(at).date().isoformat()
    except ValueError:
        return at[:10]

"""The pictures of an evening: what each of those was taken for that its readings were read from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.base import Moment
from companion.journal.kept_values import Recorded, pictures_of_readings
from companion.sitting import Sitting
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class EveningPicture:
    """A picture that is kept under its hash, and what it was taken for."""

    hash: str
    title: str


def evening_pictures(
    recorded: Sequence[Recorded], played: Sitting, kept: Callable[[str], bool]
) -> tuple[EveningPicture, ...]:
    """Return the pictures of the readings that hold, in their order; those that are still kept."""
    pictures = pictures_of_readings(recorded)
    entries = [each.entry for each in played.history]
    taken = [(pictures[entry.number], entry.moment) for entry in entries]
    return tuple(EveningPicture(name, _title(at)) for name, at in taken if name and kept(name))


def _title(moment: Moment) -> str:
    """Return what a picture was taken for, and of whom where one player had acted."""
    title = words.moment(moment.checkpoint, moment.round)
    return title if moment.seat is None else f"{title} · {words.seat(moment.seat)}"

"""Pictures that phones send: each is taken once, in the order in which they came.

Before a picture is read its name is kept beside the number of readings so far.  Sent again after a
power cut, it was taken if there is one more by now, and is read if there is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CorrectionRefused
from companion.games.base import Moment
from companion.ports import Gesture
from companion.service.evening.look import look_at

if TYPE_CHECKING:
    from companion.service.evening import asks
    from companion.service.evening.evening import Evening

REMEMBERED = 40
"""Names that are kept: nobody sends a picture again after so many others."""


def take(evening: Evening, ask: asks.Sent) -> None:
    """Read a picture that was sent, for what is due."""
    if ask.name in evening.sent:
        return
    place = evening.open_place()
    if not place.handheld:
        raise CorrectionRefused(
            "this game has a camera of its own; begin one whose pictures a phone takes"
        )
    read(evening, ask, place.guide.next(ask.gesture, ask.seat, evening.sitting))


def take_again(evening: Evening, ask: asks.Sent) -> None:
    """Read a picture that was sent for the moment that is still open."""
    if ask.gesture is Gesture.HOLD or evening.moment is None:
        take(evening, ask)
    elif ask.name not in evening.sent:
        read(evening, ask, evening.moment)


def read(evening: Evening, ask: asks.Sent, moment: Moment) -> None:
    """Keep a picture's name, then have it read."""
    keep(evening, ask.name)
    evening.pressed_by = ask.seat
    look_at(evening, moment, sent=ask)


def under(sitting: int) -> str:
    """Return under which name the pictures of a sitting are remembered."""
    return f"sent/{sitting}"


def keep(evening: Evening, name: str) -> None:
    """Remember that a picture is being read now, and that those before it have been."""
    sitting = evening.sitting
    if evening.number is not None and sitting is not None:
        kept = {"read": evening.sent, "name": name, "after": sitting.numbered}
        evening.journal.keep_draft(under(evening.number), kept)
    evening.sent = [*evening.sent, name][-REMEMBERED:]


def recall(evening: Evening) -> None:
    """Remember after a restart which pictures were taken; the last one only if it was read."""
    kept = None if evening.number is None else evening.journal.draft(under(evening.number))
    if kept and evening.sitting is not None:
        taken = evening.sitting.numbered > kept["after"]
        evening.sent = [*kept["read"], *([kept["name"]] if taken else [])]

"""Pictures that phones send: each is taken once, in the order in which they came.

Before a picture is read its name is kept beside the number of readings so far.  Sent again after a
power cut, it was taken if there is one more by now, and is read if there is not.
"""

from __future__ import annotations

from companion.errors import CorrectionRefused
from companion.games.base import Checkpoint, Moment
from companion.ports import Gesture
from companion.service.evening import asks
from companion.service.evening.context import Context
from companion.service.evening.due import still_due
from companion.service.evening.guides import Guide
from companion.service.evening.handlers.press import expect_next
from companion.service.evening.handlers.refusals import not_now
from companion.service.evening.look import look_at
from companion.service.evening.told_ahead import UNLIKE
from companion.service.ops.failures import log
from companion.sitting import Sitting

REMEMBERED = 40
"""Names that are kept: nobody sends a picture again after so many others."""


def take(context: Context, ask: asks.Sent) -> None:
    """Read a picture that was sent, for what is due."""
    if ask.name in context.sent:
        return
    place = context.open_place()
    if not place.handheld:
        raise CorrectionRefused(
            "this game has a camera of its own; begin one whose pictures a phone takes"
        )
    check_late(context, ask)
    read(context, ask, moment_of(ask, place.guide, context.sitting))


def check_late(context: Context, ask: asks.Sent) -> None:
    """Refuse a picture of a moment that has passed: one of two phones was quicker, or it slept."""
    seat = ask.owner if ask.seat is None else ask.seat
    if ask.late is not None and not still_due(ask.late, context.mark, context.sitting, seat):
        raise CorrectionRefused(
            "this picture is no longer needed, as the game has moved on since it was taken; "
            "take a new one when you are ready"
        )


def moment_of(ask: asks.Sent, guide: Guide, sitting: Sitting | None) -> Moment:
    """Return what a picture is for; in a game of turns a single board is its owner's turn."""
    moment = guide.next(ask.gesture, ask.seat, sitting)
    if moment.checkpoint is Checkpoint.PLACED and moment.seat is None and ask.owner is not None:
        return guide.next(ask.gesture, ask.owner, sitting)
    return moment


def take_again(context: Context, ask: asks.Sent) -> None:
    """Read a picture that was sent for the moment that is still open."""
    if ask.gesture is Gesture.HOLD or context.moment is None:
        take(context, ask)
    elif ask.name not in context.sent:
        check_late(context, ask)
        read(context, ask, context.moment)


def nothing_more(context: Context, ask: asks.Sent) -> None:
    """Take no picture any more; the last one may come again, as its phone did not hear of it."""
    if ask.name not in context.sent:
        not_now(context, ask)


def read(context: Context, ask: asks.Sent, moment: Moment) -> None:
    """Keep a picture's name, then have it read."""
    expect_next(context, ask, moment)
    keep(context, ask.name)
    context.pressed_by = ask.seat
    look_at(context, moment, sent=ask)


def under(sitting: int) -> str:
    """Return under which name the pictures of a sitting are remembered."""
    return f"sent/{sitting}"


def keep(context: Context, name: str) -> None:
    """Remember that a picture is being read now, and that those before it have been."""
    sitting = context.sitting
    if context.number is not None and sitting is not None:
        kept = {"read": context.sent, "name": name, "after": sitting.numbered}
        context.journal.keep_draft(under(context.number), kept)
    context.sent = [*context.sent, name][-REMEMBERED:]


def recall(context: Context) -> None:
    """Remember after a restart which pictures were taken; the last one only if it was read."""
    sitting = context.sitting
    if context.number is None or sitting is None:
        return
    try:
        kept = context.journal.draft(under(context.number))
        if kept:
            taken = sitting.numbered > kept["after"]
            context.sent = [*kept["read"], *([kept["name"]] if taken else [])]
    except UNLIKE as error:
        log.warning("which pictures phones have sent is forgotten (%s)", error)

"""Buttons: a picture is taken for what is due, or the same is looked at again."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import CorrectionRefused
from companion.games.base import Moment
from companion.service.evening import asks, checked_input
from companion.service.evening.context import Context
from companion.service.evening.look import look_at
from companion.service.evening.told_ahead import with_told
from companion.sitting import same_moment

BY_PHONE = "a phone takes this game's pictures; open the page Camera on it and press there"


def look(context: Context, ask: asks.Press | asks.Hold | asks.Still) -> None:
    """Take a picture for what is due, and have it read."""
    place = context.open_place()
    if place.handheld:
        raise CorrectionRefused(BY_PHONE)
    check_seat(context, ask.seat)
    moment = place.guide.next(ask.gesture, ask.seat, context.sitting)
    context.pressed_by = ask.seat
    expect_next(context, ask, moment)
    look_at(context, moment)


def look_again(context: Context, ask: asks.Press | asks.Still) -> None:
    """Take another picture for the same moment; of a script, the next one."""
    place = context.open_place()
    if context.moment is None or not place.live or place.handheld:
        look(context, ask)
    else:
        check_seat(context, ask.seat)
        context.pressed_by = context.pressed_by if ask.seat is None else ask.seat
        expect_next(context, ask, context.moment)
        look_at(context, context.moment)


def check_seat(context: Context, seat: int | None) -> None:
    """Refuse the button of a seat that nobody has in this game: its turn would be on record."""
    if seat is not None and not 0 <= seat < context.state.setup.players:
        raise checked_input.nobody_at(seat)


def expect_next(
    context: Context, ask: asks.Press | asks.Hold | asks.Still | asks.Sent, moment: Moment
) -> None:
    """Let another picture of a moment be of what comes then, where people play on.

    They do without an answer, even if a hand or something wrong was in the picture since.  That the
    table is still says nothing: then it counts what the press before was for.
    """
    place, before = context.open_place(), context.moment
    again = before is not None and same_moment(moment, before)
    if again and place.live and not isinstance(ask, asks.Still):
        guide = place.guide
        context.full_keeper().expect(
            lambda sitting: with_told(context, guide.next(ask.gesture, ask.seat, sitting))
        )


def look_by_itself(context: Context, ask: asks.Still) -> None:
    """Take a picture where people want them to come by themselves."""
    if context.state.autoplay:
        look(context, ask)


def nothing_unless_played_before(context: Context, ask: asks.Still) -> None:
    """Wait for the answer; of a game that was played before, go on."""
    if not context.open_place().live:
        look(context, ask)


def by_itself(context: Context, ask: asks.ByItself) -> None:
    """Let pictures come by themselves, or only on a press."""
    context.publish(lambda state: replace(state, autoplay=ask.on))


def remember(context: Context, ask: asks.Press | asks.Hold) -> None:
    """Remember one press for when the picture has been read.

    An impatient second press of the same button is no turn of its own, nor one of the seat whose
    turn is looked at; where every picture comes from a script, it asks for the next one.
    """
    played_before = context.place is not None and not context.place.live
    acting = None if context.moment is None else context.moment.seat
    if played_before or ask.seat not in (None, context.pressed_by, acting):
        context.remembered = ask

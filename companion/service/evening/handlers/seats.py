"""The people at the table: who sits where, and when nobody plays for a while."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import CorrectionRefused
from companion.events import Seated
from companion.journal.kept_values import COLOURS
from companion.journal.player_names import check_told_apart, names_of
from companion.sentence import Sentence
from companion.service.bulletin.state import Happened, Stage
from companion.service.evening import asks
from companion.service.evening.context import Context


def seat(context: Context, ask: asks.Seat) -> None:
    """Call people as they say now; boards, points and turns stay where they are."""
    place = context.open_place()
    seating = place.seating
    names = names_of(ask.names, seating.setup.players)
    check_told_apart(names)
    colours = ask.colours or seating.colours
    if colours:
        check_colours(colours, seating.setup.players)
    # On record first: what cannot be written has not happened.
    context.recorder(Seated(names, colours))
    context.place = replace(place, seating=replace(seating, names=names, colours=colours))
    context.publish(lambda state: replace(state, names=names, colours=colours))


def check_colours(colours: tuple[int, ...], players: int) -> None:
    """Refuse colours that do not tell the seats apart."""
    if len(colours) != players:
        raise CorrectionRefused(Sentence("choose a colour for each of {players}", players=players))
    if len(set(colours)) < players or not all(0 <= one < COLOURS for one in colours):
        raise CorrectionRefused("two seats cannot have the same colour; choose another one")


def pause(context: Context, ask: asks.Pause) -> None:
    """Let nobody play for a while; where nobody has paused there is nothing to end.

    A press that waited for the picture to be read does not end what was wanted after it.
    """
    if not ask.on:
        return
    context.open_place()
    context.stage_before, context.remembered = context.state.stage, None
    context.publish(lambda state: replace(state, stage=Stage.PAUSED, happened=Happened.PAUSED))


def go_on(context: Context, ask: object) -> None:
    """End the pause; everything is as it was."""
    context.publish(
        lambda state: replace(state, stage=context.stage_before, happened=Happened.GONE_ON)
    )


def unpause(context: Context, ask: asks.Pause) -> None:
    """End the pause where that is what is wanted."""
    if not ask.on:
        go_on(context, ask)


def come_back(context: Context, ask: asks.Ask) -> None:
    """End the pause and do what is asked for: whoever asks has come back."""
    go_on(context, ask)
    context.defer(ask)

"""The people at the table: who sits where, and when nobody plays for a while."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import CorrectionRefused
from companion.events import Seated
from companion.journal.kept_values import COLOURS
from companion.journal.player_names import names_of
from companion.sentence import Sentence
from companion.service.bulletin.state import Stage

if TYPE_CHECKING:
    from companion.service.evening import asks
    from companion.service.evening.evening import Evening


def seat(evening: Evening, ask: asks.Seat) -> None:
    """Call people as they say now; boards, points and turns stay where they are."""
    place = evening.open_place()
    seating = place.seating
    names = names_of(ask.names, seating.setup.players)
    colours = ask.colours or seating.colours
    if colours:
        check_colours(colours, seating.setup.players)
    evening.recorder(Seated(names, colours))
    evening.place = replace(place, seating=replace(seating, names=names, colours=colours))
    evening.publish(lambda state: replace(state, names=names, colours=colours))


def check_colours(colours: tuple[int, ...], players: int) -> None:
    """Refuse colours that do not tell the seats apart."""
    if len(colours) != players:
        raise CorrectionRefused(Sentence("choose a colour for each of {players}", players=players))
    if len(set(colours)) < players or not all(0 <= one < COLOURS for one in colours):
        raise CorrectionRefused("two seats cannot have the same colour; choose another one")


def pause(evening: Evening, ask: asks.Pause) -> None:
    """Let nobody play for a while; where nobody has paused there is nothing to end."""
    if not ask.on:
        return
    evening.open_place()
    evening.stage_before = evening.state.stage
    evening.publish(lambda state: replace(state, stage=Stage.PAUSED, happened="paused"))


def go_on(evening: Evening, ask: object) -> None:
    """End the pause; everything is as it was."""
    evening.publish(lambda state: replace(state, stage=evening.stage_before, happened="gone-on"))


def unpause(evening: Evening, ask: asks.Pause) -> None:
    """End the pause where that is what is wanted."""
    if not ask.on:
        go_on(evening, ask)


def come_back(evening: Evening, ask: asks.Ask) -> None:
    """End the pause and do what is asked for: whoever asks has come back."""
    go_on(evening, ask)
    evening.defer(ask)

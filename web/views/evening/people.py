"""The people at the table: what they are called, and the colours they are shown in."""

from __future__ import annotations

from dataclasses import dataclass

from companion.journal.kept_values import COLOURS
from companion.service.bulletin.state import State
from web.languages import gettext as _
from web.views.wording import words

SHORT = 16
"""Letters of a name there is room for on a button."""


@dataclass(frozen=True, slots=True)
class Person:
    """One seat: the name people gave (empty: none), what it is called, its colour."""

    seat: int
    given: str
    called: str
    colour: int


@dataclass(frozen=True, slots=True)
class Starter:
    """Who may begin the next game: the seat, its name, why (empty: no reason)."""

    seat: int
    name: str
    why: str


def people(state: State) -> tuple[Person, ...]:
    """Return everybody, seat by seat."""
    shown = colours(state)
    names = (*state.names, *[""] * state.setup.players)
    return tuple(
        Person(seat, names[seat], called(seat), shown[seat]) for seat in range(state.setup.players)
    )


def called(seat: int) -> str:
    """Return what a player is called on a button."""
    return words.shortened(words.seat(seat), SHORT)


def colours(state: State) -> tuple[int, ...]:
    """Return the colour of every seat, by its number in the stylesheet."""
    return state.colours or tuple(range(state.setup.players))


def colour_names() -> tuple[str, ...]:
    """Return what the colours of seats are called."""
    names = (_("blue"), _("terracotta"), _("green"), _("violet"), _("gold"), _("teal"))
    assert len(names) == COLOURS
    return names


def starters(state: State) -> tuple[Starter, ...]:
    """Return who may begin the next game, the next in turn first; nobody where that is drawn."""
    setup = state.setup
    if setup.first_player is None or state.frames:
        return ()
    order = [(setup.first_player + step) % setup.players for step in range(1, setup.players + 1)]
    marker = state.table.starter if state.table else None
    return tuple(Starter(seat, called(seat), why(seat, order[0], marker)) for seat in order)


def why(seat: int, following: int, marker: int | None) -> str:
    """Return why somebody may begin."""
    if seat == following:
        return _("next in turn")
    return _("has the starting player marker") if seat == marker else ""

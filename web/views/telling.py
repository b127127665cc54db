"""What no camera sees: asked of people with a few buttons, never in the way of the game."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.service.state import State
from web.languages import gettext as _
from web.views import words

MOST_THROWN = 9
"""The largest number of tiles thrown away that has a button of its own."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One thing to tell: its name, the sentence, and buttons with the JSON they send.

    Without ``buttons`` a number is asked for each of ``seats``.
    """

    name: str
    text: str
    buttons: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]


def tellings(state: State) -> tuple[Telling, ...]:
    """Return what the last reading would like to be told."""
    report = state.report or {}
    if report.get("status") != "read" or state.happened == "told":
        return ()
    players = tuple(words.seat(seat) for seat in range(state.setup.players))
    return tuple(telling(name, players) for name in report.get("asks") or () if name in texts())


def telling(name: str, players: tuple[str, ...]) -> Telling:
    """Return how ``name`` is asked for."""
    if name == "discarded":
        counts = [(str(number), number) for number in range(MOST_THROWN + 1)]
        return Telling(name, texts()[name], buttons(name, counts), ())
    if name == "free_floor":
        seats = [(player, seat) for seat, player in enumerate(players)]
        return Telling(name, texts()[name], buttons(name, seats), ())
    return Telling(name, texts()[name], (), players)


def buttons(name: str, values: list[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """Return a button for each value: its label and what it sends."""
    return tuple((label, json.dumps({name: value})) for label, value in values)


def texts() -> dict[str, str]:
    """Return what is asked, by the name of what is to be told."""
    return {
        "discarded": _("How many tiles were thrown away?"),
        "broken": _("How many broken tiles lie in each stack?"),
        "drawn": _("How many dome tiles were drawn from the stack?"),
        "free_floor": _("Who holds the display with the 0?"),
    }

"""What no camera sees: asked of people with a few buttons, never in the way of the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.base import Cells, Checkpoint, Table
from companion.service.bulletin.state import State
from companion.service.reports.report import Report, Status
from web.languages import gettext as _
from web.views.wording import words

MOST_THROWN = 9
"""The largest number of tiles thrown away that has a button of its own."""

NOBODY = "nobody"

STARTER = "starter"

SEATS = ("free_floor", STARTER)
"""What is told by naming a player."""

MAY_BE_NOBODY = ("free_floor",)
"""What can also be told of nobody: the display with the 0 may not be in play, or not taken."""

UNTOLD = ""
"""Told, where nothing was: null says that it is nobody."""


@dataclass(frozen=True, slots=True)
class Button:
    """A value to tell at one press: in words, as JSON, and whether it was told already."""

    label: str
    value: str
    here: bool


@dataclass(frozen=True, slots=True)
class Count:
    """A number to tell, and what it counts: a player's tiles, or the tiles of the marker."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Telling:
    """One thing to tell: its name, the sentence, and either buttons or fields.

    ``seats`` are players to choose one of, each with whether it was told; ``counts`` are numbers.
    """

    name: str
    text: str
    buttons: tuple[Button, ...] = ()
    seats: tuple[Button, ...] = ()
    counts: tuple[Count, ...] = ()


def tellings(state: State) -> tuple[Telling, ...]:
    """Return what the last picture would like to be told; of a violation, what may explain it."""
    report = state.open_report
    if report is None or report.status not in (Status.READ, Status.VIOLATION):
        return ()
    players, at = state.setup.players, report.moment.checkpoint
    stacks = stacks_seen([one.cells for one in report.boards])
    known = {"chips": chips_seen(report, state.table, at), "broken": stacks}
    over = state.table is not None and state.table.over
    asks = [name for name in report.asks if not (over and name == STARTER)]  # no round follows
    found = (telling(name, players, known.get(name, UNTOLD), at) for name in asks)
    return tuple(one for one in found if one is not None)


def stacks_seen(boards: Sequence[Cells]) -> tuple[int, ...]:
    """Return by seat how many broken tiles lie there at least, as the boards were read."""
    stacks = (board.get("broken", ()) for board in boards)
    return tuple(1 if isinstance(stack, str) else len(stack) for stack in stacks)


def chips_seen(
    report: Report | None, before: Table | None, at: Checkpoint
) -> tuple[int, ...] | None:
    """Return by seat how many chips came, or went in a tiling, as far as the picture tells.

    ``before`` is the table that the picture follows; None where no board has its chips to see.
    """
    faces = [] if report is None else [len(one.seen.chips) for one in report.boards]
    if before is None or len(faces) != len(before.boards) or not any(faces):
        return None
    held = [sum(cell.startswith("chip/") for cell in board) for board in before.boards]
    came = [now - had for now, had in zip(faces, held, strict=True)]
    return tuple(max(0, -each if at is Checkpoint.TILED else each) for each in came)


def telling(
    name: str, players: int, told: Any = UNTOLD, at: Checkpoint | None = None
) -> Telling | None:
    """Return how ``name`` is asked for, with what was told before; None for what no page asks."""
    text = texts(at).get(name)
    if text is None:
        return None
    if name == "discarded" and not isinstance(told, list | tuple):
        numbers = range(MOST_THROWN + 1)
        return Telling(name, text, tuple(button(name, str(n), n, told) for n in numbers))
    if name in SEATS:
        return Telling(name, text, who(name, players, told))
    if name == "marker":
        return marker(text, players, told or {})
    return Telling(name, text, counts=tuple(count(seat, told) for seat in range(players)))


def who(name: str, players: int, told: Any) -> tuple[Button, ...]:
    """Return a button for every player, and for nobody where that may be."""
    seats = tuple(button(name, words.seat(seat), seat, told) for seat in range(players))
    none = (button(name, _("nobody"), None, told),) if name in MAY_BE_NOBODY else ()
    return (*seats, *none)


def button(name: str, label: str, value: Any, told: Any) -> Button:
    """Return the button for one value of ``name``."""
    return Button(label, json.dumps({name: value}), value == told)


def count(seat: int, told: Any) -> Count:
    """Return the field for a player's number; what was told as a list of things is counted."""
    value = told[seat] if isinstance(told, list | tuple) and seat < len(told) else 0
    return Count(words.seat(seat), len(value) if isinstance(value, list | tuple) else int(value))


def marker(text: str, players: int, told: Any) -> Telling:
    """Return how the starting player marker is asked for: who took it, with how many tiles."""
    seats = [Button(words.seat(s), str(s), told.get("seat") == s) for s in range(players)]
    none = Button(_("nobody"), NOBODY, told.get("seat") is None)
    tiles = Count(_("Tiles taken with it"), int(told.get("tiles") or 0))
    return Telling("marker", text, seats=(none, *seats), counts=(tiles,))


def texts(at: Checkpoint | None) -> dict[str, str]:
    """Return what is asked, by the name of what is to be told; chips are spent in the tiling."""
    spent = at is Checkpoint.TILED
    return {
        "discarded": _("How many tiles were thrown away?"),
        "broken": _("How many broken tiles lie in each stack?"),
        "drawn": _("How many dome tiles were drawn from the stack?"),
        "chips": _("How many bonus chips were spent?")
        if spent
        else _("How many bonus chips were taken this round?"),
        "marker": _("Who took the starting player marker, and how many tiles with it?"),
        "free_floor": _("Who holds the display with the 0?"),
        STARTER: _("Who begins the next round?"),
    }

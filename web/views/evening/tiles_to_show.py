"""Which tile is laid where, so that the eyes learn what the tiles of a set look like."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base import Checkpoint
from companion.service.bulletin.state import State
from companion.sitting_folder.told import TILES
from web.views.wording import words


@dataclass(frozen=True, slots=True)
class ToShow:
    """One tile: its colour, what that is called, and what the place is called."""

    colour: str
    word: str
    place: str


def to_show(state: State) -> tuple[ToShow, ...]:
    """Return the tiles that are to be shown now; none at any other time."""
    due = state.due
    if due is None or due.checkpoint is not Checkpoint.TILES:
        return ()
    cells = due.told.get(TILES, {}).get("0", {})
    return tuple(ToShow(c, words.colour(c), words.place(cell)) for cell, c in cells.items())

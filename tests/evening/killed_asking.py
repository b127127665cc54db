"""A companion that asks about a picture, made to be killed: ``python killed_asking.py FOLDER``.

It joins a simulated game, looks at it with the real eyes and says what it asks.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from threading import Event

from standing_table import StandingTable

from companion.games.base import Checkpoint, Setup
from companion.journal import Journal, Seating
from companion.service.bulletin.state import Stage
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import real_place
from hardware.table import simulated_sitting

STORY = simulated_sitting(Setup("azul-duel"), 510, brackets=False)
JOINED = next(step for step in STORY.steps if step.moment.checkpoint is Checkpoint.OFFER_END)
"""Its picture leaves open whether a dome tile has a space for any tile or for a special one."""


def evening_in(folder):
    """An evening at a table that stays as it is."""
    table = StandingTable([JOINED])
    table.play()
    journal = Journal(Path(folder))
    return Evening(lambda s: real_place(s, table, by_rules(s), live=True), journal)


def seating():
    """How the game is joined: in its first round, the corners of the boards tapped."""
    corners = {
        seat: tuple((float(x), float(y)) for x, y in taps) for seat, taps in STORY.taps.items()
    }
    return Seating(replace(STORY.setup, round=1, scores=(0, 0)), corners=corners, chosen=True)


def asked(evening):
    """What is asked, as a line."""
    while evening.state.stage is Stage.LOOKING:
        evening.bulletin.newer(evening.state.version, 0.05)
    return repr(evening.state.report.question)


def main(folder: str) -> None:
    """Ask, and wait until somebody pulls the plug."""
    evening = evening_in(folder)
    evening.open(evening.context.opener(seating()))
    evening.start()
    evening.press().result(5)
    print(asked(evening), flush=True)
    Event().wait()


if __name__ == "__main__":
    main(sys.argv[1])

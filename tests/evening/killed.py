"""A whole evening in a process of its own, made to be killed: ``python killed.py FOLDER SEED``.

It plays the truth of a simulated game through the real service and says every state it shows, one
line each, before it goes on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kitchen import Kitchen

from companion.games.base import Checkpoint, Setup
from companion.journal import Journal, Seating
from hardware.table import simulated_sitting

SETUP = Setup("azul", players=2, first_player=0)
SEATING = Seating(SETUP, ("Ada", "Ben"))
HELD = (Checkpoint.OFFER_END, Checkpoint.PASSED)


def main(folder: str, seed: int) -> None:
    """Go on with the evening in ``folder`` where it was broken off, to its end."""
    steps = simulated_sitting(SETUP, seed, turns=True).steps
    kitchen = Kitchen(Journal(Path(folder)))
    evening = kitchen.evening
    if not evening.go_on():
        evening.open(kitchen.place(SEATING))
    evening.start()
    say(evening.state)
    for step in steps[len(evening.sitting.history) :]:
        held = step.moment.checkpoint in HELD
        say(kitchen.sees(step.boards, seat=step.moment.seat, hold=held))
    print("over", flush=True)


def say(state):
    """Say what everybody can see now."""
    assert not state.trouble, state.trouble
    shown = {"reading": state.reading, "scores": state.confirmed, "boards": dict(state.boards)}
    print(json.dumps(shown), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

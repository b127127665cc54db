"""A companion with its pages, made to be killed: ``python killed_served.py FOLDER SEED``.

Its eyes always see the next step of a simulated game.  It says its port once it answers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from kitchen import Eyes, Kitchen

from companion.games.base import Setup
from companion.journal import Journal, Seating
from hardware.table import simulated_sitting
from web import Server, create_app

if (COMPILED := Path(sys.prefix) / "compiled" / "pages").exists():  # as all tests have it
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(COMPILED))}

SETUP = Setup("azul-mini", players=3, first_player=2)
CONFIGURED = Seating(Setup("azul"))


class NextStep(Eyes):
    """Sees what the players have just done."""

    def __init__(self, steps, evening):
        super().__init__()
        self.steps, self.evening = steps, evening

    def next(self):
        return self.steps[len(self.evening.sitting.history)].boards


def main(folder: str, seed: int) -> None:
    """Serve the evening in ``folder`` until somebody kills it."""
    kitchen = Kitchen(Journal(Path(folder)))
    evening = kitchen.evening
    kitchen.eyes = NextStep(simulated_sitting(SETUP, seed).steps, evening)
    if not evening.go_on():
        evening.open(kitchen.place(CONFIGURED))
    evening.start()
    server = Server(create_app(evening), "127.0.0.1", 0)
    server.start()
    print(server.port, flush=True)
    Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

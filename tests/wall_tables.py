"""Helpers for tests of the wall games: boards drawn as text, positions made in one line."""

from __future__ import annotations

from companion import games
from companion.games import INFOS
from companion.games.base import FIRST, Setup
from companion.games.wall.board import cells_of
from companion.games.wall.notation import board_text
from companion.games.wall.position import CENTRE, FLOOR, Take

BY_LETTERS = {
    data.letters: {**dict(zip(data.letters, data.colours, strict=True)), "1": FIRST}
    for data in (info.data for info in INFOS.values())
    if data is not None
}


def cells(drawing: str, letters: str = "byrkw") -> dict[str, str]:
    """Return the filled cells of a board drawn as five rows ``line|wall`` and a floor line.

    Lines are written as they lie, the wall side on the right; dots are empty spaces::

            .|.y...
           bb|.....
          ...|.....
         ....|.....
        ..rrr|.....
        1yy....
    """
    names = BY_LETTERS[letters]
    found: dict[str, str] = {}
    rows = [row.strip() for row in drawing.split("\n") if row.strip()]
    for number, row in enumerate(rows[:5]):
        line, _, wall = row.partition("|")
        for place, letter in enumerate(reversed(line)):
            if letter != ".":
                found[f"line/{number}/{place}"] = names[letter]
        for column, letter in enumerate(wall):
            if letter != ".":
                found[f"wall/{number}/{column}"] = names[letter]
    for place, letter in enumerate(rows[5] if len(rows) > 5 else ""):
        if letter != ".":
            found[f"floor/{place}"] = names[letter]
    return found


EMPTY = """
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
"""


def grey(**options):
    """Return complete play of Azul on the grey side."""
    return games.play(Setup("azul", variant="grey", options=options))


def at(play, boards=(), displays=(), centre="", *, scores=(), sides=(), free=None, **more):
    """Return a position of ``play`` in the first offer it can be; tiles not named lie in the bag.

    ``boards`` are drawings, ``displays`` and ``centre`` letters, ``free`` the seat that holds the
    "0" display; ``more`` replaces any other entry of the position's JSON form.
    """
    colours, letters = (
        play.data.colours,
        dict(zip(play.data.letters, play.data.colours, strict=True)),
    )
    players, number = play.setup.players, play.rules.displays
    filled = [cells(drawing, play.data.letters) for drawing in boards]
    filled += [{}] * (players - len(filled))
    rows = [sum(cell.startswith(f"wall/{row}/") for cell in b) for b in filled for row in range(5)]
    totals = [*scores, *[0] * (players - len(scores))]
    data = {
        "format": 1,
        "game": play.data.name,
        "variant": play.setup.variant,
        "players": players,
        "round": 1 + max(rows),
        "phase": "offer",
        "turn": 0,
        "starter": 0,
        "marker": next((s for s, b in enumerate(filled) if FIRST in b.values()), None),
        "seed": None,
        "displays": [[letters[x] for x in tiles] for tiles in displays]
        + [[]] * (number - len(displays)),
        "sides": [*sides, *[None] * (number - len(sides))] if sides else [],
        "centre": [letters[x] for x in centre],
        "lid": dict.fromkeys(colours, 0),
        "boards": [
            {"score": score, "free": [] if seat == free else None, "cells": board}
            for seat, (score, board) in enumerate(zip(totals, filled, strict=True))
        ],
        **more,
    }
    used = [tile for tiles in (*data["displays"], data["centre"]) for tile in tiles]
    used += [tile for board in data["boards"] for tile in board["cells"].values()]
    used += [tile for board in data["boards"] for tile in board["free"] or ()]
    data.setdefault("bag", {k: 20 - data["lid"][k] - used.count(k) for k in colours})
    return play.load(data)


def take(play, source, colour, line):
    """Return the action of taking a colour, by letter, from a display or ``"centre"``."""
    return Take(
        CENTRE if source == "centre" else source,
        play.data.letters.index(colour),
        FLOOR if line == "floor" else line,
    )


def drawn(play, board):
    """Return a board of a position as text."""
    return board_text(play.data, cells_of(board, play.data.colours))


def tidy(drawing):
    """Return a drawing with its lines stripped, to compare with ``drawn``."""
    return [line.strip() for line in drawing.split("\n") if line.strip()]


def changed(board, **contents):
    """Return a board with other contents on some cells (``line_4_0="red"``; None empties)."""
    after = {**board, **{cell.replace("_", "/"): tile for cell, tile in contents.items()}}
    return {cell: tile for cell, tile in after.items() if tile is not None}

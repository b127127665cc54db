"""Helpers for tests of the wall games: boards drawn as text, positions made in one line."""

from __future__ import annotations

from companion.games.base import FIRST

LETTERS = {"b": "blue", "y": "yellow", "r": "red", "k": "black", "w": "white", "1": FIRST}


def cells(drawing: str) -> dict[str, str]:
    """Return the filled cells of a board drawn as five rows ``line|wall`` and a floor line.

    Lines are written as they lie, the wall side on the right; dots are empty spaces::

            .|.y...
           bb|.....
          ...|.....
         ....|.....
        ..rrr|.....
        1yy....
    """
    found: dict[str, str] = {}
    rows = [row.strip() for row in drawing.split("\n") if row.strip()]
    for number, row in enumerate(rows[:5]):
        line, _, wall = row.partition("|")
        for place, letter in enumerate(reversed(line)):
            if letter != ".":
                found[f"line/{number}/{place}"] = LETTERS[letter]
        for column, letter in enumerate(wall):
            if letter != ".":
                found[f"wall/{number}/{column}"] = LETTERS[letter]
    for place, letter in enumerate(rows[5] if len(rows) > 5 else ""):
        if letter != ".":
            found[f"floor/{place}"] = LETTERS[letter]
    return found


EMPTY = """
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......
"""

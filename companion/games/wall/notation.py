"""Positions as text that a person can read and type, and actions as words.

A position of two players::

    azul coloured, 2 players
    round 1 offer, turn 1, starter 0, marker -, seed 7
    display byrr
    display .
    display kkww
    display bbrw
    display yyyk
    centre bk
    bag b16 y14 r17 k16 w17
    lid b0 y0 r0 k0 w0
    seat 0, score 0
        .|.....
       yy|.....
      ...|.....
     ....|.....
    .....|.....
    .......
    seat 1, score 0
        .|.....
       ..|.....
      ...|.....
     ....|.....
    .....|.....
    .......

Each seat has its board: five rows, pattern line and wall, then the floor line.  ``1`` is the
starting player marker.  With special factories a gold side stands after its display
(``display byrr, stay``), and the "0" display in front of a player after the score (``free .``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.base import FIRST, Content, ImpossiblePosition
from companion.games.drawing import EMPTY, draw
from companion.games.wall.board import FLOOR_CELLS, line_cells, wall_cells
from companion.games.wall.data import SIZE, WallGame
from companion.games.wall.position import CENTRE, FLOOR, Action, Place, Position
from companion.games.wall.ruleset import Rules
from companion.games.wall.serialize import FORMAT, dump, load

LAYOUT = (
    *(
        (" " * (SIZE - 1 - row), *reversed(line_cells(row)), "|", *wall_cells(row))
        for row in range(SIZE)
    ),
    FLOOR_CELLS,
)
"""The board as rows of cells for ``draw``."""

TITLE = re.compile(r"(\S+) (coloured|grey), (\d) players")
STATE = re.compile(
    r"round (\d{1,9}) (\w+), turn (\d), starter (\d), marker (\d|-), seed (-?\d{1,99}|-)"
)
DISPLAY = re.compile(r"display (\S+)(?:, (\S+))?")
SEAT = re.compile(r"seat (\d), score (\d{1,9})(?:, free (\S))?")


def letters_of(game: WallGame) -> dict[Content, str]:
    """Return the letter of every content; ``1`` is the starting player marker."""
    return {**dict(zip(game.colours, game.letters, strict=True)), FIRST: "1"}


def board_text(game: WallGame, cells: Mapping[str, Content]) -> str:
    """Return one board as text, five rows and the floor line."""
    return draw(LAYOUT, cells, letters_of(game))


def text(rules: Rules, position: Position) -> str:
    """Return a position as text; see the module."""
    return "\n".join(_lines(rules, dump(rules, position))) + "\n"


def _lines(rules: Rules, data: Mapping[str, Any]) -> Iterator[str]:
    letters = letters_of(rules.game)

    def tiles(names: list[str]) -> str:
        return "".join(letters[name] for name in names) or EMPTY

    marker, seed = ("-" if data[key] is None else data[key] for key in ("marker", "seed"))
    yield f"{data['game']} {data['variant']}, {data['players']} players"
    yield (
        f"round {data['round']} {data['phase']}, turn {data['turn']}, "
        f"starter {data['starter']}, marker {marker}, seed {seed}"
    )
    for place, names in enumerate(data["displays"]):
        side = data["sides"][place] if data["sides"] else None
        yield f"display {tiles(names)}" + (f", {side}" if side else "")
    yield f"centre {tiles(data['centre'])}"
    for where in ("bag", "lid"):
        yield f"{where} " + " ".join(f"{letters[name]}{n}" for name, n in data[where].items())
    for seat, board in enumerate(data["boards"]):
        free = "" if board["free"] is None else f", free {tiles(board['free'])}"
        yield f"seat {seat}, score {board['score']}{free}"
        yield board_text(rules.game, board["cells"])


def parse(rules: Rules, text: str) -> Position:
    """Return the position of a text; raises ``ImpossiblePosition`` with the reason."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return load(rules, Reader(rules, lines).data())


class Reader:
    """Reads the lines of a text from the top, each in the form the module shows."""

    def __init__(self, rules: Rules, lines: list[str]) -> None:
        self.rules = rules
        self.lines = iter(lines)
        self.names = {letter: name for name, letter in letters_of(rules.game).items()}

    def data(self) -> dict[str, Any]:
        """Return what the text says, in the form ``forms.load`` reads."""
        game, variant, players = self._match(TITLE)
        number, phase, turn, starter, marker, seed = self._match(STATE)
        displays = [self._match(DISPLAY) for _ in range(self.rules.displays)]
        special = any(side for _, side in displays)
        data = {
            "format": FORMAT,
            "game": game,
            "variant": variant,
            "players": int(players),
            "round": int(number),
            "phase": phase,
            "turn": int(turn),
            "starter": int(starter),
            "marker": None if marker == "-" else int(marker),
            "seed": None if seed == "-" else int(seed),
            "displays": [self._tiles(tiles) for tiles, _ in displays],
            "sides": [side for _, side in displays] if special else [],
            "centre": self._tiles(self._match(re.compile(r"centre (\S+)"))[0]),
            "bag": self._counts("bag"),
            "lid": self._counts("lid"),
            "boards": [self._board(seat) for seat in range(self.rules.players)],
        }
        for line in self.lines:
            raise ImpossiblePosition(f"The text goes on after the last board: {line!r}.")
        return data

    def _match(self, form: re.Pattern[str]) -> tuple[Any, ...]:
        line = next(self.lines, "")
        found = form.fullmatch(line)
        if found is None:
            raise ImpossiblePosition(f"{line!r} is not of the form {form.pattern!r}.")
        return found.groups()

    def _tiles(self, letters: str) -> list[Content]:
        return [self._name(letter) for letter in letters if letters != EMPTY]

    def _name(self, letter: str) -> Content:
        if letter not in self.names:
            raise ImpossiblePosition(f"{letter!r} is no tile of {self.rules.game.name}.")
        return self.names[letter]

    def _counts(self, where: str) -> dict[str, int]:
        colours = self.rules.game.colours
        form = " ".join(rf"{letter}(\d{{1,9}})" for letter in self.rules.game.letters)
        numbers = self._match(re.compile(f"{where} {form}"))
        return {colour: int(number) for colour, number in zip(colours, numbers, strict=True)}

    def _board(self, seat: int) -> dict[str, Any]:
        number, score, free = self._match(SEAT)
        if int(number) != seat:
            raise ImpossiblePosition(f"Seat {number} stands where seat {seat} belongs.")
        cells: dict[str, Content] = {}
        for row in LAYOUT:
            ids = [item for item in row if "/" in item]
            signs = next(self.lines, "").replace("|", "", 1)
            if len(signs) != len(ids):
                raise ImpossiblePosition(f"{signs!r} is not a row of {len(ids)} places.")
            cells.update(
                {
                    cell: self._name(sign)
                    for cell, sign in zip(ids, signs, strict=True)
                    if sign != EMPTY
                }
            )
        return {
            "score": int(score),
            "free": None if free is None else self._tiles(free),
            "cells": cells,
        }


def describe(rules: Rules, position: Position, action: Action) -> str:
    """Return an action as words: ``seat 0 takes 2 blue from display 3 to line 2``."""
    seat = f"seat {position.turn}"
    if isinstance(action, Place):
        return f"{seat} moves the tile of line {action.row} to wall/{action.row}/{action.column}"
    colour = rules.game.colours[action.colour]
    tiles = position.centre if action.source == CENTRE else position.displays[action.source]
    source = "the centre" if action.source == CENTRE else f"display {action.source}"
    line = "the floor" if action.line == FLOOR else f"line {action.line}"
    words = f"{seat} takes {tiles[action.colour]} {colour} from {source} to {line}"
    if action.dropped:
        words += f", {action.dropped} of them to the floor"
    if action.left:
        words += ", passing left " + " and ".join(rules.game.colours[k] for k in action.left)
    return words

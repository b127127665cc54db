"""Positions as text, both ways: for terminals, for tests, for typing by hand.

Tiles are counted by the first letter of their colour (``2p 1g``); a star is a row of its six
slots, a letter or a dot each.  Empty lines and lines that begin with ``#`` mean nothing: they
show the boards as they lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games.base import ImpossiblePosition
from companion.games.summer_pavilion.layout import SLOTS, STAR_NAMES, Spaces, spaces_of
from companion.games.summer_pavilion.position import PlayerBoard, Position
from companion.games.summer_pavilion.reading.drawn_board import side_by_side
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.serialize import GAME, read_generator, read_phase
from companion.games.summer_pavilion.tiles import COLOURS, NO_TILES, Counts
from companion.games.summer_pavilion.validate import checked

LETTERS = "".join(name[0] for name in COLOURS)
NOTHING = "-"
FREE = "."
_WIDTH = max(map(len, STAR_NAMES))


def write(rules: Rules, position: Position) -> str:
    """Return the position as text; ``read`` gives it back."""
    marker = "centre" if position.marker is None else position.marker
    generator = NOTHING if position.generator is None else f"{position.generator:016x}"
    lines = [
        f"{GAME} {rules.side.name}",
        f"round {position.round}",
        f"phase {position.phase}",
        f"seat {position.seat}",
        f"starter {position.starter}",
        f"marker {marker}",
        f"owed {' '.join(map(str, position.owed)) or NOTHING}",
        f"generator {generator}",
        f"bag {_tiles(position.bag)}",
        f"tower {_tiles(position.tower)}",
        f"supply {_tiles(position.supply)}",
        f"displays {' | '.join(map(_tiles, position.displays))}",
        f"centre {_tiles(position.centre)}",
    ]
    for seat, board in enumerate(position.boards):
        lines += _board(seat, board)
    lines += [f"#  {line}".rstrip() for line in side_by_side(position.boards)]
    return "\n".join(lines) + "\n"


def _board(seat: int, board: PlayerBoard) -> Iterator[str]:
    yield f"board {seat}"
    yield f"  score {board.score}{' passed' if board.passed else ''}"
    yield f"  beside {_tiles(board.beside)}"
    yield f"  corners {_tiles(board.corners)}"
    for star, name in enumerate(STAR_NAMES):
        yield f"  {name:{_WIDTH}} {star_text(board.spaces, star)}"


def _tiles(counts: Counts) -> str:
    some = [f"{number}{letter}" for number, letter in zip(counts, LETTERS, strict=True) if number]
    return " ".join(some) or NOTHING


def star_text(spaces: Spaces, star: int) -> str:
    """Return a star as its six slots, a letter or a dot each."""
    tiles = (spaces[space] for space in spaces_of(star))
    return "".join(FREE if tile is None else LETTERS[tile] for tile in tiles)


def read(rules: Rules, text: str) -> Position:
    """Return the position; raises ``ImpossiblePosition`` with the exact reason."""
    lines = _Lines(text)
    lines.take(GAME, rules.side.name)
    position = Position(
        round=_number(lines.take("round")),
        phase=read_phase(lines.take("phase")),
        seat=_number(lines.take("seat")),
        starter=_number(lines.take("starter")),
        marker=_marker(lines.take("marker")),
        owed=_owed(lines.take("owed")),
        generator=_generator(lines.take("generator")),
        bag=_read_tiles(lines.take("bag")),
        tower=_read_tiles(lines.take("tower")),
        supply=_read_tiles(lines.take("supply")),
        displays=tuple(map(_read_tiles, lines.take("displays").split("|"))),
        centre=_read_tiles(lines.take("centre")),
        boards=tuple(_read_board(lines, seat) for seat in range(rules.players)),
    )
    lines.finish()
    return checked(rules, position)


class _Lines:
    """The lines that say something, taken one after another by their first word."""

    def __init__(self, text: str) -> None:
        stripped = (line.strip() for line in text.splitlines())
        self._lines = [line for line in stripped if line and not line.startswith("#")]
        self._next = 0

    def take(self, key: str, value: str | None = None) -> str:
        """Return what follows ``key``, which must come next (and be ``value``, if given)."""
        line = self._lines[self._next] if self._next < len(self._lines) else "the end"
        found = line.removeprefix(key).strip()
        if not line.startswith(key + " ") or (value is not None and found != value):
            raise ImpossiblePosition(f"expected '{key} {value or '...'}', found '{line}'")
        self._next += 1
        return found

    def finish(self) -> None:
        if self._next < len(self._lines):
            raise ImpossiblePosition(f"too many lines, from '{self._lines[self._next]}' on")


def _read_board(lines: _Lines, seat: int) -> PlayerBoard:
    lines.take("board", str(seat))
    score, *rest = lines.take("score").split()
    if rest not in ([], ["passed"]):
        raise ImpossiblePosition(f"seat {seat}: after the score stands 'passed' or nothing")
    beside = _read_tiles(lines.take("beside"))
    corners = _read_tiles(lines.take("corners"))
    spaces = [tile for name in STAR_NAMES for tile in _read_star(lines.take(name))]
    return PlayerBoard(tuple(spaces), beside, corners, _number(score), bool(rest))


def _read_star(text: str) -> Iterator[int | None]:
    if len(text) != SLOTS or not set(text) <= set(LETTERS + FREE):
        raise ImpossiblePosition(f"a star is {SLOTS} of {LETTERS}{FREE}, not '{text}'")
    return (None if letter == FREE else LETTERS.index(letter) for letter in text)


def _read_tiles(text: str) -> Counts:
    counts = list(NO_TILES)
    for word in text.split() if text.strip() != NOTHING else ():
        match = re.fullmatch(rf"([1-9]\d{{0,8}})([{LETTERS}])", word)
        if match is None:
            raise ImpossiblePosition(f"tiles are written like 2{LETTERS[0]}, not '{word}'")
        counts[LETTERS.index(match[2])] += int(match[1])
    return tuple(counts)


def _number(text: str) -> int:
    if re.fullmatch(r"-?\d{1,9}", text) is None:
        raise ImpossiblePosition(f"'{text}' is not a whole number")
    return int(text)


def _marker(text: str) -> int | None:
    return None if text == "centre" else _number(text)


def _owed(text: str) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(map(_number, text.split()))


def _generator(text: str) -> int | None:
    return None if text == NOTHING else read_generator(text)

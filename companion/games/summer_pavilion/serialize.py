"""Positions as JSON values, both ways, strict about what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import ImpossiblePosition
from companion.games.summer_pavilion.layout import CELLS, EMPTY, SPACE, Spaces
from companion.games.summer_pavilion.position import Phase, PlayerBoard, Position
from companion.games.summer_pavilion.ruleset import Rules
from companion.games.summer_pavilion.tiles import COLOURS, INDEX, Counts
from companion.games.summer_pavilion.validate import checked

GAME = "summer-pavilion"


def dump(rules: Rules, position: Position) -> dict[str, Any]:
    """Return a position as JSON values; tiles are counted by colour, missing colours left out."""
    generator = position.generator
    return {
        "game": GAME,
        "variant": rules.side.name,
        "round": position.round,
        "phase": str(position.phase),
        "seat": position.seat,
        "starter": position.starter,
        "marker": position.marker,
        "displays": [_dump_tiles(display) for display in position.displays],
        "centre": _dump_tiles(position.centre),
        "supply": _dump_tiles(position.supply),
        "bag": _dump_tiles(position.bag),
        "tower": _dump_tiles(position.tower),
        "boards": [_dump_board(board) for board in position.boards],
        "owed": list(position.owed),
        # As text: the number is too long for JSON readers that know only floating point.
        "generator": None if generator is None else f"{generator:016x}",
    }


def _dump_tiles(counts: Counts) -> dict[str, int]:
    return {name: number for name, number in zip(COLOURS, counts, strict=True) if number}


def _dump_board(board: PlayerBoard) -> dict[str, Any]:
    spaces = {
        CELLS[space]: COLOURS[tile] for space, tile in enumerate(board.spaces) if tile is not None
    }
    return {
        "spaces": spaces,
        "beside": _dump_tiles(board.beside),
        "corners": _dump_tiles(board.corners),
        "score": board.score,
        "passed": board.passed,
    }


def load(rules: Rules, data: Mapping[str, Any]) -> Position:
    """Return the position; raises ``ImpossiblePosition`` with the exact reason."""
    record = _Record(data, "position")
    if record.take("game") != GAME or record.take("variant") != rules.side.name:
        raise ImpossiblePosition(f"this is not a position of {GAME}, {rules.side.name} side")
    position = Position(
        round=record.number("round"),
        phase=record.phase("phase"),
        seat=record.number("seat"),
        starter=record.number("starter"),
        marker=record.optional_number("marker"),
        displays=tuple(map(load_tiles, record.list("displays"))),
        centre=load_tiles(record.take("centre")),
        supply=load_tiles(record.take("supply")),
        bag=load_tiles(record.take("bag")),
        tower=load_tiles(record.take("tower")),
        boards=tuple(map(_load_board, record.list("boards"))),
        owed=tuple(map(whole_number, record.list("owed"))),
        generator=_load_generator(record.take("generator")),
    )
    record.finish()
    return checked(rules, position)


class _Record:
    """A JSON object read key by key: every key once, none left over."""

    def __init__(self, data: Any, what: str) -> None:
        if not isinstance(data, Mapping):
            raise ImpossiblePosition(f"the {what} is not an object of named values")
        self._left = dict(data)
        self._what = what

    def take(self, key: str) -> Any:
        if key not in self._left:
            raise ImpossiblePosition(f"the {self._what} has no {key!r}")
        return self._left.pop(key)

    def number(self, key: str) -> int:
        return whole_number(self.take(key))

    def optional_number(self, key: str) -> int | None:
        value = self.take(key)
        return None if value is None else whole_number(value)

    def list(self, key: str) -> Sequence[Any]:
        value = self.take(key)
        if not isinstance(value, list | tuple):
            raise ImpossiblePosition(f"{key!r} is a list, not {value!r}")
        return value

    def phase(self, key: str) -> Phase:
        return read_phase(self.take(key))

    def finish(self) -> None:
        if self._left:
            raise ImpossiblePosition(f"the {self._what} has unknown keys: {sorted(self._left)}")


def read_phase(value: Any) -> Phase:
    """Return the phase of that name."""
    try:
        return Phase(value)
    except ValueError:
        raise ImpossiblePosition(f"{value!r} is no phase; there are {', '.join(Phase)}") from None


def whole_number(value: Any) -> int:
    """Return a whole number, refusing everything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ImpossiblePosition(f"{value!r} is not a whole number")
    return value


def load_tiles(value: Any) -> Counts:
    """Return counts written as ``{"red": 2}``."""
    if not isinstance(value, Mapping):
        raise ImpossiblePosition(f"tiles are counted by colour, not {value!r}")
    counts = [0] * len(COLOURS)
    for name, number in value.items():
        if name not in INDEX or whole_number(number) < 1:
            raise ImpossiblePosition(f"{number!r} {name!r} tiles cannot be")
        counts[INDEX[name]] = number
    return tuple(counts)


def _load_board(value: Any) -> PlayerBoard:
    record = _Record(value, "board")
    spaces = _load_spaces(record.take("spaces"))
    beside, corners = load_tiles(record.take("beside")), load_tiles(record.take("corners"))
    score, passed = record.number("score"), record.take("passed")
    if not isinstance(passed, bool):
        raise ImpossiblePosition(f"'passed' is true or false, not {passed!r}")
    record.finish()
    return PlayerBoard(spaces, beside, corners, score, passed)


def _load_spaces(value: Any) -> Spaces:
    if not isinstance(value, Mapping):
        raise ImpossiblePosition(f"spaces are named by cell, not {value!r}")
    spaces = list(EMPTY)
    for cell, name in value.items():
        if cell not in SPACE or not isinstance(name, str) or name not in INDEX:
            raise ImpossiblePosition(f"{name!r} cannot lie on {cell!r}")
        spaces[SPACE[cell]] = INDEX[name]
    return tuple(spaces)


def _load_generator(value: Any) -> int | None:
    return None if value is None else read_generator(value)


def read_generator(value: Any) -> int:
    """Return the state of a generator written as 16 hexadecimal digits."""
    if isinstance(value, str) and len(value) == 16 and set(value) <= set("0123456789abcdef"):
        return int(value, 16)
    raise ImpossiblePosition(f"a generator is 16 hexadecimal digits, not {value!r}")

"""Positions as JSON values, both ways; what cannot be is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import FIRST, ImpossiblePosition
from companion.games.wall.board import (
    FLOOR_CELLS,
    MARKER,
    Board,
    board_of,
    cells_of,
    line_cells,
    wall_cells,
)
from companion.games.wall.data import SIZE
from companion.games.wall.position import NO_TILES, Counts, Phase, Position
from companion.games.wall.rules.supply import counted, listed
from companion.games.wall.ruleset import Rules
from companion.games.wall.validate import check

FORMAT = 1
CELLS = frozenset(
    cell for row in range(SIZE) for cell in (*wall_cells(row), *line_cells(row))
) | set(FLOOR_CELLS)
NUMBERS = ("round", "turn", "starter")
KEYS = frozenset(
    ("format", "game", "variant", "players", *NUMBERS, "phase", "marker", "seed", "displays",
     "sides", "centre", "bag", "lid", "boards")
)  # fmt: skip


def dump(rules: Rules, position: Position) -> dict[str, Any]:
    """Return a position as JSON values: tiles by name, boards as filled cells."""
    colours = rules.game.colours
    return {
        "format": FORMAT,
        "game": rules.game.name,
        "variant": "grey" if rules.grey else "coloured",
        "players": rules.players,
        "round": position.round,
        "phase": str(position.phase),
        "turn": position.turn,
        "starter": position.starter,
        "marker": position.marker,
        "seed": position.seed,
        "displays": [[colours[tile] for tile in listed(tiles)] for tiles in position.displays],
        "sides": list(position.sides),
        "centre": [colours[tile] for tile in listed(position.centre)],
        "bag": dict(zip(colours, position.bag, strict=True)),
        "lid": dict(zip(colours, position.lid, strict=True)),
        "boards": [_dump_board(rules, board) for board in position.boards],
    }


def _dump_board(rules: Rules, board: Board) -> dict[str, Any]:
    names = (*rules.game.colours, FIRST)
    free = None if board.free is None else [names[tile] for tile in board.free]
    return {"score": board.score, "free": free, "cells": cells_of(board, rules.game.colours)}


def load(rules: Rules, data: Mapping[str, Any]) -> Position:
    """Return the position ``dump`` wrote; raises ``ImpossiblePosition`` with the reason."""
    _check_keys(rules, data)
    displays = _list(data["displays"], "displays")
    position = Position(
        displays=tuple(_tiles(rules, tiles, "displays") for tiles in displays),
        centre=_tiles(rules, data["centre"], "centre") or NO_TILES,
        marker=None if data["marker"] is None else _number(data["marker"], "marker"),
        turn=_number(data["turn"], "turn"),
        starter=_number(data["starter"], "starter"),
        boards=tuple(_board(rules, board) for board in _list(data["boards"], "boards")),
        bag=_counts(rules, data["bag"], "bag"),
        lid=_counts(rules, data["lid"], "lid"),
        round=_number(data["round"], "round"),
        phase=_phase(data["phase"]),
        seed=_seed(data["seed"]),
        sides=tuple(_side(side) for side in _list(data["sides"], "sides")),
    )
    check(rules, position)
    return position


def _check_keys(rules: Rules, data: Mapping[str, Any]) -> None:
    if not isinstance(data, Mapping) or set(data) != KEYS:
        odd = sorted(set(data) ^ KEYS) if isinstance(data, Mapping) else "no object"
        raise ImpossiblePosition(f"A position has other keys than this: {odd}.")
    mine = (FORMAT, rules.game.name, "grey" if rules.grey else "coloured", rules.players)
    theirs = (data["format"], data["game"], data["variant"], data["players"])
    if theirs != mine:
        raise ImpossiblePosition(f"This is a position of {theirs}, not of {mine}.")


def _list(value: Any, key: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise ImpossiblePosition(f"{key} must be a list, not {value!r}.")
    return value


def _number(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ImpossiblePosition(f"{key} must be a number from 0, not {value!r}.")
    return value


def _side(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ImpossiblePosition(f"A side of a display has a name or is null, not {value!r}.")
    return value


def _seed(value: Any) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise ImpossiblePosition(f"seed must be a whole number or null, not {value!r}.")
    return value


def _phase(value: Any) -> Phase:
    if value not in tuple(Phase):
        raise ImpossiblePosition(f"phase must be one of {[str(p) for p in Phase]}, not {value!r}.")
    return Phase(value)


def _tiles(rules: Rules, value: Any, key: str) -> Counts:
    """Return a list of colour names as counts."""
    return counted([_colour(rules, name, key) for name in _list(value, key)])


def _colour(rules: Rules, name: Any, key: str) -> int:
    if name not in rules.game.colours:
        raise ImpossiblePosition(f"{key} names {name!r}, which is no colour of {rules.game.name}.")
    return rules.game.colours.index(name)


def _counts(rules: Rules, value: Any, key: str) -> Counts:
    if not isinstance(value, Mapping) or set(value) != set(rules.game.colours):
        raise ImpossiblePosition(f"{key} must give a number for each colour, not {value!r}.")
    return tuple(_number(value[colour], f"{key}.{colour}") for colour in rules.game.colours)


def _board(rules: Rules, value: Any) -> Board:
    if not isinstance(value, Mapping) or set(value) != {"score", "free", "cells"}:
        raise ImpossiblePosition(f"A board has score, free and cells, not {value!r}.")
    cells = value["cells"]
    if not isinstance(cells, Mapping):
        raise ImpossiblePosition(f"cells must be an object, not {cells!r}.")
    for cell, tile in cells.items():
        if cell not in CELLS:
            raise ImpossiblePosition(f"{cell!r} is no cell of the board.")
        if not (cell.startswith("floor/") and tile == FIRST):
            _colour(rules, tile, cell)
    board = board_of(cells, rules.game.colours, _number(value["score"], "score"))
    _check_lines(board, cells)
    return board._replace(free=_free(rules, value["free"]))


def _free(rules: Rules, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    tiles = _list(value, "free")
    return tuple(MARKER if tile == FIRST else _colour(rules, tile, "free") for tile in tiles)


def _check_lines(board: Board, cells: Mapping[str, Any]) -> None:
    """Refuse gaps and mixed lines, which a ``Board`` cannot even say (R14, R15, R18)."""
    for row, (_, tiles) in enumerate(board.lines):
        ids = line_cells(row)
        if any(cell not in cells for cell in ids[:tiles]):
            raise ImpossiblePosition(f"Pattern line {row} has a gap (R14).")
        if len({cells[cell] for cell in ids[:tiles]}) > 1:
            raise ImpossiblePosition(f"Pattern line {row} holds more than one colour (R15).")
    if any(cell not in cells for cell in FLOOR_CELLS[: len(board.floor)]):
        raise ImpossiblePosition("The floor line has a gap (R18).")

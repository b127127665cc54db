"""The JSON form of positions: tiles by name, boards as filled cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.base import FIRST, Checkpoint, Content, ImpossiblePosition
from companion.games.common.position_json import (
    COUNT,
    Form,
    among,
    converted,
    counts,
    maybe,
    numbered,
    record,
    several,
    table,
)
from companion.games.wall.board import (
    FLOOR_CELLS,
    LINE_CELLS,
    WALL_CELLS,
    Board,
    board_of,
    cells_of,
)
from companion.games.wall.data import SIZE, Rules
from companion.games.wall.position import NO_TILES, Position
from companion.games.wall.reading.problems import standing
from companion.games.wall.rules.supply import counted, listed

FORMAT = 1
CELLS = {*FLOOR_CELLS, *(cell for row in range(SIZE) for cell in WALL_CELLS[row] + LINE_CELLS[row])}


def position_form(rules: Rules) -> Form[Position]:
    """Return the form of positions of one game."""
    colours = rules.game.colours
    tiles = converted(several(numbered(colours)), listed, counted)
    special = {
        **dict.fromkeys(("round", "turn", "starter"), COUNT),
        **dict.fromkeys(("bag", "lid"), counts(colours, zeros=True)),
        "marker": maybe(COUNT),
        "displays": several(tiles),
        "centre": converted(tiles, lambda centre: centre, lambda centre: centre or NO_TILES),
        "boards": several(_board_form(rules)),
    }
    side = "grey" if rules.grey else "coloured"
    head = {"format": FORMAT, "game": rules.game.name, "variant": side, "players": rules.players}
    return record(Position, special, head)


class _Lying(NamedTuple):
    """A board as JSON says it."""

    score: int
    free: tuple[int, ...] | None
    cells: Mapping[str, Content]


def _board_form(rules: Rules) -> Form[Board]:
    colours = rules.game.colours
    contents = (*colours, FIRST)
    cells = table(CELLS, among(contents))
    free = maybe(several(numbered(contents)))
    lying = record(_Lying, {"score": COUNT, "free": free, "cells": cells})

    def board(found: _Lying) -> Board:
        for problem in standing(rules, found.cells, Checkpoint.TURN):
            raise ImpossiblePosition(f"{problem.rule}: {problem.message}")
        return board_of(found.cells, colours, found.score)._replace(free=found.free)

    return converted(
        lying, lambda each: _Lying(each.score, each.free, cells_of(each, colours)), board
    )

"""The JSON form of positions: tiles by name, boards as filled cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.base import FIRST, Content, ImpossiblePosition
from companion.games.common.json_forms import (
    COUNT,
    WHOLE,
    WORD,
    Fields,
    Form,
    among,
    converted,
    counts,
    maybe,
    numbered,
    one_of,
    record,
    several,
    table,
)
from companion.games.wall.board import (
    FLOOR_CELLS,
    Board,
    board_of,
    cells_of,
    line_cells,
    wall_cells,
)
from companion.games.wall.data import SIZE
from companion.games.wall.position import NO_TILES, Phase, Position
from companion.games.wall.rules.supply import counted, listed
from companion.games.wall.ruleset import Rules

FORMAT = 1
CELLS = {*FLOOR_CELLS, *(cell for row in range(SIZE) for cell in wall_cells(row) + line_cells(row))}


def position_form(rules: Rules) -> Form[Position]:
    """Return the form of positions of one game."""
    colours = rules.game.colours
    tiles = converted(several(numbered(colours)), listed, counted)
    heap = counts(colours, zeros=True)
    fields: Fields = {
        "round": COUNT,
        "phase": one_of(Phase),
        "turn": COUNT,
        "starter": COUNT,
        "marker": maybe(COUNT),
        "seed": maybe(WHOLE),
        "displays": several(tiles),
        "sides": several(maybe(WORD)),
        "centre": converted(tiles, lambda centre: centre, lambda centre: centre or NO_TILES),
        "bag": heap,
        "lid": heap,
        "boards": several(_board_form(colours)),
    }
    side = "grey" if rules.grey else "coloured"
    head = {"format": FORMAT, "game": rules.game.name, "variant": side, "players": rules.players}
    return record(Position, fields, head)


class _Lying(NamedTuple):
    """A board as JSON says it."""

    score: int
    free: tuple[int, ...] | None
    cells: Mapping[str, Content]


def _board_form(colours: tuple[str, ...]) -> Form[Board]:
    contents = (*colours, FIRST)
    cells = table(CELLS, among(contents))
    free = maybe(several(numbered(contents)))
    lying = record(_Lying, {"score": COUNT, "free": free, "cells": cells})

    def board(found: _Lying) -> Board:
        built = board_of(found.cells, colours, found.score)._replace(free=found.free)
        _check_lines(built, found.cells)
        return built

    return converted(
        lying, lambda each: _Lying(each.score, each.free, cells_of(each, colours)), board
    )


def _check_lines(board: Board, cells: Mapping[str, Content]) -> None:
    """Refuse gaps, mixed lines and strange markers, which a ``Board`` cannot even say."""
    for cell, content in cells.items():
        if content == FIRST and cell not in FLOOR_CELLS:
            raise ImpossiblePosition(f"The marker lies on {cell}, which is no floor space (R11).")
    for row, (_, tiles) in enumerate(board.lines):
        ids = line_cells(row)
        if any(cell not in cells for cell in ids[:tiles]):
            raise ImpossiblePosition(f"Pattern line {row} has a gap (R14).")
        if len({cells[cell] for cell in ids[:tiles]}) > 1:
            raise ImpossiblePosition(f"Pattern line {row} holds more than one colour (R15).")
    if any(cell not in cells for cell in FLOOR_CELLS[: len(board.floor)]):
        raise ImpossiblePosition("The floor line has a gap (R18).")

"""What is wrong with a board whatever lay on it before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from companion.games.base import FIRST, Checkpoint, Content, Problem
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow, beyond_gap

NONE_DUE: Mapping[int, Content] = MappingProxyType({})
"""No line is known to have been complete when the tiling began."""


def line_problems(rules: Rules, row: LyingRow, walled: LyingRow) -> Iterator[Problem]:
    """Yield what is wrong with a pattern line: R11, R14, R15, R17.

    ``walled`` is the row whose wall tells which colours the line cannot take: of two pictures the
    earlier one, for a tile that came to the wall too early makes no other tile wrong.
    """
    number = row.number + 1
    markers = [place for place, tile in row.line.items() if tile == FIRST]
    if markers:
        text = "The starting player marker belongs on the floor line, not in pattern line {row}."
        yield Problem(rules.rule(11), row.line_at(markers), text, {"row": number})
    colours = {tile for tile in row.line.values() if tile != FIRST}
    if len(colours) > 1:
        text = "Pattern line {row} holds more than one colour; it may hold only one."
        yield Problem(rules.rule(15), row.line_tiles, text, {"row": number})
    late = beyond_gap(row.line)
    if late:
        text = "Pattern line {row} has a gap; it fills from the right, next to the wall."
        yield Problem(rules.rule(14), row.line_at(late), text, {"row": number})
    wall = {tile for at, tile in walled.wall.items() if rules.fits(tile, walled.number, at)}
    for colour in colours & wall:
        tiles = row.line_at(place for place, tile in row.line.items() if tile == colour)
        text = "Row {row} of the wall already has {colour}; line {row} cannot take it."
        yield Problem(rules.rule(17), tiles, text, {"row": number, "colour": colour})


def wall_problems(
    rules: Rules, board: Lying, old: Lying | None, due: Mapping[int, Content] = NONE_DUE
) -> Iterator[Problem]:
    """Yield tiles on spaces that cannot take them: R22 (coloured), R43 (grey), R11.

    ``due`` are the colours, by row, of lines that were complete when the tiling began.
    """
    for row in board.rows:
        for column, tile in row.wall.items():
            if tile == FIRST:
                text = "The starting player marker belongs on the floor line, not on the wall."
                yield Problem(rules.rule(11), row.wall_at((column,)), text)
            elif not rules.fits(tile, row.number, column):
                yield wrong_space(rules, row, column)
    if rules.grey:
        yield from _twice(rules, board, old, due)


def wrong_space(rules: Rules, row: LyingRow, column: int) -> Problem:
    """Return the problem of a tile on a wall space of another colour (R22)."""
    values = {"colour": row.wall[column], "printed": rules.game.printed(row.number, column)}
    text = "A {colour} tile lies on a {printed} space; it belongs on the space of its own colour."
    return Problem(rules.rule(22), row.wall_at((column,)), text, values)


def _twice(
    rules: Rules, board: Lying, old: Lying | None, due: Mapping[int, Content]
) -> Iterator[Problem]:
    """Yield colours that lie twice in a row or a column of the grey wall (R43).

    Of two tiles the one that is new lies wrong, of two new ones the one whose line had not to move
    it (R22, R23); when neither is known, both are named.
    """
    tiles = [
        (row.number, column, tile)
        for row in board.rows
        for column, tile in row.wall.items()
        if tile != FIRST  # it has no colour
    ]
    for row, column, tile in tiles:
        against = [(r, c) for r, c, other in tiles if tile == other and (row == r) != (column == c)]
        if due.get(row) == tile:
            against = [(r, c) for r, c in against if due.get(r) == tile or not _new(old, r, c)]
        if against and _new(old, row, column):
            text = "The wall already has {colour} in this row or column; choose another space."
            yield Problem(rules.rule(43), (f"wall/{row}/{column}",), text, {"colour": tile})


def _new(old: Lying | None, row: int, column: int) -> bool:
    """Tell whether a tile of the wall may have come since; all may where nothing was seen."""
    return old is None or column not in old.rows[row].wall


def floor_problems(rules: Rules, board: Lying, at: Checkpoint) -> Iterator[Problem]:
    """Yield what is wrong with the floor line: R11, R18, R32."""
    tiles = _floor_ids(board.floor)
    if at is Checkpoint.TILED and tiles:
        text = "The floor line is emptied after the tiling; tiles still lie on it."
        yield Problem(rules.rule(32), tiles, text)
        return
    late = beyond_gap(board.floor)
    if late:
        text = "The floor line has a gap; it fills from the left."
        yield Problem(rules.rule(18), _floor_ids(late), text)
    markers = [place for place, tile in board.floor.items() if tile == FIRST]
    if len(markers) > 1:
        text = "There is only one starting player marker; {count} lie on this floor line."
        yield Problem(rules.rule(11), _floor_ids(markers), text, {"count": len(markers)})


def _floor_ids(places: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"floor/{place}" for place in sorted(places))

"""What is wrong with a board after the tiling, compared with what lay on it before."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Cells, Problem
from companion.games.wall.board import LINE_CELLS, Board, board_of
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow
from companion.games.wall.reading.standing import line_problems, wrong_space
from companion.games.wall.rules.tiling import columns_for, place, stick

MUST_MOVE = "Pattern line {row} was complete: its {colour} tile must go to the wall."


def tiling_changes(rules: Rules, board: Lying, before: Cells) -> Iterator[Problem]:
    """Yield what differs from the right tiling of ``before``, top row first (R22 to R25, R43)."""
    current, old = board_of(before, rules.game.colours), Lying.of(before)
    for row, was in zip(board.rows, old.rows, strict=True):
        yield from missing(rules, row, was)
        if was.full:
            found, current = _complete(rules, row, was, current)
            yield from found
        else:
            yield from _incomplete(rules, row, was)


def new_tiles(row: LyingRow, was: LyingRow) -> dict[int, object]:
    """Return what came to a wall row, by column; exchanged tiles too."""
    return {column: tile for column, tile in row.wall.items() if was.wall.get(column) != tile}


def missing(rules: Rules, row: LyingRow, was: LyingRow) -> Iterator[Problem]:
    """Yield that a tile of a wall row is gone (R22)."""
    if was.wall.keys() - row.wall.keys():
        text = "A tile is missing from row {row} of the wall; it must lie where it was."
        yield Problem(rules.rule(22), (), text, {"row": row.number + 1})


def _complete(
    rules: Rules, row: LyingRow, was: LyingRow, current: Board
) -> tuple[list[Problem], Board]:
    """Return what is wrong with a row whose line was complete, and the board tiled that far."""
    colour = current.lines[row.number].colour
    if colour is None:
        return [], current
    name, new = rules.game.colours[colour], new_tiles(row, was)
    allowed = columns_for(current, row.number, colour, rules.grey)
    right = next((column for column in allowed if new.get(column) == name), None)
    values = {"row": row.number + 1, "colour": name}
    found = [misplaced(rules, row, column) for column in new if column != right]
    if right is None and not allowed:
        if row.line and not new:
            text = "No space of row {row} can take {colour}: the whole line goes to the floor line."
            found.append(Problem(rules.rule(44), row.line_tiles, text, values))
        return found, stick(current, row.number)[0]
    if right is not None:
        current = place(current, row.number, right)[0]
    if row.line and (right is not None or new):
        text = "Pattern line {row} was complete; its tiles leave for the lid after the tiling."
        found.append(Problem(rules.rule(24), row.line_tiles, text, values))
    elif right is None and not new:
        found.append(Problem(rules.rule(22), row.line_tiles, MUST_MOVE, values))
    return found, current


def misplaced(rules: Rules, row: LyingRow, column: int) -> Problem:
    """Return the problem of a new wall tile that does not belong there."""
    cell, colour = row.wall_at((column,)), row.wall[column]
    if not rules.fits(colour, row.number, column):
        return wrong_space(rules, row, column)
    text = "This {colour} tile may not lie here; only the tile of a complete line moves here."
    return Problem(rules.rule(43 if rules.grey else 22), cell, text, {"colour": colour})


def _incomplete(rules: Rules, row: LyingRow, was: LyingRow) -> Iterator[Problem]:
    values = {"row": row.number + 1}
    new = new_tiles(row, was)
    for column in new:
        if not rules.fits(row.wall[column], row.number, column):
            yield wrong_space(rules, row, column)
        else:
            text = "Pattern line {row} was not complete; no tile of it goes to the wall."
            yield Problem(rules.rule(23), row.wall_at((column,)), text, values)
    wrong = tuple(line_problems(rules, row, was))
    if wrong:
        yield from wrong
    elif not new and row.line != was.line:
        text = "Pattern line {row} was not complete; its tiles stay as they were."
        yield Problem(rules.rule(25), row.line_tiles, text, values)


def not_moved(rules: Rules, row: LyingRow) -> Problem:
    """Return the problem of a line that is still complete after the tiling (R22)."""
    text = "Pattern line {row} is complete: one of its tiles must go to the wall."
    return Problem(rules.rule(22), row.line_tiles, text, {"row": row.number + 1})


def as_tiled(rules: Rules, before: Cells, now: Cells) -> Cells:
    """Return the board after a tiling of ``before``: the walls as they are now, lines cleared."""
    kept = {cell: tile for cell, tile in now.items() if cell.startswith("wall/")}
    for row, line in enumerate(board_of(before, rules.game.colours).lines):
        if line.tiles <= row:
            cells = LINE_CELLS[row][: line.tiles]
            kept.update({cell: before[cell] for cell in cells if cell in before})
    return kept

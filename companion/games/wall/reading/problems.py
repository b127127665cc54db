"""All that is wrong with a board, each with its rule: the entry point of the checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base import FIRST, Boards, Cells, Checkpoint, Content, Problem, Problems
from companion.games.common.problem_list import distinct
from companion.games.wall.board import FLOOR_CELLS, FLOOR_SPACES
from companion.games.wall.data import Rules
from companion.games.wall.reading.board_as_it_lies import Lying, LyingRow, spaces_without
from companion.games.wall.reading.span import Span
from companion.games.wall.reading.standing import (
    floor_problems,
    line_problems,
    wall_problems,
)
from companion.games.wall.reading.tiling_problems import (
    as_tiled,
    missing,
    new_tiles,
    not_moved,
    tiling_changes,
)
from companion.games.wall.reading.turn_problems import lonely_marker, turn_problems
from companion.games.wall.reading.unseen_tilings import unseen_changes

LAST = FLOOR_SPACES - 1
"""The last space of the floor line: the marker may push its tile out (marker_on_full_floor)."""


def problems_at(rules: Rules, span: Span, seat: int, cells: Cells, boards: Boards) -> Problems:
    """Return everything wrong with a seat's board at a moment; see ``Game.problems_at``."""
    if span.at is Checkpoint.SETUP or span.joined:
        return standing(rules, cells, span.at)
    before = span.boards[seat]
    found = distinct(_since(rules, span, cells, before))
    if len(found) > 1:
        return tuple(_one_stray(rules, span, cells, before, found)) or found
    return found or tuple(turn_problems(rules, span, seat, boards))


def _one_stray(
    rules: Rules, span: Span, cells: Cells, before: Cells, found: Problems
) -> Iterator[Problem]:
    """Yield a tile on the wall with which at its own place all would be right, if there is one.

    The place it left and the colours it stands against are no mistakes of their own.
    """
    for problem, cell in ((one, cell) for one in found for cell in one.cells):
        if not cell.startswith("wall/") or cells[cell] == FIRST:
            continue
        tile, rest = cells[cell], {c: lies for c, lies in cells.items() if c != cell}
        for home in spaces_without(tile, rest, before):
            if not _since(rules, span, {**rest, home: tile}, before):
                yield _belongs(problem.rule, cell, tile, home)
                return


def _belongs(rule: str, cell: str, tile: Content, home: str) -> Problem:
    """Return the problem of a tile on the wall that is missing at ``home``."""
    kind, row = home.split("/")[:2]
    if cell.startswith(f"{kind}/{row}/"):
        text = "This {colour} tile belongs on another space of row {row} of the wall."
    elif kind == "wall":
        text = "This {colour} tile belongs in row {row} of the wall."
    elif kind == "line":
        text = "This {colour} tile belongs in pattern line {row}."
    else:
        text = "This {colour} tile belongs on the floor line."
    return Problem(rule, (cell,), text, {"colour": tile, "row": int(row) + 1})


def standing(rules: Rules, cells: Cells, at: Checkpoint) -> Problems:
    """Return what is wrong with a board whatever lay there before; complete play asks it too."""
    if at is Checkpoint.SETUP:
        text = "The boards are empty before the first offer; tiles already lie here."
        return (Problem(rules.rule(4), tuple(cells), text),) if cells else ()
    board = Lying.of(cells)
    found = [*wall_problems(rules, board, None), *floor_problems(rules, board, at)]
    for row in board.rows:
        found += line_problems(rules, row, row)
    if at is Checkpoint.TILED:
        found += [not_moved(rules, row) for row in board.rows if row.full]
    return distinct(found)


def _since(rules: Rules, span: Span, cells: Cells, before: Cells) -> list[Problem]:
    """Return what is wrong with a board, compared with what lay on it before."""
    board, old = Lying.of(cells), Lying.of(before)
    complete = {row.number: row.line[0] for row in old.rows if row.full and span.tilings}
    due = complete if span.gap.known else None
    found = [*wall_problems(rules, board, old, due), *floor_problems(rules, board, span.at)]
    if not span.gap.known:
        return [*found, *unseen_changes(rules, span, cells, before)]
    if span.at is Checkpoint.TILED:
        return [*found, *tiling_changes(rules, board, before)]
    if span.tilings:
        middle = as_tiled(rules, before, cells)
        old = Lying.of(middle)
        # The lines in between are thought up: what no longer lies there is nobody's mistake now.
        tiled = tiling_changes(rules, old, before)
        found += [problem for problem in tiled if set(problem.cells) <= cells.keys()]
    for row, was in zip(board.rows, old.rows, strict=True):
        found += line_problems(rules, row, was)
    found += _offer_changes(rules, board, old, found)
    if span.at is Checkpoint.TURN and not found:
        found += lonely_marker(rules, board, old)
    return found


def _offer_changes(
    rules: Rules, board: Lying, old: Lying, found: Sequence[Problem]
) -> Iterator[Problem]:
    """Yield tiles that moved although only taking is allowed now: R22, R25, R32.

    The rows and spaces of what was ``found`` already are not reported again.
    """
    named = {cell for problem in found for cell in problem.cells}
    for row, was in zip(board.rows, old.rows, strict=True):
        yield from _row_changes(rules, row, was, named)
    if not named.intersection(FLOOR_CELLS):
        yield from _floor_changes(rules, board, old)


def _row_changes(rules: Rules, row: LyingRow, was: LyingRow, named: set[str]) -> Iterator[Problem]:
    values = {"row": row.number + 1}
    for cell in row.wall_at(new_tiles(row, was)):
        if cell not in named:
            text = "A tile came to row {row} of the wall; tiles move there only after the offer."
            yield Problem(rules.rule(22), (cell,), text, values)
    yield from missing(rules, row, was)
    moved = any(row.line.get(place) != tile for place, tile in was.line.items())
    if moved and not named.intersection(row.line_tiles):
        text = "Tiles of pattern line {row} were moved; they stay there until the wall is tiled."
        yield Problem(rules.rule(25), row.line_tiles, text, values)


def _floor_changes(rules: Rules, board: Lying, old: Lying) -> Iterator[Problem]:
    moved = [place for place, tile in old.floor.items() if board.floor.get(place) != tile]
    pushed = moved == [LAST] and board.floor.get(LAST) == FIRST and not rules.marker_beside
    if moved and not pushed:
        cells = tuple(FLOOR_CELLS[place] for place in moved if place in board.floor)
        text = "Tiles of the floor line were moved; they stay there until the wall is tiled."
        yield Problem(rules.rule(32), cells, text)

"""Mistakes people make with their hands, on any board of the family.

Each takes the filled cells of a board as they should be and returns them with one mistake, or None
where the board offers no chance for it.  The names are what the fault menu says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from companion.boards import PLACE, Board, Cell
from companion.games.base import Cells, Content

Mistake = Callable[[Board, Cells, Cells, Random], Cells | None]
"""(board, cells before, cells as they should be, chance) -> cells as they lie."""


def mixed_line(board: Board, before: Cells, cells: Cells, chance: Random) -> Cells | None:
    """Put a tile of another colour into a pattern line (the games' R15 and R29)."""
    lines = [ids for ids in _lines(board, cells) if len(ids) >= 2]
    if not lines:
        return None
    wrong = chance.choice(chance.choice(lines)[1:])
    return _changed(cells, {wrong: _another(board, cells[wrong], chance)})


def gap_in_line(board: Board, before: Cells, cells: Cells, chance: Random) -> Cells | None:
    """Leave a gap between the tiles of a pattern line (R14)."""
    lines = [(ids, _next(board, ids[-1])) for ids in _lines(board, cells)]
    possible = [(ids, next_id) for ids, next_id in lines if next_id]
    if not possible:
        return None
    ids, free = chance.choice(possible)
    return _changed(cells, {free: cells[ids[-1]]}, without=(ids[-1],))


def colour_on_wall(board: Board, before: Cells, cells: Cells, chance: Random) -> Cells | None:
    """Collect a colour that the wall row has already (R17)."""
    possible = [
        (ids, str(cells[wall.id]))
        for ids in _lines(board, cells)
        for wall in board.of_kind("wall")
        if wall.row == board.cell(ids[0]).row and wall.id in cells
    ]
    if not possible:
        return None
    ids, colour = chance.choice(possible)
    return _changed(cells, dict.fromkeys(ids, colour))


def wrong_space(board: Board, before: Cells, cells: Cells, chance: Random) -> Cells | None:
    """Lay a new tile on a wall, dome or star space of another colour (R22, DU-R34, SP-R21)."""
    new = [
        cell
        for cell in board.of_kind("wall", "dome", "space")
        if cell.id in cells and cell.id not in before and _is_fixed(board, cell, cells)
    ]
    if not new:
        return None
    wrong = chance.choice(new)
    return _changed(cells, {wrong.id: _another(board, cells[wrong.id], chance)})


MISTAKES: Mapping[str, Mistake] = {
    "mixed-line": mixed_line,
    "gap-in-line": gap_in_line,
    "colour-on-wall": colour_on_wall,
    "wrong-space": wrong_space,
}


def _lines(board: Board, cells: Cells) -> list[list[str]]:
    """Return the filled cells of every pattern line that has any, wall side first."""
    rows: dict[int, list[str]] = {}
    for cell in board.of_kind("line"):
        if cell.id in cells:
            rows.setdefault(cell.row or 0, []).append(cell.id)
    return [sorted(ids, key=lambda id: int(id.split("/")[2])) for ids in rows.values()]


def _next(board: Board, id: str) -> str | None:
    """Return the cell after the next in a line, None where the line ends before it."""
    kind, row, place = id.split("/")
    after = f"{kind}/{row}/{int(place) + 1}"
    return after if any(cell.id == after for cell in board.of_kind("line")) else None


def _is_fixed(board: Board, cell: Cell, cells: Cells) -> bool:
    """Tell whether a space takes one colour only, so that any other is wrong."""
    if cell.kind != "dome":
        return cell.colour in board.colours
    row, column = cell.row or 0, cell.col or 0
    tile = cells.get(f"{PLACE}{row // 2}/{column // 2}")
    space = tile[2 * (row % 2) + column % 2] if isinstance(tile, tuple) else None
    return space in board.colours


def _another(board: Board, colour: Content, chance: Random) -> str:
    return chance.choice([name for name in board.colours if name != colour])


def _changed(
    cells: Cells, changes: Mapping[str, Content], without: tuple[str, ...] = ()
) -> dict[str, Content]:
    return {id: each for id, each in cells.items() if id not in without} | dict(changes)

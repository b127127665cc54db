"""What lies on drawn boards: positions much as people reach them, and some that nobody should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from companion.boards import Board, Cell
from companion.games.base import ANY, FIRST, SPECIAL

Spaces = tuple[str, str, str, str]

WRONG = 0.06
"""Share of tiles that lie where no rule lets them: the eyes must not know the rules."""

BARE = 0.2
"""Share of boards with next to nothing on them, as at the beginning of a game."""

CHAOS = 0.12
"""Share of boards on which tiles lie anyhow."""


@dataclass(frozen=True)
class Lying:
    """What lies on a board: the top of each filled cell, and how high its stack is; dome tiles."""

    tops: Mapping[str, str]
    stacks: Mapping[str, int]
    domes: Mapping[str, Spaces]


def lying_on(board: Board, chance: Random, domes: Mapping[str, Spaces], *, marked: bool) -> Lying:
    """Return some position of a board on which these dome tiles (place -> spaces) lie.

    A set has one starting player marker: only a ``marked`` board can have it.
    """
    if chance.random() < CHAOS:
        return _anyhow(board, chance, domes)
    tops: dict[str, str] = {}
    fullness = chance.random()
    for kind, lay in (("wall", _wall), ("space", _star), ("corner", _star), ("dome", _dome)):
        for cell in board.of_kind(kind):
            if chance.random() < fullness:
                lay(tops, board, cell, chance, domes)
    _lines(tops, board, chance)
    _floor(tops, board, chance, marked=marked)
    stacks = {}
    for cell in board.of_kind("broken"):
        if chance.random() < 0.6:
            tops[cell.id] = chance.choice(board.colours)
            stacks[cell.id] = chance.randrange(1, 5)
    if marked and board.of_kind("mark"):
        tops[chance.choice(board.of_kind("mark")).id] = FIRST
    if chance.random() < BARE:
        kept = chance.sample(sorted(tops), min(chance.choice((0, 0, 1, 2, 4)), len(tops)))
        tops = {cell: tops[cell] for cell in kept}
    return Lying(tops, stacks, domes)


def some_domes(board: Board, chance: Random) -> dict[str, Spaces]:
    """Return dome tiles on some of a board's places: empty where the game has none."""
    if board.dome_tile is None:
        return {}
    share = chance.random()
    kinds = (*board.colours, ANY, SPECIAL)
    return {
        place.id: tuple(chance.choice(kinds) for _ in range(4))  # type: ignore[misc]
        for place in board.dome_tile.places
        if chance.random() < share
    }


def dome_space(cell: Cell, domes: Mapping[str, Spaces]) -> str | None:
    """Return what a dome tile prints on a cell, None where no dome tile lies."""
    row, column = cell.row or 0, cell.col or 0
    spaces = domes.get(f"{row // 2}/{column // 2}")
    return spaces[2 * (row % 2) + column % 2] if spaces else None


def _anyhow(board: Board, chance: Random, domes: Mapping[str, Spaces]) -> Lying:
    share = chance.random()
    kinds = ("wall", "line", "floor", "space", "corner", "dome", "broken")
    tops = {
        cell.id: chance.choice(board.colours)
        for cell in board.of_kind(*kinds)
        if chance.random() < share
    }
    return Lying(tops, {}, domes)


def _wall(
    tops: dict[str, str], board: Board, cell: Cell, chance: Random, domes: Mapping[str, Spaces]
) -> None:
    right = cell.colour is not None and chance.random() > WRONG
    tops[cell.id] = str(cell.colour) if right else chance.choice(board.colours)


def _star(
    tops: dict[str, str], board: Board, cell: Cell, chance: Random, domes: Mapping[str, Spaces]
) -> None:
    right = cell.colour not in (None, ANY) and chance.random() > WRONG
    tops[cell.id] = str(cell.colour) if right else chance.choice(board.colours)


def _dome(
    tops: dict[str, str], board: Board, cell: Cell, chance: Random, domes: Mapping[str, Spaces]
) -> None:
    print_ = dome_space(cell, domes)
    if print_ is None:
        if chance.random() < 0.03:
            tops[cell.id] = chance.choice(board.colours)
    elif print_ == ANY or chance.random() < WRONG:
        tops[cell.id] = chance.choice((*board.colours, SPECIAL))
    else:
        tops[cell.id] = print_


def _lines(tops: dict[str, str], board: Board, chance: Random) -> None:
    """Fill pattern lines from the right with one colour each, mostly."""
    rows: dict[int, list[Cell]] = {}
    for cell in board.of_kind("line"):
        rows.setdefault(cell.row or 0, []).append(cell)
    for cells in rows.values():
        count, colour = chance.randrange(0, len(cells) + 1), chance.choice(board.colours)
        for cell in sorted(cells, key=lambda c: c.col or 0)[:count]:
            if chance.random() > WRONG / 2:
                wrong = chance.random() < WRONG / 2
                tops[cell.id] = chance.choice(board.colours) if wrong else colour


def _floor(tops: dict[str, str], board: Board, chance: Random, *, marked: bool) -> None:
    cells = board.of_kind("floor")
    count = min(chance.choice((0, 1, 1, 2, 2, 3, 4, 5, 7)), len(cells))
    for cell in cells[:count]:
        if chance.random() > WRONG:
            tops[cell.id] = chance.choice(board.colours)
    if marked and cells:
        tops[chance.choice(cells[: max(count, 1)]).id] = FIRST

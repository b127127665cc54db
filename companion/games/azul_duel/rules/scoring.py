"""Points of phase 2: runs on the dome, special tiles, broken tiles (DU-R42 to DU-R49).

Used alike by complete play and by what is read from real boards.
"""

from __future__ import annotations

from functools import cache

from companion.games.azul_duel.board import (
    CELLS,
    EMPTY_LINE,
    PLACE_OF,
    Board,
    special_due,
    with_dome,
    with_line,
)
from companion.games.azul_duel.catalogue import START_SCORE, START_TILE_POINTS
from companion.games.azul_duel.options import Options
from companion.games.base import SPECIAL, Step, Steps
from companion.games.common.tuples import put

BROKEN_POINTS = (0, -1, -3, -6, -10)
"""Points by the number of broken tiles (DU-R47)."""

MOST_POINTS = 12
"""The most a single tile brings: two full runs (DU-R43)."""

MOST_SCORE = START_SCORE + MOST_POINTS * CELLS
"""More than any dome brings."""

_Rays = tuple[tuple[int, ...], tuple[int, ...]]


def _rays(cell: int) -> tuple[_Rays, _Rays]:
    """Return the cells outward from ``cell``: (left, right) and (up, down)."""
    row = cell // 6
    along = (tuple(range(cell - 1, 6 * row - 1, -1)), tuple(range(cell + 1, 6 * row + 6)))
    across = (tuple(range(cell - 6, -1, -6)), tuple(range(cell + 6, CELLS, 6)))
    return along, across


_RAYS = tuple(_rays(cell) for cell in range(CELLS))


def _run(dome: tuple[str | None, ...], rays: _Rays) -> int:
    """Return the length of the unbroken run through a tile along ``rays``."""
    length = 1
    for ray in rays:
        for cell in ray:
            if dome[cell] is None:
                break
            length += 1
    return length


@cache
def _worth(cell: int, along: int, across: int) -> Step:
    """Return what a tile scores whose two runs have these lengths (DU-R42, DU-R43)."""
    if along == across == 1:
        return Step(dome_cell(cell), 1, "DU-R42")
    points = (along if along > 1 else 0) + (across if across > 1 else 0)
    return Step(dome_cell(cell), points, "DU-R43")


def dome_cell(cell: int) -> str:
    """Return the cell id of dome cell ``cell``, such as ``dome/0/3``."""
    return f"dome/{cell // 6}/{cell % 6}"


def place_tile(board: Board, cell: int, colour: str, options: Options) -> tuple[Board, Steps]:
    """Put a tile on the dome, and the special tile it brings (R34, R44); return the steps too."""
    dome = put(board.dome, cell, colour)
    along, across = _RAYS[cell]
    step = _worth(cell, _run(dome, along), _run(dome, across))
    board = with_dome(board, dome)
    due = special_due(board, PLACE_OF[cell])
    if due is None:
        return board, (step,)
    # The special tile scores its row's number only, but counts in later runs (R45).
    bonus = Step(dome_cell(due), options.special_points_by_row[due // 6], "DU-R44")
    return with_dome(board, put(dome, due, SPECIAL)), (step, bonus)


def move_tile(
    board: Board, row: int, cell: int, options: Options
) -> tuple[Board, tuple[str, ...], Steps]:
    """Move the rightmost tile of line ``row`` to the dome; return also the tower's tiles (R39).

    The rest of the line goes to the tower at once: no rule looks at it before DU-R39 does.
    """
    line = board.lines[row]
    assert line.colour is not None, "only a line with tiles is moved"
    board, steps = place_tile(with_line(board, row, EMPTY_LINE), cell, line.colour, options)
    return board, (line.colour,) * (line.tiles - 1), steps


def losses(broken: int, first: bool, score: int) -> Steps:
    """Return what the end of phase 2 costs a player who stands at ``score`` (R47 to R49)."""
    steps = []
    if broken:
        steps.append(Step("broken", BROKEN_POINTS[min(broken, 4)], "DU-R47"))
    if first:
        steps.append(Step("start", START_TILE_POINTS, "DU-R48"))
    below_zero = -score - sum(step.points for step in steps)
    if below_zero > 0:
        steps.append(Step("score", below_zero, "DU-R49"))
    return tuple(steps)


def draw_steps(drawn: int, score: int) -> Steps:
    """Return what ``drawn`` dome tiles from the stack cost; the score stays at 0 (R16, R49)."""
    steps = [Step("stack", -drawn, "DU-R16")] if drawn else []
    if drawn > score:
        steps.append(Step("score", drawn - score, "DU-R49"))
    return tuple(steps)


def total(steps: Steps) -> int:
    """Return the sum of the steps' points."""
    return sum(step.points for step in steps)

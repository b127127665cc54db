"""Boards as cells and back: what the rest of the companion sees of an Azul Duel board.

``line/R/K`` (K counts from the dome), ``dome/R/C``, ``place/I/J`` (a dome tile's spaces),
``broken`` (a ``Stack``), ``start``, ``chip/K``.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.azul_duel.board import CELLS, EMPTY_LINE, Board, Line
from companion.games.azul_duel.catalogue import PLACES, ROWS, Spaces
from companion.games.azul_duel.rules.scoring import dome_cell
from companion.games.base import FIRST, Cells, Content

Stack = tuple[str | None, ...]
"""Tiles lying on each other, bottom first; None where the colour is not known."""

BROKEN = "broken"
START = "start"
DOME_IDS = tuple(dome_cell(cell) for cell in range(CELLS))
PLACE_IDS = tuple(f"place/{place // 3}/{place % 3}" for place in range(PLACES))
LINE_IDS = tuple(tuple(f"line/{row}/{k}" for k in range(row + 1)) for row in range(ROWS))
"""Row -> the cells of its pattern line, the one beside the dome first."""
CHIP_IDS = tuple(f"chip/{k}" for k in range(10))


def colour_at(cells: Cells, cell: str) -> str | None:
    """Return the tile on ``cell`` when one tile lies there."""
    content = cells.get(cell)
    return content if isinstance(content, str) else None


def stack_at(cells: Cells) -> Stack:
    """Return the stack on the broken-tile space, bottom first."""
    content = cells.get(BROKEN, ())
    return (content,) if isinstance(content, str) else content


def came_on_top(before: Stack, now: Stack) -> bool:
    """Tell whether the top of a stack shows that a tile came; an unknown top shows nothing."""
    if not before:
        return bool(now)
    return bool(now) and None not in (before[-1], now[-1]) and before[-1] != now[-1]


def spaces_at(cells: Cells, place: int) -> Spaces | None:
    """Return the dome tile on ``place``, None when nothing that looks like one lies there."""
    content = cells.get(PLACE_IDS[place])
    if isinstance(content, tuple) and len(content) == 4 and None not in content:
        top_left, top_right, bottom_left, bottom_right = map(str, content)
        return top_left, top_right, bottom_left, bottom_right
    return None


def chips_at(cells: Cells) -> tuple[str, ...]:
    """Return the bonus chips that lie face up in the store."""
    return tuple(sorted(filter(None, (colour_at(cells, cell) for cell in CHIP_IDS))))


def with_chips(cells: Cells, chips: Iterable[str]) -> dict[str, Content]:
    """Return ``cells`` with exactly these chips in the store."""
    rest = {cell: content for cell, content in cells.items() if cell not in CHIP_IDS}
    return rest | dict(zip(CHIP_IDS, sorted(chips), strict=False))


def read_board(cells: Cells) -> Board:
    """Return the board that legal ``cells`` show; of a faulty line its colour by the dome."""
    return Board(
        lines=tuple(_line(cells, row) for row in range(ROWS)),
        places=tuple(spaces_at(cells, place) for place in range(PLACES)),
        dome=tuple(colour_at(cells, cell) for cell in DOME_IDS),
        broken=stack_at(cells),
        first=cells.get(START) == FIRST,
    )


def _line(cells: Cells, row: int) -> Line:
    tiles = [tile for tile in (colour_at(cells, cell) for cell in LINE_IDS[row]) if tile]
    return Line(tiles[0], len(tiles)) if tiles else EMPTY_LINE


def cells_of(board: Board) -> dict[str, Content]:
    """Return the filled cells of ``board``, dome tiles included."""
    found: dict[str, Content] = {}
    for row, line in enumerate(board.lines):
        if line.colour is not None:
            found |= dict.fromkeys(LINE_IDS[row][: line.tiles], line.colour)
    found |= {c: tile for c, tile in zip(DOME_IDS, board.dome, strict=True) if tile is not None}
    found |= {p: lies for p, lies in zip(PLACE_IDS, board.places, strict=True) if lies is not None}
    if board.broken:
        found[BROKEN] = board.broken
    if board.first:
        found[START] = FIRST
    return found

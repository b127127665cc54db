"""Boards as drawings: shapes in millimetres, ready to be written as SVG.

Drawn from the board's own data, so every game of the family and every board a family has measured
itself is drawn by the same code.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import Board, Cell
from companion.games.base import FIRST, Cells
from web.views.boards.fittings import Ornament, Plate, dome_places, dome_prints, ornaments, plates
from web.views.wording import words

DRAWN = ("wall", "line", "floor", "space", "corner", "dome", "bonus", "broken", "mark", "store")
"""Kinds of cells that are drawn; score tracks and sliders are shown as a number instead."""

COSTLY = ("floor", "mark")
"""Kinds of cells that cost the points written there."""

GLYPH_MM = 20.0
"""The glyphs are drawn in a square of this size."""

MARGIN_MM = 7.0

INK = {"square": 1.0, "round": 0.88, "rhombus": 0.72}
"""How large a glyph is on a tile of a shape, as a part of its size on a square one."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One cell as drawn.  ``colour`` is what lies there, ``printed`` what the board shows.

    ``shape`` is that of a tile there: square, round or rhombus; ``ink`` the scale of its glyph.
    ``flags`` are style words: ``new`` (since the last confirmed frame), ``wrong``, ``doubtful``,
    ``due`` (a tile will come here); ``badge`` are the points it brings or costs, ``figure`` the
    number printed there, ``pile`` how many tiles lie on each other where it is more than one;
    ``lean`` is the direction a long space points in, (x, y) of length 1, or (0, 0).
    """

    id: str
    kind: str
    x: float
    y: float
    scale: float
    shape: str
    ink: float
    outline: str
    colour: str
    printed: str
    label: str
    flags: str
    badge: str
    cost: str
    figure: str
    pile: str
    lean: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as drawn: what part of it is shown, its cells, and one sentence for the ear."""

    view_box: str
    x: float
    y: float
    width: float
    height: float
    spots: tuple[Spot, ...]
    plates: tuple[Plate, ...]
    ornaments: tuple[Ornament, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be pointed out on a board: cell ids, and points by cell id."""

    new: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    points: Mapping[str, int] | None = None


def draw(board: Board, cells: Cells, marks: Marks) -> Drawing:
    """Return the drawing of ``board`` with ``cells`` (id -> content) lying on it."""
    printed = dome_prints(board, cells)
    spots = tuple(
        spot(board, cell, cells.get(cell.id), printed.get(cell.id, ""), marks)
        for cell in board.of_kind(*DRAWN)
    )
    laid = plates(board, cells, marks.new)
    x, y, width, height = extent(board)
    return Drawing(
        view_box=f"{x} {y} {width} {height}",
        x=x,
        y=y,
        width=width,
        height=height,
        spots=spots,
        plates=laid,
        ornaments=ornaments(board),
        summary=summary(spots, laid),
    )


def spot(board: Board, cell: Cell, content: Any, laid: str, marks: Marks) -> Spot:
    """Return one cell as drawn; ``laid`` is what a dome tile shows there, empty without one."""
    colour = top(content)
    gain = (marks.points or {}).get(cell.id)
    shape = shape_of(board, cell, colour)
    high = len(content) if isinstance(content, list | tuple) else 0
    return Spot(
        id=cell.id,
        kind=cell.kind,
        x=round(cell.centre_mm[0], 2),
        y=round(cell.centre_mm[1], 2),
        scale=round(board.tile.size_mm / GLYPH_MM, 3),
        shape=shape,
        ink=INK[shape],
        outline=" ".join(f"{round(x, 2)},{round(y, 2)}" for x, y in cell.polygon_mm),
        colour=colour,
        printed=laid or (cell.colour if cell.colour not in (None, "any") else "") or "",
        label=label(cell.id, colour, cell.id in marks.wrong, cell.id in marks.doubtful),
        flags=" ".join(flags(cell.id, colour, marks)),
        badge="" if gain is None else words.signed(gain),
        cost=words.signed(cell.value) if cell.kind in COSTLY and cell.value else "",
        figure=figure(cell),
        pile=f"\N{MULTIPLICATION SIGN}{high}" if high > bool(colour) else "",
        lean=lean(cell),
    )


def label(id: str, colour: str, wrong: bool, doubtful: bool) -> str:
    """Return in words what lies on a place, and what the frame around it says."""
    lies = f"{words.place(id)}: {words.colour(colour or words.EMPTY)}"
    frame = "violation" if wrong else "question" if doubtful else ""
    return f"{lies} ({words.status(frame)})" if frame else lies


def lean(cell: Cell) -> tuple[float, float]:
    """Return the direction the point of a star's space points in; (0, 0) for all others."""
    if cell.kind != "space":
        return 0.0, 0.0
    turn = math.radians(cell.angle_deg)
    return round(math.cos(turn), 3), round(math.sin(turn), 3)


def shape_of(board: Board, cell: Cell, colour: str) -> str:
    """Return the shape of what lies on a cell; the starting player marker is always square."""
    return "square" if colour == FIRST or cell.kind == "mark" else board.tile.shape


def figure(cell: Cell) -> str:
    """Return the number printed on a cell: what a space costs, what a row brings."""
    number = cell.number if cell.kind == "space" else cell.value if cell.kind == "bonus" else None
    return "" if number is None else str(number)


def flags(id: str, colour: str, marks: Marks) -> list[str]:
    """Return the style words of a cell."""
    found = ["filled" if colour else "empty"]
    found += ["new"] * (id in marks.new)
    found += ["wrong"] * (id in marks.wrong)
    found += ["doubtful"] * (id in marks.doubtful)
    found += ["due"] * (id in (marks.points or {}) and not colour)
    return found


def top(content: Any) -> str:
    """Return what is seen of a cell's content: of a stack, its top; empty text for nothing."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        return next((str(item) for item in reversed(content) if item), "")
    return ""


def extent(board: Board) -> tuple[float, float, float, float]:
    """Return the part of the board that is drawn: x, y, width, height in millimetres."""
    corners = [point for cell in board.of_kind(*DRAWN) for point in cell.polygon_mm]
    corners += [corner for place in dome_places(board) for corner in place]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, upper = min(xs) - MARGIN_MM, min(ys) - MARGIN_MM
    width, height = max(xs) - left + MARGIN_MM, max(ys) - upper + MARGIN_MM
    return round(left, 1), round(upper, 1), round(width, 1), round(height, 1)


def summary(spots: Sequence[Spot], laid: Sequence[Plate]) -> str:
    """Return all that lies on a board as one sentence, for those who do not see it."""
    lying = [spot.label for spot in spots if spot.colour] + [plate.label for plate in laid]
    return "; ".join(lying) if lying else words.colour(words.EMPTY)

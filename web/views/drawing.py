"""Boards as drawings: shapes in millimetres, ready to be written as SVG.

Drawn from the board's own data, so every game of the family and every board a family has measured
itself is drawn by the same code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import Board, Cell
from web.views import words

DRAWN = ("wall", "line", "floor", "space", "corner", "dome", "bonus", "broken", "mark", "store")
"""Kinds of cells that hold tiles; score tracks and sliders are shown as a number instead."""

GLYPH_MM = 20.0
"""The glyphs are drawn in a square of this size."""

MARGIN_MM = 7.0


@dataclass(frozen=True, slots=True)
class Spot:
    """One cell as drawn.  ``colour`` is what lies there, ``printed`` what the board shows.

    ``flags`` are style words: ``new`` (since the last confirmed frame), ``wrong``, ``doubtful``,
    ``due`` (a tile will come here); ``badge`` are the points it brings or costs.
    """

    id: str
    kind: str
    x: float
    y: float
    scale: float
    outline: str
    colour: str
    printed: str
    label: str
    flags: str
    badge: str
    cost: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as drawn: what part of it is shown, its cells, and one sentence for the ear."""

    view_box: str
    x: float
    y: float
    width: float
    height: float
    spots: tuple[Spot, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be pointed out on a board: cell ids, and points by cell id."""

    new: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    points: Mapping[str, int] | None = None


def draw(board: Board, cells: Mapping[str, Any], marks: Marks) -> Drawing:
    """Return the drawing of ``board`` with ``cells`` (id -> content) lying on it."""
    spots = tuple(
        spot(board, cell, top(cells.get(cell.id)), marks) for cell in board.of_kind(*DRAWN)
    )
    x, y, width, height = extent(board)
    return Drawing(f"{x} {y} {width} {height}", x, y, width, height, spots, summary(spots))


def spot(board: Board, cell: Cell, colour: str, marks: Marks) -> Spot:
    """Return one cell as drawn."""
    gain = (marks.points or {}).get(cell.id)
    printed = cell.colour if cell.colour not in (None, "any") else ""
    lies = words.colour(colour or words.EMPTY)
    return Spot(
        id=cell.id,
        kind=cell.kind,
        x=round(cell.centre_mm[0], 2),
        y=round(cell.centre_mm[1], 2),
        scale=round(board.tile.size_mm / GLYPH_MM, 3),
        outline=" ".join(f"{round(x, 2)},{round(y, 2)}" for x, y in cell.polygon_mm),
        colour=colour,
        printed=printed or "",
        label=f"{words.place(cell.id)}: {lies}",
        flags=" ".join(flags(cell.id, colour, marks)),
        badge="" if gain is None else words.signed(gain),
        cost=words.signed(cell.value) if cell.kind in ("floor", "broken") and cell.value else "",
    )


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
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, upper = min(xs) - MARGIN_MM, min(ys) - MARGIN_MM
    width, height = max(xs) - left + MARGIN_MM, max(ys) - upper + MARGIN_MM
    return round(left, 1), round(upper, 1), round(width, 1), round(height, 1)


def summary(spots: Sequence[Spot]) -> str:
    """Return all that lies on a board as one sentence, for those who do not see it."""
    lying = [spot.label for spot in spots if spot.colour]
    return "; ".join(lying) if lying else words.colour(words.EMPTY)

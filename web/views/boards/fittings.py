"""What a board has besides its cells: dome tiles laid on it, ornaments printed on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards import Board
from companion.fields import Point
from companion.games import INFOS
from companion.games.base import Cells
from web.views.wording import words

DOT_MM = 4.0
"""Distance of the dots on an ornament."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A dome tile as drawn: its upper left corner and side in millimetres, a style word."""

    x: float
    y: float
    side: float
    flags: str
    label: str


@dataclass(frozen=True, slots=True)
class Ornament:
    """A printed ornament as drawn: its outline, its kind, and a dot for every tile it earns."""

    outline: str
    kind: str
    label: str
    dots: tuple[Point, ...]


def plates(board: Board, cells: Cells, fresh: Collection[str]) -> tuple[Plate, ...]:
    """Return the dome tiles among ``cells``; those in ``fresh`` are new."""
    if board.dome_tile is None:
        return ()
    side = board.dome_tile.size_mm
    return tuple(
        Plate(
            x=round(place.centre_mm[0] - side / 2, 2),
            y=round(place.centre_mm[1] - side / 2, 2),
            side=side,
            flags="new" if place.cell in fresh else "",
            label=f"{words.place(place.cell)}: {spaces(cells[place.cell])}",
        )
        for place in board.places
        if place.cell in cells
    )


def spaces(shown: Any) -> str:
    """Return what the four spaces of a dome tile show, in words."""
    return ", ".join(words.space(each) for each in shown)


def dome_prints(board: Board, cells: Cells) -> dict[str, str]:
    """Return what dome tiles show on the dome's cells: a colour, ``any`` or ``special``."""
    shown: dict[str, str] = {}
    for place in board.places:
        row, column = (2 * int(number) for number in place.id.split("/"))
        for n, colour in enumerate(cells.get(place.cell) or ()):
            shown[f"dome/{row + n // 2}/{column + n % 2}"] = str(colour)
    return shown


def dome_places(board: Board) -> list[tuple[Point, Point]]:
    """Return two opposite corners of every place for a dome tile, in millimetres."""
    if board.dome_tile is None:
        return []
    half = board.dome_tile.size_mm / 2
    middles = [place.centre_mm for place in board.places]
    return [((x - half, y - half), (x + half, y + half)) for x, y in middles]


def ornaments(board: Board) -> tuple[Ornament, ...]:
    """Return the printed ornaments, which earn bonus tiles."""
    return tuple(
        Ornament(
            " ".join(f"{round(x, 2)},{round(y, 2)}" for x, y in one.polygon_mm),
            one.kind,
            words.ornament(one.kind),
            dots(one.polygon_mm, INFOS[board.game].ornaments.get(one.kind, 0)),
        )
        for one in board.ornaments
    )


def dots(outline: Sequence[Point], number: int) -> tuple[Point, ...]:
    """Return the middles of ``number`` dots, side by side in the middle of an outline."""
    x = sum(point[0] for point in outline) / len(outline)
    y = sum(point[1] for point in outline) / len(outline)
    return tuple(
        (round(x + (n - (number - 1) / 2) * DOT_MM, 2), round(y, 2)) for n in range(number)
    )

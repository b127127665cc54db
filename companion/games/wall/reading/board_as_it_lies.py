"""A board exactly as it lies, legal or not, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.base import Cells, Content
from companion.games.wall.board import FLOOR_CELLS, LINE_CELLS, WALL_CELLS
from companion.games.wall.data import SIZE


@dataclass(frozen=True, slots=True)
class LyingRow:
    """One row: what lies on the wall, by column, and in the pattern line, by place."""

    number: int
    wall: dict[int, Content]
    line: dict[int, Content]

    @property
    def line_tiles(self) -> tuple[str, ...]:
        """The cells of the line on which tiles lie, from the wall side."""
        return self.line_at(self.line)

    def line_at(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the cell ids of places of the line."""
        return tuple(f"line/{self.number}/{place}" for place in places)

    def wall_at(self, columns: Iterable[int]) -> tuple[str, ...]:
        """Return the cell ids of spaces of the wall row."""
        return tuple(f"wall/{self.number}/{column}" for column in columns)

    @property
    def full(self) -> bool:
        """Whether every space of the line holds something."""
        return len(self.line) == self.number + 1


@dataclass(frozen=True, slots=True)
class Lying:
    """A whole board as it lies."""

    rows: tuple[LyingRow, ...]
    floor: dict[int, Content]

    @classmethod
    def of(cls, cells: Cells) -> Lying:
        """Return what lies on ``cells``; ids the game does not have are left out."""
        rows = tuple(
            LyingRow(row, _filled(cells, WALL_CELLS[row]), _filled(cells, LINE_CELLS[row]))
            for row in range(SIZE)
        )
        return cls(rows, _filled(cells, FLOOR_CELLS))


def _filled(cells: Cells, ids: tuple[str, ...]) -> dict[int, Content]:
    return {place: cells[cell] for place, cell in enumerate(ids) if cell in cells}


def beyond_gap(places: Iterable[int]) -> tuple[int, ...]:
    """Return the places filled although one before them is empty."""
    filled = sorted(places)
    return tuple(place for index, place in enumerate(filled) if place != index)


def spaces_without(tile: Content, cells: Cells, before: Cells) -> Iterator[str]:
    """Yield the empty spaces on which a tile may be missing.

    It lay there before, others lie beyond it (R14, R18), or its line was complete (R22, R43).
    """
    board, old = Lying.of(cells), Lying.of(before)
    yield from (cell for cell, was in before.items() if was == tile and cell not in cells)
    yield from (FLOOR_CELLS[place] for place in _gaps(board.floor))
    for row, was in zip(board.rows, old.rows, strict=True):
        yield from row.line_at(_gaps(row.line))
        if was.full and was.line[0] == tile:
            yield from row.wall_at(_gaps({*row.wall, SIZE}))


def _gaps(places: Iterable[int]) -> list[int]:
    filled = {*places}
    return [place for place in range(max(filled, default=0)) if place not in filled]

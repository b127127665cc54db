"""Azul, Mini, Chocolatier: rows, columns and colours that are still open (R38 to R40)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from companion.games.advice import Chance, Goal, Need, chance_of
from companion.games.wall.board import Board, WallRow
from companion.games.wall.data import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    COPIES,
    PER_DISPLAY,
    ROW_BONUS,
    SIZE,
    Rules,
    printed_colour,
    printed_column,
)

ANY = ""
"""A need that several colours would meet (the grey side)."""


class Space(NamedTuple):
    """An empty space of a wall, with the colours that may still come there."""

    row: int
    column: int
    colours: frozenset[int]


def rounds_left(boards: Sequence[Board]) -> int:
    """Return how many rounds there certainly are: a row grows by one tile in a round (R37)."""
    return min(row.count(None) for board in boards for row in board.wall)


def share(rules: Rules) -> int:
    """Return how many tiles of a round are one player's, all being equal."""
    return rules.displays * PER_DISPLAY // rules.players


def goals(rules: Rules, boards: Sequence[Board], seat: int) -> tuple[Goal, ...]:
    """Return every row, column and colour of a seat's wall."""
    return tuple(_goals(_Wall(rules, boards, seat)))


class _Wall:
    """One wall with what lies on all others."""

    def __init__(self, rules: Rules, boards: Sequence[Board], seat: int) -> None:
        lying = Counter(tile for b in boards for row in b.wall for tile in row)
        self.rules = rules
        self.wall: tuple[WallRow, ...] = boards[seat].wall
        self.lines = boards[seat].lines
        self.left = {colour: COPIES - lying[colour] for colour in range(SIZE)}
        self.rounds_left = rounds_left(boards)

    def space(self, row: int, column: int) -> Space:
        """Return an empty space with the colours the rules let come there (R22, R43)."""
        if not self.rules.grey:
            return Space(row, column, frozenset((printed_colour(row, column),)))
        lying = {*self.wall[row], *(line[column] for line in self.wall)}
        return Space(row, column, frozenset(set(range(SIZE)) - lying))

    def goal(self, kind: str, which: int | str, points: int, spaces: Sequence[Space]) -> Goal:
        """Return a goal of which these ``spaces`` are missing, one tile in each."""
        number = {"row": 38, "column": 39, "colour": 40}[kind]
        needs = self._needs(spaces)
        cells = tuple(f"wall/{space.row}/{space.column}" for space in spaces)
        rule = self.rules.rule(number)
        return Goal(kind, which, rule, points, cells, needs, self._chance(spaces, needs))

    def _chance(self, spaces: Sequence[Space], needs: Sequence[Need]) -> Chance:
        if not spaces:
            return Chance.DONE
        if not self.fillable(spaces):
            return Chance.CLOSED
        rounds, left = self.rounds(spaces), self.rounds_left
        return chance_of(rounds, needs, share=share(self.rules), rounds_left=left)

    def fillable(self, spaces: Sequence[Space]) -> bool:
        """Tell whether there are tiles for all of the spaces, different ones in a row or column."""
        if not spaces:
            return True
        first, *rest = spaces
        return any(
            self.left[colour] > first.row
            and self.fillable([_without(s, first, colour) for s in rest])
            for colour in first.colours
        )

    def rounds(self, spaces: Sequence[Space]) -> int:
        """Return the fewest rounds it takes: one tile a row, after what is on its line already."""
        rows = Counter(space.row for space in spaces)
        return max(rows[row] + self._blocked(row, spaces) for row in rows)

    def _blocked(self, row: int, spaces: Sequence[Space]) -> bool:
        """Tell whether the row's line holds another colour, to be tiled first."""
        held = self.lines[row].colour
        wanted = frozenset[int]().union(*(s.colours for s in spaces if s.row == row))
        return held is not None and held not in wanted

    def _needs(self, spaces: Sequence[Space]) -> tuple[Need, ...]:
        """Return the tiles of each colour to be collected; those on the lines count."""
        tiles: Counter[int | None] = Counter()
        for row in dict.fromkeys(space.row for space in spaces):
            there = [space for space in spaces if space.row == row]
            for space in there:
                only = next(iter(space.colours)) if len(space.colours) == 1 else None
                tiles[only] += row + 1
            if not self._blocked(row, spaces):
                held = self.lines[row]
                tiles[held.colour if tiles[held.colour] else None] -= held.tiles
        return tuple(
            Need(ANY, count) if colour is None
            else Need(self.rules.game.colours[colour], count, self.left[colour])
            for colour, count in tiles.items() if count > 0
        )  # fmt: skip


def _without(space: Space, filled: Space, colour: int) -> Space:
    """Return a space after ``colour`` has come to another: it is gone from row and column."""
    touched = space.row == filled.row or space.column == filled.column
    return space._replace(colours=space.colours - {colour}) if touched else space


def _goals(wall: _Wall) -> Iterator[Goal]:
    for row in range(SIZE):
        empty = [wall.space(row, k) for k in range(SIZE) if wall.wall[row][k] is None]
        yield wall.goal("row", row, ROW_BONUS, empty)
    for column in range(SIZE):
        empty = [wall.space(r, column) for r in range(SIZE) if wall.wall[r][column] is None]
        yield wall.goal("column", column, COLUMN_BONUS, empty)
    for colour in range(SIZE):
        yield _colour_goal(wall, colour)


def _colour_goal(wall: _Wall, colour: int) -> Goal:
    rows = [row for row in range(SIZE) if colour not in wall.wall[row]]
    name = wall.rules.game.colours[colour]
    if not wall.rules.grey:
        spaces = [wall.space(row, printed_column(colour, row)) for row in rows]
        return wall.goal("colour", name, COLOUR_BONUS, spaces)
    columns = _columns_for(wall, colour, rows)
    pairs = zip(rows, columns or range(SIZE), strict=False)
    spaces = [Space(row, column, frozenset((colour,))) for row, column in pairs]
    goal = wall.goal("colour", name, COLOUR_BONUS, spaces)
    # Which column each goes to is free on this side, so no cell is named.
    return replace(goal, missing=(), chance=Chance.CLOSED if columns is None else goal.chance)


def _columns_for(wall: _Wall, colour: int, rows: Sequence[int]) -> tuple[int, ...] | None:
    """Return a column for each row so that the colour fits in all; None where there is no such."""
    lines = wall.wall
    free = [k for k in range(SIZE) if all(line[k] != colour for line in lines)]
    for columns in permutations(free, len(rows)):
        if all(lines[row][k] is None for row, k in zip(rows, columns, strict=True)):
            return columns
    return None

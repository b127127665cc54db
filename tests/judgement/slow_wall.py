"""A slow judge of the wall games, written from the rules files alone: can boards follow others?

It plays on in every way there is and looks whether it comes to what lies there.  Nothing is shared
with the engine; boards are cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

ROWS = range(5)
FLOOR = 7
MOST_TURNS = 9
"""Turns of one seat between two pictures that are tried."""

Line = tuple[str | None, int]
Lies = tuple[tuple[Line, ...], tuple[str, ...]]
"""The lines and the floor line of a board."""


@dataclass(frozen=True)
class Table:
    """What the judge is told of a game: colours, the grey side, special factories."""

    colours: tuple[str, ...]
    players: int
    grey: bool
    special: bool


def line_of(cells: Mapping[str, str], row: int) -> Line | None:
    """Return a line that lies as lines do: one colour, no gap; else None."""
    lying = [cells.get(f"line/{row}/{place}") for place in range(row + 1)]
    tiles = [tile for tile in lying if tile is not None]
    if lying[: len(tiles)] != tiles or len(set(tiles)) > 1 or "first" in tiles:
        return None
    return (tiles[0], len(tiles)) if tiles else (None, 0)


def lies(cells: Mapping[str, str]) -> Lies | None:
    """Return lines and floor of a board; None where something lies as it never can."""
    lines = [line_of(cells, row) for row in ROWS]
    floor = [cells.get(f"floor/{place}") for place in range(FLOOR)]
    tiles = [tile for tile in floor if tile is not None]
    if None in lines or floor[: len(tiles)] != tiles or tiles.count("first") > 1:
        return None
    return tuple(line for line in lines if line is not None), tuple(tiles)


def wall_of(cells: Mapping[str, str], row: int) -> dict[int, str]:
    """Return what lies on a row of the wall, by column."""
    return {c: cells[f"wall/{row}/{c}"] for c in ROWS if f"wall/{row}/{c}" in cells}


def same_wall(old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """Tell whether two boards have the same wall."""
    return all(wall_of(old, row) == wall_of(new, row) for row in ROWS)


Turns = frozenset[tuple[int, bool, bool]]
"""Ways to come to a board: number of turns, whether the marker came, and the "0" display."""


def ways(table: Table, old: Mapping[str, str], new: Mapping[str, str]) -> Turns:
    """Return how many turns of one seat lead from one board to another (R9 to R19, R55)."""
    start, goal = lies(old), lies(new)
    if start is None or goal is None or not same_wall(old, new):
        return frozenset()
    walls = tuple(frozenset(wall_of(old, row).values()) for row in ROWS)
    return _ways(table, start, goal, walls)


@cache
def _ways(table: Table, start: Lies, goal: Lies, walls: tuple[frozenset[str], ...]) -> Turns:
    found, now = set(), {(start, False, False)}
    for count in range(MOST_TURNS):
        found |= {(count, marker, free) for lying, marker, free in now if lying == goal}
        now = {each for state in now for each in _turn(table, *state, goal, walls)}
    return frozenset(found)


def _turn(
    table: Table,
    lying: Lies,
    marker: bool,
    free: bool,
    goal: Lies,
    walls: tuple[frozenset[str], ...],
) -> Iterator[tuple[Lies, bool, bool]]:
    """Yield what one turn leads to, as long as the goal can still be reached."""
    lines, floor = lying
    for colour in table.colours:
        for row in (*ROWS, None):
            room = 0 if row is None else row + 1 - lines[row][1]
            if row is not None and not _takes(lines[row], colour, room, walls[row]):
                continue
            for number in range(1, room + FLOOR - len(floor) + 3):
                fit = min(number, room)
                after = list(lines)
                if row is not None:
                    after[row] = (colour, lines[row][1] + fit)
                    if after[row][0] != goal[0][row][0] or after[row][1] > goal[0][row][1]:
                        continue
                for pieces, took in _pieces(colour, number - fit, marker):
                    for fallen, used in _display(table, pieces, free):
                        down = (*floor, *fallen)[:FLOOR]
                        if goal[1][: len(down)] == down:
                            yield (tuple(after), down), marker or took, free or used


def _takes(line: Line, colour: str, room: int, wall: frozenset[str]) -> bool:
    return room > 0 and line[0] in (None, colour) and colour not in wall


def _pieces(colour: str, number: int, marker: bool) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield what falls: the marker before the tiles, where it is taken now (R11)."""
    yield (colour,) * number, False
    if not marker:
        yield ("first",) + (colour,) * number, True


def _display(
    table: Table, pieces: tuple[str, ...], free: bool
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield what reaches the floor line: the "0" display may keep the first piece (R55)."""
    yield pieces, False
    if table.special and not free and pieces:
        yield pieces[1:], True


def turns_explain(
    table: Table,
    before: Sequence[Mapping[str, str]],
    after: Sequence[Mapping[str, str]],
    carried: int | None,
) -> bool:
    """Tell whether any number of turns, one seat after the other, leads to these boards."""
    if not counts_fit(table, after, carried):
        return False
    marker_known = any("first" in cells.values() for cells in before)
    each = [ways(table, old, new) for old, new in zip(before, after, strict=True)]
    for total in range(MOST_TURNS):
        for first in range(table.players):
            counts = [0] * table.players
            for turn in range(total):
                counts[(first + turn) % table.players] += 1
            if _together(each, counts, marker_known):
                return True
    return False


def _together(each: Sequence[Turns], counts: Sequence[int], marker_known: bool) -> bool:
    """Tell whether so many turns of each seat fit together: one marker, one "0" display."""
    ends = {(int(marker_known), 0)}
    for options, count in zip(each, counts, strict=True):
        ends = {
            (markers + marker, displays + free)
            for markers, displays in ends
            for turns, marker, free in options
            if turns == count and markers + marker <= 1 and displays + free <= 1
        }
    return bool(ends)


def counts_fit(table: Table, after: Sequence[Mapping[str, str]], carried: int | None) -> bool:
    """Tell whether the box has so many tiles, and whether so many were dealt (R4, R5)."""
    tiles = Counter(tile for cells in after for tile in cells.values())
    if any(tiles[colour] > 20 for colour in table.colours) or tiles["first"] > 1:
        return False
    if carried is None:
        return True
    came = sum(
        tile != "first" and not cell.startswith("wall/")
        for cells in after
        for cell, tile in cells.items()
    )
    return came - carried <= 4 * {2: 5, 3: 7, 4: 9}[table.players] + table.special


def tiling_explains(
    table: Table, old: Mapping[str, str], new: Mapping[str, str], *, seen: bool
) -> bool:
    """Tell whether a tiling leads from one board to another (R22 to R25, R43, R44).

    Unless ``seen``, the lines may have grown before it.
    """
    if lies(new) is None or any(cell.startswith("floor/") for cell in new):
        return False
    wall = {(r, c): tile for r in ROWS for c, tile in wall_of(old, r).items()}
    goal = {(r, c): tile for r in ROWS for c, tile in wall_of(new, r).items()}
    return _tiled_from(table, old, new, wall, goal, 0, seen)


def _tiled_from(table, old, new, wall, goal, row, seen) -> bool:
    if row == 5:
        return wall == goal
    for colour, tiles in _before_tiling(table, line_of(old, row), row, wall, seen):
        for lying, line in _handled(table, wall, row, colour, tiles):
            same = {c: t for (r, c), t in lying.items() if r == row} == wall_of(new, row)
            fits = same and line == line_of(new, row)
            if fits and _tiled_from(table, old, new, lying, goal, row + 1, seen):
                return True
    return False


def _before_tiling(table, line, row, wall, seen) -> Iterator[Line]:
    colour, tiles = line
    if seen:
        yield line
        return
    colours = (
        [c for c in table.colours if c not in [wall.get((row, k)) for k in ROWS]]
        if colour is None
        else [colour]
    )
    yield line
    for each in colours:
        for count in range(tiles + 1, row + 2):
            yield each, count


def _handled(table, wall, row, colour, tiles) -> Iterator[tuple[dict, Line]]:
    """Yield a row as it is handled: passed over, moved to the wall, or stuck."""
    if tiles <= row:
        yield wall, (colour, tiles)
        return
    order = table.colours
    free = [c for c in ROWS if (row, c) not in wall]
    if table.grey:
        fits = [
            c
            for c in free
            if colour not in [wall.get((row, k)) for k in ROWS]
            and colour not in [wall.get((k, c)) for k in ROWS]
        ]
    else:
        fits = [c for c in free if order[(c - row) % 5] == colour]
    for column in fits:
        yield {**wall, (row, column): colour}, (None, 0)
    if not fits:
        yield wall, (None, 0)

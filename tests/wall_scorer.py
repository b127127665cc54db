"""A second, slow and simple scorer of the wall games, written from the rules files alone.

It shares no code with the engine: boards are dictionaries of coordinates, counted from 1 as the
rules files do.
"""

from __future__ import annotations

FLOOR = {1: -1, 2: -1, 3: -2, 4: -2, 5: -2, 6: -3, 7: -3}


def tile_points(wall: dict[tuple[int, int], str], row: int, column: int) -> int:
    """Return what the tile just placed at (row, column) scores (R26 to R28)."""

    def reach(down: int, right: int) -> int:
        steps = 0
        while (row + (steps + 1) * down, column + (steps + 1) * right) in wall:
            steps += 1
        return steps

    across = reach(0, -1) + reach(0, 1)
    along = reach(-1, 0) + reach(1, 0)
    if not across and not along:
        return 1
    return (across + 1 if across else 0) + (along + 1 if along else 0)


def round_score(old: int, placements: list[int], floor_tiles: int) -> int:
    """Return the score after a round (R30, R31)."""
    lost = sum(FLOOR[space] for space in range(1, floor_tiles + 1))
    return max(0, old + sum(placements) + lost)


def rewards(wall: dict[tuple[int, int], str]) -> tuple[int, int, int]:
    """Return complete rows, columns and colours (R38 to R40)."""
    numbers = range(1, 6)
    rows = len([r for r in numbers if all((r, c) in wall for c in numbers)])
    columns = len([c for c in numbers if all((r, c) in wall for r in numbers)])
    tiles = list(wall.values())
    return rows, columns, len([colour for colour in set(tiles) if tiles.count(colour) >= 5])


def final_winners(scores: list[int], rows: list[int]) -> list[int]:
    """Return who wins (R41)."""
    best = max(scores)
    tied = [seat for seat, score in enumerate(scores) if score == best]
    most = max(rows[seat] for seat in tied)
    return [seat for seat in tied if rows[seat] == most]

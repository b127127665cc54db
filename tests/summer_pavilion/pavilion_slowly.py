"""An independent scorer: plain words, places on a plane, nothing shared with the engine.

It knows a board only as a history of (cell, colour) and finds everything by geometry: where spaces
lie follows from section 6.4 of the rules, neighbours and structures from distances.
"""

from __future__ import annotations

import math

STAR_AT = {0: None, 1: 180, 2: 120, 3: 60, 4: 0, 5: -60, 6: -120}
"""Star -> angle of its centre, three sides away from the middle; the middle star is there."""

CLOCK = {
    0: (12, 2, 4, 6, 8, 10), 1: (12, 2, 4, 6, 8, 10), 2: (2, 4, 6, 8, 10, 12),
    3: (4, 6, 8, 10, 12, 2), 4: (6, 8, 10, 12, 2, 4), 5: (8, 10, 12, 2, 4, 6),
    6: (10, 12, 2, 4, 6, 8),
}  # fmt: skip
"""Star -> clock direction of slots 1 to 6."""

GREY_NUMBERS = {0: (3,) * 6} | dict.fromkeys(range(1, 7), (3, 2, 1, 4, 5, 6))

POINTS = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}


def at(distance: float, angle: float) -> tuple[float, float]:
    return distance * math.cos(math.radians(angle)), distance * math.sin(math.radians(angle))


def star_centre(star: int) -> tuple[float, float]:
    angle = STAR_AT[star]
    return (0.0, 0.0) if angle is None else at(3, angle)


def centre_of(cell: str) -> tuple[float, float]:
    _, star, slot = cell.split("/")
    x, y = star_centre(int(star))
    dx, dy = at(math.sqrt(3) / 2, 90 - 30 * CLOCK[int(star)][int(slot) - 1])
    return x + dx, y + dy


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return math.dist(one, other)


CELLS = [f"star/{star}/{slot}" for star in range(7) for slot in range(1, 7)]


def neighbours(cell: str) -> list[str]:
    """Spaces of the same star whose middles are nearest: 0.866 of a side away."""
    same = [other for other in CELLS if other.split("/")[1] == cell.split("/")[1]]
    return [other for other in same if 0.1 < apart(centre_of(cell), centre_of(other)) < 1.0]


def structures() -> dict[tuple[str, int], tuple[int, list[str]]]:
    """Name -> (bonus tiles, cells around): the nearest spaces to where each one stands."""
    found = {}
    for star in range(1, 7):
        angle = float(STAR_AT[star] or 0)
        following = star_centre(star % 6 + 1)
        x, y = star_centre(star)
        places = {
            "pillar": (1, at(1.5, angle), 4),
            "statue": (2, ((x + following[0]) / 2, (y + following[1]) / 2), 4),
            "window": (3, at(4.4, angle), 2),
        }
        for kind, (bonus, place, number) in places.items():
            nearest = sorted(CELLS, key=lambda cell: apart(centre_of(cell), place))
            found[kind, star] = (bonus, nearest[:number])
    return found


STRUCTURES = structures()


def group(board: dict[str, str], cell: str) -> int:
    """Size of the unbroken group of a placed tile."""
    seen, to_do = {cell}, [cell]
    while to_do:
        for other in neighbours(to_do.pop()):
            if other in board and other not in seen:
                seen.add(other)
                to_do.append(other)
    return len(seen)


def bonus_tiles(board: dict[str, str], cell: str) -> int:
    """Bonus tiles for what the tile on ``cell`` has completed."""
    total = 0
    for bonus, around in STRUCTURES.values():
        if cell in around and all(other in board for other in around):
            total += bonus
    return total


def number_on(cell: str, *, grey: bool) -> int:
    _, star, slot = cell.split("/")
    return GREY_NUMBERS[int(star)][int(slot) - 1] if grey else int(slot)


def end_bonus(board: dict[str, str], *, grey: bool) -> int:
    total = 0
    for star in range(7):
        colours = [
            board[cell] for cell in CELLS if cell.startswith(f"star/{star}/") and cell in board
        ]
        if len(colours) == 6:
            total += POINTS[colours[0]] if len(set(colours)) == 1 else 12
    for number, points in ((1, 4), (2, 8), (3, 12), (4, 16)):
        if all(cell in board for cell in CELLS if number_on(cell, grey=grey) == number):
            total += points
    return total


class SlowGame:
    """The score sheet of one player, kept from what the player is seen to do."""

    def __init__(self, *, grey: bool) -> None:
        self.grey = grey
        self.board: dict[str, str] = {}
        self.score = 5

    def lose(self, points: int) -> None:
        for _ in range(points):
            if self.score > 1:
                self.score -= 1

    def place(self, cell: str, colour: str) -> int:
        """Score a tile; returns the bonus tiles it brings."""
        self.board[cell] = colour
        self.score += group(self.board, cell)
        return bonus_tiles(self.board, cell)

    def finish(self, corner_tiles: int) -> int:
        self.score += end_bonus(self.board, grey=self.grey)
        self.lose(corner_tiles)
        return self.score

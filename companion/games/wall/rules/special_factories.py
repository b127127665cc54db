"""Master Chocolatier's special factories: the gold sides and their effects (CH-R46 to CH-R58)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.common.sack import plus
from companion.games.common.tuples import put
from companion.games.wall.data import DISPLAYS, SIZE
from companion.games.wall.position import Counts

EXTRA = "extra"
"""Effect 1: one more tile from the bag."""
COLLECT = tuple(f"collect-{colour}" for colour in ("blue", "brown", "cream", "black", "red"))
"""Effect 2: a tile of this colour from each neighbour.  In the order of the game's colours."""
STAY = "stay"
"""Effect 3: what is not taken stays on the display."""
PASS = "pass"
"""Effect 4: what is not taken goes to the two neighbours."""
FREE = "free"
"""Effect 5, the "0": the display itself goes beside the floor line and holds one tile free."""
TAKEN = "taken"
"""The place in the circle from which the "0" display has gone this round."""

GOLD_SIDES = (EXTRA, *COLLECT, STAY, PASS, FREE)


def drawn_sides(players: int, chance: Random) -> tuple[str | None, ...]:
    """Return a random circle of displays, as many gold sides up as there are players (R46)."""
    circle: list[str | None] = list(chance.sample(GOLD_SIDES, DISPLAYS[players]))
    blue = chance.sample(range(len(circle)), len(circle) - players)
    return tuple(None if place in blue else side for place, side in enumerate(circle))


def neighbours(sides: Sequence[str | None], place: int) -> tuple[int, int]:
    """Return the next displays to the left and to the right that still lie there (R48)."""
    count = len(sides)
    return _next(sides, place, count - 1), _next(sides, place, 1)


def _next(sides: Sequence[str | None], place: int, step: int) -> int:
    place = (place + step) % len(sides)
    while sides[place] == TAKEN:
        place = (place + step) % len(sides)
    return place


def setup_order(sides: Sequence[str | None], order: str) -> list[int]:
    """Return the displays with an effect at set-up, in the order they are carried out.

    ``order`` is the option ``special_setup_order``; within it the circle decides.
    """
    extra = [place for place, side in enumerate(sides) if side == EXTRA]
    collectors = [place for place, side in enumerate(sides) if side in COLLECT]
    if order == "clockwise":
        return sorted(extra + collectors)
    return extra + collectors if order == "extra-tile-first" else collectors + extra


def collect(
    displays: tuple[Counts, ...], sides: Sequence[str | None], place: int
) -> tuple[Counts, ...]:
    """Carry out effect 2: one tile of the colour from each neighbour that has it (R50)."""
    colour = COLLECT.index(sides[place] or "")
    one = tuple(int(index == colour) for index in range(SIZE))
    for neighbour in neighbours(sides, place):
        if displays[neighbour] and displays[neighbour][colour]:
            left = tuple(map(int.__sub__, displays[neighbour], one))
            displays = put(displays, neighbour, left if any(left) else ())
            displays = put(displays, place, plus(displays[place] or (0,) * SIZE, one))
    return displays


def pass_on(
    displays: tuple[Counts, ...],
    sides: Sequence[str | None],
    place: int,
    rest: Counts,
    left: Sequence[int],
) -> tuple[Counts, ...]:
    """Carry out effect 4: each colour of ``rest`` as a whole to one neighbour (R52, R53)."""
    to_left = tuple(count if colour in left else 0 for colour, count in enumerate(rest))
    to_right = tuple(0 if colour in left else count for colour, count in enumerate(rest))
    for neighbour, tiles in zip(neighbours(sides, place), (to_left, to_right), strict=True):
        if any(tiles):
            moved = plus(displays[neighbour] or (0,) * SIZE, tiles)
            displays = put(displays, neighbour, moved)
    return displays

"""The player board as data: stars, spaces, numbers and what stands between them.

A space is an index 0 to 41: six times the star plus slot - 1.  Star 0 is the one in the middle,
stars 1 to 6 go clockwise from the left (purple), as in the board file.  Slots 1 to 6 go clockwise
around the star and are next to each other as a ring.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.summer_pavilion.tiles import COLOURS, INDEX

MIDDLE = 0
STARS = 7
SLOTS = 6
SPACES = STARS * SLOTS
CORNERS = 4

STAR_NAMES = ("middle", "left", "upper left", "upper right", "right", "lower right", "lower left")
STAR_COLOURS = ("purple", "orange", "red", "blue", "yellow", "green")
"""Colours of the stars 1 to 6 on the coloured side."""

CELLS = tuple(f"star/{star}/{slot}" for star in range(STARS) for slot in range(1, SLOTS + 1))
"""Cell ids of the spaces, by index."""

SPACE = {cell: index for index, cell in enumerate(CELLS)}
"""Cell id -> index of the space."""

CORNER_CELLS = tuple(f"corner/{corner}" for corner in range(CORNERS))

ALL_CELLS = frozenset(CELLS + CORNER_CELLS)

Spaces = tuple[int | None, ...]
"""What lies on the 42 spaces: a colour's index, or None."""

EMPTY: Spaces = (None,) * SPACES


_SPACES_OF = tuple(range(star * SLOTS, star * SLOTS + SLOTS) for star in range(STARS))


def cells_of(spaces: Spaces) -> dict[str, str]:
    """Return the filled spaces as cells, with their colours by name."""
    pairs = zip(CELLS, spaces, strict=True)
    return {cell: COLOURS[tile] for cell, tile in pairs if tile is not None}


def spaces_of(star: int) -> range:
    """Return the indices of a star's six spaces, slot 1 first."""
    return _SPACES_OF[star]


def lying_on(spaces: Spaces, star: int) -> Spaces:
    """Return what lies on a star's six spaces, slot 1 first."""
    return spaces[star * SLOTS : star * SLOTS + SLOTS]


def star_of(space: int) -> int:
    """Return the star that a space belongs to."""
    return space // SLOTS


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the player boards: printed numbers and printed colours.

    ``numbers`` has the number on each of the 42 spaces; ``colours`` the printed colour of each
    star, None where it has none.  ``free`` tells that such stars may be single-coloured too
    (SP-R47); the middle star of the coloured side may not (SP-R22).
    """

    name: str
    numbers: tuple[int, ...]
    colours: tuple[int | None, ...]
    free: bool

    def spaces_with(self, number: int) -> tuple[int, ...]:
        """Return the spaces that show a number."""
        return tuple(space for space in range(SPACES) if self.numbers[space] == number)


COLOURED = Side(
    name="coloured",
    numbers=(1, 2, 3, 4, 5, 6) * STARS,
    colours=(None, *(INDEX[name] for name in STAR_COLOURS)),
    free=False,
)
GREY = Side(
    name="grey",
    numbers=(3,) * SLOTS + (3, 2, 1, 4, 5, 6) * (STARS - 1),
    colours=(None,) * STARS,
    free=True,
)
SIDES = {side.name: side for side in (COLOURED, GREY)}


@dataclass(frozen=True, slots=True)
class Structure:
    """A pillar, statue or window, and the spaces around it (SP-R30)."""

    kind: str
    bonus: int
    spaces: tuple[int, ...]


def _index(star: int, slot: int) -> int:
    """Return a space by star and slot; slot and outer star may run on around their rings."""
    return star * SLOTS + (slot - 1) % SLOTS


def _pillar(star: int) -> Structure:
    facing = star + 4  # slot of the middle star that faces this outer star, with the next one
    around = (_index(star, 2), _index(star, 3), _index(MIDDLE, facing), _index(MIDDLE, facing + 1))
    return Structure("pillar", 1, around)


def _statue(star: int) -> Structure:
    following = star % (STARS - 1) + 1
    around = (_index(star, 1), _index(star, 2), _index(following, 3), _index(following, 4))
    return Structure("statue", 2, around)


def _window(star: int) -> Structure:
    return Structure("window", 3, (_index(star, 5), _index(star, 6)))


STRUCTURES = tuple(build(star) for build in (_pillar, _statue, _window) for star in range(1, STARS))

BESIDE = tuple(
    tuple(structure for structure in STRUCTURES if space in structure.spaces)
    for space in range(SPACES)
)
"""By space: the structures that it touches."""

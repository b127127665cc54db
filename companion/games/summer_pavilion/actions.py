"""What a player can do, one small value for each kind of action.

There are few enough different actions that each is made once; the tables below hold them, so
that listing the legal ones makes nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.common.sack import Counts
from companion.games.summer_pavilion.layout import CELLS, CORNERS
from companion.games.summer_pavilion.tiles import COLOURS, named, selections

MOST_DISPLAYS = 9
HIGHEST_NUMBER = 6


@dataclass(frozen=True, slots=True)
class Take:
    """Take all tiles of a colour, and one wild tile where there is one (SP-R10 to SP-R14).

    ``display`` counts from 0; None is the centre of the table.
    """

    display: int | None
    colour: str


@dataclass(frozen=True, slots=True)
class Place:
    """Place one tile of ``colour`` on a space and pay for it (SP-R19 to SP-R24).

    ``tiles`` of the colour itself are spent, the placed one among them, and ``wilds`` of the wild
    colour beside them.  Where the colour is the wild one, all count as ``tiles``.
    """

    cell: str
    colour: str
    tiles: int
    wilds: int


@dataclass(frozen=True, slots=True)
class TakeBonus:
    """Take tiles from the supply for what has been completed (SP-R30)."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Place no more tiles in this round (SP-R35); what to keep is said with ``Keep``."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Put tiles on corner spaces and throw the others away (SP-R36, SP-R37)."""

    tiles: tuple[str, ...]


Action = Take | Place | TakeBonus | Pass | Keep

PASS = Pass()

TAKES: dict[int | None, tuple[Take, ...]] = {
    display: tuple(Take(display, colour) for colour in COLOURS)
    for display in (*range(MOST_DISPLAYS), None)
}
"""By display (None: the centre) and colour."""

PLACES = tuple(
    tuple(
        tuple(
            tuple(Place(cell, colour, tiles, number - tiles) for tiles in range(1, number + 1))
            for number in range(HIGHEST_NUMBER + 1)
        )
        for colour in COLOURS
    )
    for cell in CELLS
)
"""By space, colour, printed number and tiles of the colour itself - 1."""

MOST_BONUS_TILES = 3
MOST_KEPT = CORNERS


def _choices(most: int) -> list[Counts]:
    plenty = (most,) * len(COLOURS)
    return [tiles for size in range(most + 1) for tiles in selections(plenty, size)]


BONUSES = {tiles: TakeBonus(named(tiles)) for tiles in _choices(MOST_BONUS_TILES)}
KEEPS = {tiles: Keep(named(tiles)) for tiles in _choices(MOST_KEPT)}
"""By counts of the tiles taken or kept."""

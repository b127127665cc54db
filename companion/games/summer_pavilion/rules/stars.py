"""What may lie on one star, and what it scores when it is complete."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.summer_pavilion.layout import SLOTS, Side, Spaces, spaces_of
from companion.games.summer_pavilion.tiles import COLOURS

EVERY_COLOUR = tuple(range(len(COLOURS)))

MULTICOLOURED = 12
"""Points of a complete star with six different colours (SP-R42)."""

_WORTH = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}

COMPLETE_STAR = tuple(_WORTH[name] for name in COLOURS)
"""By colour: points of a complete star of that colour (SP-R42)."""

_NEEDED_COLOUR = tuple((colour,) for colour in EVERY_COLOUR)


def tiles_on(spaces: Spaces, star: int) -> tuple[int, ...]:
    """Return the colours of a star's tiles, slot by slot, empty spaces left out."""
    first = star * SLOTS
    return tuple(tile for tile in spaces[first : first + SLOTS] if tile is not None)


def fitting_colours(side: Side, star: int, tiles: Collection[int]) -> tuple[int, ...]:
    """Return the colours that may be added to a star with ``tiles`` (SP-R21, SP-R22, SP-R47)."""
    printed = side.colours[star]
    if printed is not None:
        return _NEEDED_COLOUR[printed]
    if side.free and len(tiles) < 2:
        return EVERY_COLOUR
    different = set(tiles)
    if len(tiles) > 1 and len(different) == 1:
        return _NEEDED_COLOUR[different.pop()]
    return tuple(colour for colour in EVERY_COLOUR if colour not in different)


def colour_rule(side: Side, star: int) -> str:
    """Return the id of the rule that says which colours a star takes."""
    if side.colours[star] is not None:
        return "SP-R21"
    return "SP-R47" if side.free else "SP-R22"


def star_points(spaces: Spaces, star: int) -> int:
    """Return the end bonus of a star: 0 unless it is complete (SP-R42, SP-R48)."""
    tiles = {spaces[space] for space in spaces_of(star)}
    if None in tiles:
        return 0
    if len(tiles) > 1:
        return MULTICOLOURED
    (colour,) = tiles
    return COMPLETE_STAR[colour] if colour is not None else 0

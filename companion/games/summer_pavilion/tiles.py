"""Tiles and how many there are: six colours, counted in the order in which they are wild."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from companion.games.common.sack import Counts

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
"""The colours in the order of the rounds in which they are wild (SP-R3)."""

INDEX = {name: number for number, name in enumerate(COLOURS)}
"""Colour name -> its place in ``COLOURS`` and in every ``Counts``."""

TILES_PER_COLOUR = 22

NO_TILES: Counts = (0,) * len(COLOURS)
ALL_TILES: Counts = (TILES_PER_COLOUR,) * len(COLOURS)

_PILES = tuple(
    tuple(
        tuple(number if each == colour else 0 for each in range(len(COLOURS)))
        for number in range(TILES_PER_COLOUR + 1)
    )
    for colour in range(len(COLOURS))
)
"""By colour and number: that many tiles of one colour."""


def plus(left: Counts, right: Counts) -> Counts:
    """Return the tiles of both; written out, for complete play does little else."""
    a, b, c, d, e, f = left
    u, v, w, x, y, z = right
    return (a + u, b + v, c + w, d + x, e + y, f + z)


def minus(left: Counts, right: Counts) -> Counts:
    """Return ``left`` without ``right``; the caller has checked that they are there."""
    a, b, c, d, e, f = left
    u, v, w, x, y, z = right
    return (a - u, b - v, c - w, d - x, e - y, f - z)


def one(colour: int, number: int = 1) -> Counts:
    """Return ``number`` tiles of one colour."""
    return _PILES[colour][number]


def counted(names: Iterable[str]) -> Counts:
    """Return the counts of tiles given by name; ``KeyError`` for a name that is no colour."""
    counts = [0] * len(COLOURS)
    for name in names:
        counts[INDEX[name]] += 1
    return tuple(counts)


def named(counts: Counts) -> tuple[str, ...]:
    """Return the tiles by name, in the order of ``COLOURS``."""
    return tuple(name for name, number in zip(COLOURS, counts, strict=True) for _ in range(number))


def selections_up_to(counts: Counts, most: int) -> list[Counts]:
    """Return every way to choose at most ``most`` of the tiles, the largest choices first.

    Those of one size come as from ``selections``.
    """
    chosen: list[tuple[Counts, int]] = [((), most)]
    for number in counts:
        chosen = [
            ((*before, some), left - some)
            for before, left in chosen
            for some in range(min(number, left), -1, -1)
        ]
    chosen.sort(key=itemgetter(1))
    return [tiles for tiles, _ in chosen]


def selections(counts: Counts, size: int) -> list[Counts]:
    """Return every way to choose ``size`` of the tiles, the first colours first."""
    chosen: list[tuple[Counts, int]] = [((), size)]
    for colour, number in enumerate(counts):
        later = sum(counts[colour + 1 :])
        chosen = [
            ((*before, some), missing - some)
            for before, missing in chosen
            for some in range(min(number, missing), max(0, missing - later) - 1, -1)
        ]
    return [tiles for tiles, missing in chosen if not missing]

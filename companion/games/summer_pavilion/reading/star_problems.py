"""Tiles whose colour does not fit their star (SP-R21, SP-R22, SP-R47)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.games.base import Cells, Problem
from companion.games.summer_pavilion.layout import CELLS, STAR_NAMES, Side, spaces_of
from companion.games.summer_pavilion.reading.span import colour_of
from companion.games.summer_pavilion.tiles import COLOURS

Tiles = Mapping[str, int]
"""Cell -> colour, of one star."""


def star_faults(side: Side, star: int, board: Cells, before: Cells | None) -> Iterator[Problem]:
    """Yield the tiles of one star that do not fit; with ``before`` the new ones are to blame."""
    tiles = _tiles(star, board)
    old = _tiles(star, before or {})
    kept = {cell: colour for cell, colour in tiles.items() if old.get(cell) == colour}
    printed = side.colours[star]
    if printed is not None:
        yield from _wrong_colour(star, tiles, printed)
    elif side.free:
        yield from _neither_one_nor_all(star, tiles, kept)
    else:
        text = "The middle star has {colour} twice: each of its six tiles has another colour."
        yield from _twice("SP-R22", text, tiles, kept)


def _tiles(star: int, board: Cells) -> dict[str, int]:
    found = {}
    for space in spaces_of(star):
        colour = colour_of(board.get(CELLS[space]))
        if colour is not None:
            found[CELLS[space]] = colour
    return found


def _wrong_colour(star: int, tiles: Tiles, printed: int) -> Iterator[Problem]:
    text = "A {colour} tile lies on the {star} star: only {right} fits there."
    for cell, colour in tiles.items():
        if colour != printed:
            names = {"colour": COLOURS[colour], "right": COLOURS[printed]}
            yield Problem("SP-R21", (cell,), text, {**names, "star": STAR_NAMES[star]})


def _twice(rule: str, text: str, tiles: Tiles, kept: Tiles, **values: object) -> Iterator[Problem]:
    """Yield each colour that lies on a star more than once.

    The new tiles are to blame; all of them where none is new.
    """
    counts = Counter(tiles.values())
    for colour in sorted(colour for colour, number in counts.items() if number > 1):
        cells = tuple(cell for cell in tiles if tiles[cell] == colour)
        blamed = tuple(cell for cell in cells if cell not in kept) or cells
        yield Problem(rule, blamed, text, {**values, "colour": COLOURS[colour]})


def _neither_one_nor_all(star: int, tiles: Tiles, kept: Tiles) -> Iterator[Problem]:
    """Yield the tiles that keep a free star from being of one colour or of all different ones."""
    different = len(set(tiles.values()))
    if different in (1, len(tiles)) or not tiles:
        return
    values: dict[str, str] = {"star": STAR_NAMES[star]}
    settled = set(kept.values())
    if len(kept) > 1 and len(settled) == 1:
        (colour,) = settled
        text = "The {star} star is all {colour}: only {colour} fits there."
        cells = tuple(cell for cell in tiles if tiles[cell] != colour)
        yield Problem("SP-R47", cells, text, {**values, "colour": COLOURS[colour]})
    elif len(kept) > 1 and len(settled) == len(kept):
        text = "The {star} star has different colours: {colour} lies there already."
        yield from _twice("SP-R47", text, tiles, kept, **values)
    else:
        text = "The tiles of the {star} star must be all of one colour or all different."
        cells = tuple(cell for cell in tiles if cell not in kept) or tuple(tiles)
        yield Problem("SP-R47", cells, text, values)

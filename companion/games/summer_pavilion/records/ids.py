"""How the record files name stars and number legal moves."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from companion.games.summer_pavilion.actions import Action, Place, Take
from companion.games.summer_pavilion.layout import CELLS, MIDDLE, SLOTS, STAR_COLOURS, star_of
from companion.games.summer_pavilion.tiles import COLOURS, INDEX

CENTRE = "centre"
"""The centre of the table as a source, and the middle star as a star."""

STAR_BY_NAME = {CENTRE: MIDDLE, **{name: 1 + place for place, name in enumerate(STAR_COLOURS)}}
"""The record's name of a star -> its number on the board."""

_STAR_ID = {STAR_BY_NAME[name]: number for number, name in enumerate((*COLOURS, CENTRE))}
_CENTRE_ID = 9
_PASS_ID = 9999
_MOST_TILES = 7


def action_id(action: Action) -> int:
    """Return the number by which the records know a legal move."""
    if isinstance(action, Take):
        source = _CENTRE_ID if action.display is None else action.display
        return source * len(COLOURS) + INDEX[action.colour]
    if isinstance(action, Place):
        space = CELLS.index(action.cell)
        place = _STAR_ID[star_of(space)] * SLOTS + space % SLOTS
        return (place * len(COLOURS) + INDEX[action.colour]) * _MOST_TILES + action.tiles
    return _PASS_ID


def checksum(actions: Iterable[Action]) -> int:
    """Return the CRC of the sorted numbers of legal moves, joined with commas."""
    return crc32(",".join(map(str, sorted(map(action_id, actions)))).encode())

"""Whether the "0" display was empty when a stuck line fell, which no camera shows (CH-R55)."""

from __future__ import annotations

import pytest

from companion import games
from companion.games.base import FIRST, Checkpoint, Moment, Setup
from companion.games.wall.advance import FREE_AS_EMPTY, FREE_AS_USED

OFFER_END, TILED = Checkpoint.OFFER_END, Checkpoint.TILED
GAME = games.game(
    Setup("master-chocolatier", "grey", scores=(7, 7), options={"special_factories": True})
)
FULL = {f"floor/{place}": "black" for place in range(7)}
MARKER = {"floor/0": FIRST}
LINES = {f"line/{row}/{place}": "blue" for row in (1, 2, 3, 4) for place in range(min(4, row + 1))}
WALL = {
    "wall/0/0": "blue",
    "wall/0/1": "brown",
    "wall/0/2": "black",
    "wall/0/3": "cream",
    "wall/1/4": "red",
}
STUCK = WALL | {"line/0/0": "red"}
"""The last space of row 1 takes no red tile, so its line falls: a tile that costs a point."""

IN_LINES = LINES | MARKER | {"line/4/4": "blue"} | {f"floor/{n}": "black" for n in range(1, 6)}
"""What lies on the other board where all 20 tiles dealt are seen but for the holder's."""

EXTRA = IN_LINES | {"floor/6": "black"}
ON_FLOOR = STUCK | {"floor/0": "brown"}


@pytest.mark.parametrize(
    ("other", "mine", "total", "said"),
    [
        (MARKER, STUCK, 6, None),
        (FULL, STUCK, 7, (FREE_AS_EMPTY, 6)),
        (IN_LINES, STUCK, 7, (FREE_AS_EMPTY, 6)),
        (EXTRA, STUCK, 7, None),
        (FULL, ON_FLOOR, 5, (FREE_AS_USED, 6)),
        (IN_LINES, ON_FLOOR, 6, None),
    ],
    ids=[
        "a tile dealt lies nowhere else",
        "it may be in the lid",
        "all 20 are seen, an extra one may lie there",
        "all 20 are seen and an extra one",
        "what lies on the floor may have come before the display",
        "all and an extra one are seen, so it has",
    ],
)
def test_what_lies_on_the_display_follows_from_the_tiles_dealt_or_is_said(other, mine, total, said):
    before = GAME.advance(GAME.empty_table(), Moment(TILED, 1), ({}, WALL)).table
    offer = Moment(OFFER_END, 2, told={"free_floor": 1})
    offered = GAME.advance(before, offer, (other, mine)).table
    outcome = GAME.advance(offered, Moment(TILED, 2), ({}, WALL))
    notices = [(each.template, each.values["score"]) for _, each in outcome.notices]
    assert (outcome.table.scores[1], notices) == (total, [said] if said else [])


def test_nothing_is_said_where_it_makes_no_difference():
    before = GAME.advance(GAME.empty_table(), Moment(TILED, 1), ({}, {})).table
    offer = Moment(OFFER_END, 2, told={"free_floor": 1})
    offered = GAME.advance(before, offer, (FULL, {"line/0/0": "red"})).table
    assert not GAME.advance(offered, Moment(TILED, 2), ({}, {"wall/0/0": "red"})).notices

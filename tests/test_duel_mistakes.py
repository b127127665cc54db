"""Mistakes of several tiles are among the options, and every one of them is found to be wrong."""

import pytest
from duel_tables import board

from companion.games import game
from companion.games.azul_duel.reading.cells import cells_of
from companion.games.base import Checkpoint, Moment, Setup, Table

SETUP = Setup("azul-duel", goals=("G1", "G2", "G3"))
RULES = game(SETUP)
OFFER_END = board(
    """
        R | RB .. ..
       YY | .. .. ..
      ..R | .. .. ..
     BBBB | .. .. ..
    .KKKK | .. .. ..
   ....TT | .. .. ..
    """,
    "0/0=18.2 1/1=10.0 2/2=3.2",
    first=True,
)
BEFORE = Table(SETUP, 1, Checkpoint.OFFER_END, (cells_of(OFFER_END), {}), (5, 5), 0)
TILED = Moment(Checkpoint.TILED, 1)
NEXT = Moment(Checkpoint.OFFER_END, 2)


def lying(before, moment, part, option):
    """Return the legal board after ``moment`` with one part lying as an option says.

    Of several contents allowed on a cell the first in order is taken.
    """
    cells = {}
    for legal in RULES.successors(before, moment)[0]:
        for cell, allowed in zip(legal.cells, legal.options[0], strict=True):
            cells[cell] = sorted(allowed, key=repr)[0]
    for cell, allowed in zip(part.cells, option, strict=True):
        cells[cell] = None if None in allowed else sorted(allowed, key=repr)[0]
    return {cell: content for cell, content in cells.items() if content is not None}


def rightly(before, moment):
    """Return the legal board after ``moment`` whose every part lies by its first option."""
    part = RULES.successors(before, moment)[0][0]
    return lying(before, moment, part, part.options[0])


def every_mistake(before, moment):
    for part in RULES.mistakes(before, moment)[0]:
        for option in part.options:
            yield lying(before, moment, part, option)


@pytest.mark.parametrize("moment", [TILED, NEXT], ids=["tiled", "offer-end"])
def test_every_listed_mistake_is_a_problem(moment):
    before = BEFORE
    if moment is NEXT:
        before = Table(SETUP, 1, Checkpoint.TILED, (rightly(BEFORE, TILED), {}), (5, 5), 0)
    wrong = list(every_mistake(before, moment))
    assert len(wrong) > 15
    for cells in wrong:
        assert RULES.problems_at(before, moment, 0, cells), cells


@pytest.mark.parametrize(
    ("change", "gone"),
    [
        ({"line/1/0": "yellow", "line/1/1": "yellow"}, ("dome/1/0", "dome/1/1")),
        ({"line/1/0": "yellow", "line/1/1": "yellow"}, ()),
        ({"line/1/1": "yellow"}, ()),
        ({"dome/1/1": "yellow"}, ("dome/1/0",)),
        ({"dome/5/5": "turquoise"}, ("line/5/0", "line/5/1")),
        ({"dome/2/2": "red"}, ("line/2/0",)),
    ],
    ids=["forgotten", "not cleared", "rest left", "wrong space", "two of six", "one of three"],
)
def test_what_people_get_wrong_in_phase_2_is_listed(change, gone):
    right = rightly(BEFORE, TILED)
    wrong = {cell: lies for cell, lies in (right | change).items() if cell not in gone}
    known = any(
        all(wrong.get(c) in a for c, a in zip(part.cells, option, strict=True))
        for part in RULES.mistakes(BEFORE, TILED)[0]
        for option in part.options
    )
    one_cell = len(set(wrong.items()) ^ set(right.items())) == 1
    assert known or one_cell


def test_a_moved_dome_tile_is_a_known_mistake():
    cells = dict(cells_of(OFFER_END))
    before = Table(SETUP, 1, Checkpoint.TILED, (cells, {}), (5, 5), 0)
    (part,) = [p for p in RULES.mistakes(before, NEXT)[0] if p.cells[0] == "place/0/0"]
    assert len(part.options) == 3
    tile = cells["place/0/0"]
    for option in part.options:
        allowed = dict(zip(part.cells, option, strict=True))
        if allowed["place/0/0"] == {None}:
            assert tile in allowed["place/0/1"]
            assert None in allowed["place/0/1"]

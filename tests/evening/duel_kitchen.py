"""The first round of a Duel at the kitchen table: dome tiles, stacks and chips to be misread."""

from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Setup
from companion.journal import Seating

SEATING = Seating(Setup("azul-duel", goals=("G1", "G2", "G3")), ("Ada", "Ben"))
EMPTY = ({}, {})
OPENING = ({"place/0/0": TURNED[15][0]}, {"place/2/2": TURNED[6][0]})
OFFER = (
    {
        **OPENING[0], "place/0/1": TURNED[2][0], "place/1/0": TURNED[3][0],
        "line/0/0": "turquoise", "line/2/0": "red", "line/2/1": "red", "start": "first",
    },
    {
        **OPENING[1], "place/2/1": TURNED[10][0], "place/2/0": TURNED[12][0],
        "line/1/0": "black", "broken": ("black",),
    },
)  # fmt: skip
TILED = (
    {k: v for k, v in OFFER[0].items() if k != "line/0/0"} | {"dome/0/1": "turquoise"},
    {k: v for k, v in OFFER[1].items() if k != "broken"},
)
PAID = (
    {k: v for k, v in TILED[0].items() if not k.startswith("line/2/")} | {"dome/2/0": "red"},
    TILED[1],
)
"""The third line of seat 0 moved too, though a tile was missing: chips must have paid (DU-R37)."""


def a_round(kitchen):
    """Play the round to its end; the readings are 0 to 3."""
    evening = kitchen.start(seating=SEATING)
    kitchen.sees(EMPTY, OPENING, OFFER, TILED)
    assert evening.state.reading == 3, evening.state.report
    return evening

"""Faults of every kind put into random evenings: each is found by its rule, on its cell.

No other board is accused, little else is said, nothing is taken over, and with the next legal
picture the evening goes on with the right scores.
"""

from __future__ import annotations

from random import Random

import judged_duel_faults
import judged_pavilion_faults
import judged_wall_faults
import pytest
from judged_evenings import evening
from judged_faulty import Findings, put_in

from companion import games
from companion.games.base import Checkpoint, Moment, Setup
from companion.reconcile import reconcile

SPECIAL = {"special_factories": True}
DUEL = Setup("azul-duel", goals=("G1", "G5", "G8"))
WALL, PAVILION = judged_wall_faults.FAULTS, judged_pavilion_faults.FAULTS
KINDS = {
    "azul": (Setup("azul"), WALL, 0.6),
    "azul, grey": (Setup("azul", "grey"), WALL, 0.6),
    "chocolatier, special": (Setup("master-chocolatier", players=3, options=SPECIAL), WALL, 0.3),
    "pavilion": (Setup("summer-pavilion"), PAVILION, 0.5),
    "pavilion, grey": (Setup("summer-pavilion", "grey", players=3), PAVILION, 0.3),
    "duel": (DUEL, judged_duel_faults.FAULTS, 0.2),
}
MORE = {
    "mini, grey": (Setup("azul-mini", "grey", players=3), WALL, 1.0),
    "chocolatier": (Setup("master-chocolatier", players=4), WALL, 1.0),
}
NOT_ON = {
    "coloured": {"colour_twice_in_a_column", "stuck_line_left", "neither_one_colour_nor_all"},
    "grey": {
        "wrong_wall_space",
        "wall_tile_moved",
        "tile_on_a_wrong_space",
        "wrong_colour",
        "colour_twice_in_the_middle",
    },
}
"""Faults that a side of the board does not know."""


def found_in(name, seeds, share=None):
    setup, faults, usual = {**KINDS, **MORE}[name]
    found = Findings()
    for seed in seeds:
        chance = Random(seed)
        put_in(evening(setup, seed, turns=seed % 2 == 1), faults, chance, found, share or usual)
    print(
        f"\n{name}: {found.faults.total()} faults, {len(found.wrong)} wrong; {dict(found.faults)}"
    )
    return found


@pytest.mark.parametrize("name", KINDS)
def test_faults_are_found_for_what_they_are(name):
    found = found_in(name, [11])
    assert found.wrong == []
    assert found.faults.total() > 15


@pytest.mark.long
@pytest.mark.parametrize("name", [*KINDS, *MORE])
def test_every_fault_is_found_in_many_evenings(name):
    setup, faults, _ = {**KINDS, **MORE}[name]
    found = found_in(name, range(20, 26), share=1.0)
    assert len(found.wrong) * 200 <= found.faults.total(), found.wrong[:5]
    every = {fault.__name__ for some in faults.values() for fault in some}
    assert every - set(found.faults) <= NOT_ON[setup.variant]


def test_five_broken_tiles_told_are_too_many():
    rules, empty = games.game(DUEL), games.game(DUEL).empty_table()
    moment = Moment(Checkpoint.OFFER_END, 1, None, {"broken": [5, 0], "drawn": [0, 0]})
    seen = [{"broken": {None: -9.0, (None, None, None, None, "red"): 0.0}}, {}]
    reading = reconcile(rules, empty, moment, seen)
    assert "DU-R32" in [problem.rule for problem in reading.boards[0].problems]

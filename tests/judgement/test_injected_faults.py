"""Faults of every kind put into random evenings: each is found by its rule, on its cell.

No other board is accused, little else is said, nothing is taken over, and with the next legal
picture the evening goes on with the right scores.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import judged_duel_faults
import judged_pavilion_faults
import judged_wall_faults
import pytest
from judged_evenings import evening
from judged_faulty import Findings, put_in
from judged_forgetting import taken
from judged_sightings import sighting

from companion import games
from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Checkpoint, Moment, Setup
from companion.reconcile import reconcile

SPECIAL = {"special_factories": True}
STARS = [f"star/{star}/{slot}" for star in range(7) for slot in range(1, 7)]
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
MUCH_ALIKE = ("chocolatier, special", "pavilion, grey")
"""To others, whose faults are of the same kinds."""

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


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in MUCH_ALIKE)) for name in KINDS]
)
def test_faults_are_found_for_what_they_are(name):
    found = found_in(name, [11])
    assert found.unnamed == found.wrong == []
    assert found.faults.total() > 15


@pytest.mark.long
@pytest.mark.parametrize("name", [*KINDS, *MORE])
def test_every_fault_is_found_in_many_evenings(name):
    setup, faults, _ = {**KINDS, **MORE}[name]
    found = found_in(name, range(20, 26), share=1.0)
    assert len(found.unnamed) * 1000 <= found.faults.total(), found.unnamed[:5]
    assert len(found.wrong) * 200 <= found.faults.total(), found.wrong[:5]
    every = {fault.__name__ for some in faults.values() for fault in some}
    assert every - set(found.faults) <= NOT_ON[setup.variant]


@pytest.mark.parametrize("variant", ["coloured", "grey"])
def test_a_tile_placed_after_passing_is_named_whoever_presses(variant):
    setup, tried = Setup("summer-pavilion", variant, players=3), 0
    for one in taken(evening(setup, 5), Random(5), 0.0):
        game, moment = one.sitting.game, one.moment
        passed = one.base.facts.get("passed", ()) if moment.round == one.base.round else ()
        for seat in passed:
            free = [c for c in STARS if c not in one.boards[seat]]
            late = {**one.boards[seat], Random(tried).choice(free): "red"}
            boards = (*one.boards[:seat], late, *one.boards[seat + 1 :])
            said = game.problems_at(one.base, moment, seat, late, boards)
            assert "SP-R35" in [problem.rule for problem in said]
            tried += 1
    assert tried > 20


def clear(setup, boards, before):
    chance = Random(1)
    return [sighting(setup, *pair, chance) for pair in zip(boards, before, strict=True)]


BOTH_OR_EITHER = {
    "line/1/0": "red",
    "line/2/0": "yellow",
    "line/2/1": "yellow",
    "place/0/0": TURNED[4][2],
    "place/1/0": TURNED[10][0],
    "chip/0": "red",
    "chip/1": "red",
    "chip/2": "black",
}
"""Two red chips pay for the missing red; all three pay for the missing yellow."""


@pytest.mark.parametrize(
    ("moved", "rules"),
    [(("red",), []), (("yellow",), []), (("red", "yellow"), ["DU-R37"])],
    ids=["red", "yellow", "both"],
)
def test_chips_that_pay_for_each_of_two_lines_but_not_for_both(moved, rules):
    cells = {"red": ("dome/1/0", "line/1/"), "yellow": ("dome/2/1", "line/2/")}
    gone = ("chip", *(cells[colour][1] for colour in moved))
    after = {c: lies for c, lies in BOTH_OR_EITHER.items() if not c.startswith(gone)}
    after |= {cells[colour][0]: colour for colour in moved}
    game = games.game(DUEL)
    table = replace(
        game.empty_table(),
        boards=(BOTH_OR_EITHER, {}),
        checkpoint=Checkpoint.OFFER_END,
        round=1,
    )
    reading = reconcile(
        game, table, Moment(Checkpoint.TILED, 1), clear(DUEL, (after, {}), table.boards)
    )
    assert dict(reading.boards[0].cells) == after, "it is read as it lies"
    assert [problem.rule for problem in reading.boards[0].problems] == rules
    for problem in reading.boards[0].problems:
        assert set(problem.cells) == {"dome/1/0", "dome/2/1"}
        assert problem.asks == ("chips",)


def test_five_broken_tiles_told_are_too_many():
    rules, empty = games.game(DUEL), games.game(DUEL).empty_table()
    moment = Moment(Checkpoint.OFFER_END, 1, None, {"broken": [5, 0], "drawn": [0, 0]})
    seen = [{"broken": {None: -9.0, (None, None, None, None, "red"): 0.0}}, {}]
    reading = reconcile(rules, empty, moment, seen)
    assert "DU-R32" in [problem.rule for problem in reading.boards[0].problems]

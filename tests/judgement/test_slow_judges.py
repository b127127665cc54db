"""The engine and slow judges written from the rules files agree on what can lie on a table.

Boards of random evenings are judged as they lie and spoiled in every way, with every picture taken
and with many forgotten.
"""

from __future__ import annotations

import pytest
from judged_slowly import compare

from companion.games.base import Setup

SPECIAL = {"special_factories": True}
SETUPS = {
    "azul": Setup("azul"),
    "azul, grey": Setup("azul", "grey"),
    "mini, 3 players": Setup("azul-mini", players=3),
    "chocolatier": Setup("master-chocolatier", options=SPECIAL),
    "chocolatier, grey, 3 players": Setup("master-chocolatier", "grey", 3, options=SPECIAL),
    "pavilion": Setup("summer-pavilion"),
    "pavilion, grey, 3 players": Setup("summer-pavilion", "grey", players=3),
    "duel": Setup("azul-duel", goals=("G1", "G5", "G8")),
}
LATER = ("azul, grey", "chocolatier", "pavilion", "duel")
"""Much like others, of more players; Duel, because it takes long."""

FEW = 1000
"""Of so many wrong boards one may go unnoticed: three tiles amiss can look like two turns."""


def agree(name, seeds, share):
    verdicts = compare(SETUPS[name], seeds, share)
    wrong = sum(number for (_, legal), number in verdicts.agreed.items() if not legal)
    print(
        f"\n{name}, {share:.0%} forgotten: {verdicts.agreed.total()} agreed, {wrong} of them wrong;"
        f" {len(verdicts.too_much)} said too much, {len(verdicts.too_little)} too little,"
        f" {verdicts.undecided} were several boards at once"
    )
    assert verdicts.too_much == []
    return wrong, verdicts.too_little


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in LATER)) for name in SETUPS]
)
def test_both_judges_agree(name):
    wrong, unnoticed = agree(name, range(1), 0.4)
    assert wrong > 40
    assert len(unnoticed) * 100 <= wrong, unnoticed


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_both_judges_agree_on_every_breach_that_is_certain(name):
    wrong, unnoticed = agree(name, range(30, 60), 0.0)
    assert len(unnoticed) * FEW <= wrong, unnoticed[:5]


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_both_judges_agree_in_many_evenings_with_presses_forgotten(name):
    for share in (0.1, 0.4):
        wrong, unnoticed = agree(name, range(60, 90), share)
        assert len(unnoticed) * 100 <= wrong, unnoticed[:5]

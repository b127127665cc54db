"""Whole evenings through reconciliation: clear sightings, and deliberately spoiled ones.

``-s`` prints the figures of docs/judgement.md.
"""

from __future__ import annotations

from random import Random

import judged_spoils as spoils
import pytest
from judged_course import Tally, follow
from judged_evenings import evening

from companion.evaluation.speed import games_per_second
from companion.games.base import Setup

SPECIAL = {"special_factories": True}
KINDS = {
    "azul": Setup("azul"),
    "azul, 4 seats": Setup("azul", players=4),
    "azul, grey": Setup("azul", "grey"),
    "azul, grey, 3 seats": Setup("azul", "grey", players=3),
    "mini": Setup("azul-mini", players=3),
    "mini, grey": Setup("azul-mini", "grey"),
    "chocolatier": Setup("master-chocolatier"),
    "chocolatier, special": Setup("master-chocolatier", players=3, options=SPECIAL),
    "chocolatier, grey, special": Setup("master-chocolatier", "grey", players=4, options=SPECIAL),
    "pavilion": Setup("summer-pavilion"),
    "pavilion, 4 seats": Setup("summer-pavilion", players=4),
    "pavilion, grey": Setup("summer-pavilion", "grey", players=3),
    "duel": Setup("azul-duel", goals=("G1", "G5", "G8")),
}
MUCH_ALIKE = (
    *("azul, 4 seats", "azul, grey, 3 seats", "mini, grey", "pavilion, 4 seats"),
    *("pavilion, grey", "chocolatier, grey, special"),
)
"""To others, or long; many evenings of them run with what takes long."""

EVENINGS = {"pavilion": 10, "pavilion, 4 seats": 3, "pavilion, grey": 5, "duel": 45}
"""Evenings of about a thousand boards; 25 in the other games."""

WITH_TURNS = ("azul", "azul, grey", "chocolatier, special", "duel")
SPOILS = {
    "flattened": spoils.flatten,
    "wavering": spoils.waver,
    "swapped": spoils.swap,
}
ONE_OF_EACH = [("azul", "flattened"), ("pavilion", "wavering"), ("duel", "swapped")]
OTHERS = [
    pytest.param(name, spoil, marks=pytest.mark.long)
    for name in ("azul", "pavilion", "duel")
    for spoil in SPOILS
    if (name, spoil) not in ONE_OF_EACH
]
ORDINARY_GAMES = 30.0
"""Random games of Azul that can be played by the rules while a board is judged, in the middle."""

RIGHT_OR_ASKED = 0.99
"""Of boards; silently wrong may be fewer than 1 in 1,000."""


def measured(name, spoil=None, *, seeds, turns=False):
    """Return what became of some evenings."""
    tally = Tally()
    for seed in seeds:
        follow(evening(KINDS[name], seed, turns=turns), tally, Random(seed), spoil)
    print(f"\n{name:26} {tally.text()}")
    return tally


def check_clean(tally):
    assert tally.right == tally.boards > 0
    assert (tally.questions, tally.alarms, tally.silent, tally.scores) == (0, [], [], [])
    middle_s = sorted(tally.ms)[len(tally.ms) // 2] / 1e3
    assert middle_s * games_per_second("azul", 0.1) < ORDINARY_GAMES


def check_spoiled(tally):
    """Right, or asked with the truth among the answers; never silently wrong.

    Of few boards two may be neither, but none silently wrong.
    """
    assert len(tally.silent) * 1000 < max(tally.boards, 1000), tally.silent[:3]
    neither = len(tally.alarms) + len(tally.lost)
    assert neither <= max(2, (1 - RIGHT_OR_ASKED) * tally.boards), tally.alarms + tally.lost


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in MUCH_ALIKE)) for name in KINDS]
)
def test_a_clear_evening_needs_no_question_and_scores_right(name):
    check_clean(measured(name, seeds=[3]))


@pytest.mark.parametrize("name", ["azul", pytest.param("duel", marks=pytest.mark.long)])
def test_a_clear_evening_turn_by_turn_needs_no_question(name):
    check_clean(measured(name, seeds=[4], turns=True))


@pytest.mark.parametrize(("name", "spoil"), ONE_OF_EACH + OTHERS)
def test_spoiled_sightings_are_never_wrong_in_silence(name, spoil):
    check_spoiled(measured(name, SPOILS[spoil], seeds=[5]))


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_many_clear_evenings_need_no_question(name):
    check_clean(measured(name, seeds=range(100, 100 + EVENINGS.get(name, 25))))


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_TURNS)
def test_many_clear_evenings_turn_by_turn_need_no_question(name):
    check_clean(measured(name, seeds=range(100, 106), turns=True))


@pytest.mark.long
@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("name", KINDS)
def test_a_thousand_spoiled_boards_are_right_or_asked(name, spoil):
    seeds = range(200, 200 + EVENINGS.get(name, 25))
    check_spoiled(measured(name, SPOILS[spoil], seeds=seeds))


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_TURNS)
def test_flattened_turns_are_right_or_asked(name):
    check_spoiled(measured(name, spoils.flatten, seeds=range(300, 306), turns=True))

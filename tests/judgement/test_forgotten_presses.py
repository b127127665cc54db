"""Presses forgotten at random: nobody is accused, and what can be known is known.

What could have happened between two pictures is a possible past, however many were forgotten.
"""

from __future__ import annotations

from math import isinf
from random import Random

import pytest
from judged_evenings import evening
from judged_forgetting import anything, only, taken, turns
from one_board import allows

from companion.games.base import Checkpoint, Setup

SPECIAL = {"special_factories": True}
GOALS = ("G1", "G5", "G8")
SETUPS = {
    "azul": Setup("azul"),
    "azul, grey": Setup("azul", "grey"),
    "azul, 3 players": Setup("azul", players=3),
    "mini, grey, 3 players": Setup("azul-mini", "grey", players=3),
    "chocolatier": Setup("master-chocolatier", options=SPECIAL),
    "chocolatier, grey": Setup("master-chocolatier", "grey", options=SPECIAL),
    "pavilion": Setup("summer-pavilion"),
    "pavilion, grey, 3 players": Setup("summer-pavilion", "grey", players=3),
    "duel": Setup("azul-duel", goals=GOALS),
}
MUCH_ALIKE = ("azul, grey", "azul, 3 players", "chocolatier", "pavilion")
"""To others, of more players or the grey side."""

FEW = [pytest.param(name, marks=[pytest.mark.long] * (name in MUCH_ALIKE)) for name in SETUPS]
OFFER_END, TILED = Checkpoint.OFFER_END, Checkpoint.TILED
FORGETS = {
    "anything": anything,
    "turns": turns,
    "the end of the offer": only(OFFER_END),
    "the tiling": only(TILED),
    "both": only(OFFER_END, TILED),
}


def alarms(setup, seeds, share, forgets=anything, *, named=True):
    """Return what is wrong with what is said of evenings with presses forgotten."""
    found = []
    for seed in seeds:
        for one in taken(
            evening(setup, seed, turns=True), Random(seed), share, forgets, named=named
        ):
            game, where = one.sitting.game, f"seed {seed}, {one.moment}"
            for seat, board in enumerate(one.boards):
                said = game.problems_at(one.base, one.moment, seat, board, one.boards)
                found += [f"{where}: {problem.rule} {problem.message}" for problem in said]
                if not allows(game.successors(one.base, one.moment)[seat], board):
                    found.append(f"{where}: seat {seat} lies as no successor does")
            if isinf(game.surprise(one.base, one.moment, one.boards)):
                found.append(f"{where}: impossible together")
    return found


@pytest.mark.parametrize("share", [pytest.param(0.1, marks=pytest.mark.long), 0.4])
@pytest.mark.parametrize("name", FEW)
def test_no_false_alarm_with_presses_forgotten(name, share):
    assert alarms(SETUPS[name], range(2), share) == []


@pytest.mark.parametrize("forgets", ["turns", "the end of the offer", "the tiling", "both"])
@pytest.mark.parametrize(
    "name", ["azul", pytest.param("azul, grey", marks=pytest.mark.long), "duel"]
)
def test_no_false_alarm_with_one_kind_of_press_forgotten(name, forgets):
    assert alarms(SETUPS[name], range(1), 0.6, FORGETS[forgets], named=False) == []


@pytest.mark.parametrize("name", ["azul", "azul, grey", "chocolatier", "duel"])
def test_forgotten_turns_cost_no_point(name):
    for seed in range(2):
        for one in taken(evening(SETUPS[name], seed, turns=True), Random(seed), 0.5, turns):
            outcome = one.sitting.game.advance(one.base, one.moment, one.boards)
            assert one.picture.scores in (None, outcome.table.scores)


@pytest.mark.long
@pytest.mark.parametrize("named", [True, False], ids=["own button", "shared button"])
@pytest.mark.parametrize("forgets", FORGETS)
@pytest.mark.parametrize("name", SETUPS)
def test_no_false_alarm_in_many_evenings(name, forgets, named):
    for share in (0.1, 0.4, 0.8):
        assert alarms(SETUPS[name], range(20, 60), share, FORGETS[forgets], named=named) == []

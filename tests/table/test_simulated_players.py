"""Simulated players keep the rules, and their mistakes are mistakes."""

from __future__ import annotations

from random import Random

import pytest
from one_board import allows

from companion import games
from companion.boards import load
from companion.games.base import Checkpoint, Setup
from hardware.table.hand_mistakes import MISTAKES

GOALS = ("G1", "G5", "G8")
SETUPS = {
    "azul": Setup("azul"),
    "azul grey, three": Setup("azul", "grey", 3),
    "mini, four": Setup("azul-mini", players=4),
    "chocolatier": Setup("master-chocolatier", players=3),
    "special factories": Setup("master-chocolatier", options={"special_factories": True}),
    "pavilion": Setup("summer-pavilion"),
    "pavilion grey, four": Setup("summer-pavilion", "grey", 4),
    "duel": Setup("azul-duel", goals=GOALS),
}
SCORING = (Checkpoint.TILED, Checkpoint.PLACED, Checkpoint.PASSED)
RULES = {
    "mixed-line": {"R15", "R29"},
    "gap-in-line": {"R14", "R28"},
    "colour-on-wall": {"R17"},
    "wrong-space": {"R22", "R34", "R21"},
}


def tables(setup, seed, **wishes):
    """Yield the table before each checkpoint of a game, and the checkpoint."""
    rules = games.game(setup)
    table = rules.empty_table()
    for shot in games.story(setup, **wishes)(seed, Random(seed)):
        yield rules, table, shot
        table = rules.advance(table, shot.moment, shot.boards).table
        if shot.moment.checkpoint in SCORING:
            assert table.scores == shot.scores
    assert table.over


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SETUPS)
def test_whole_games_are_what_the_rules_allow_and_score(name, seed):
    for rules, table, shot in tables(SETUPS[name], seed):
        for seat, parts in enumerate(rules.successors(table, shot.moment)):
            assert allows(parts, shot.boards[seat]), (shot.moment, seat)
            problems = rules.problems_at(table, shot.moment, seat, shot.boards[seat])
            assert problems == ()


def test_every_turn_can_be_seen():
    turns = [
        shot.moment
        for _, _, shot in tables(Setup("azul", first_player=1), 2, turns=True)
        if shot.moment.checkpoint is Checkpoint.TURN
    ]
    assert len(turns) > 20
    assert turns[0].seat == 1
    assert {moment.seat for moment in turns} == {0, 1}


def test_the_marker_of_summer_pavilion_is_told_once_a_round():
    told = [
        s.moment for _, _, s in tables(Setup("summer-pavilion"), 1) if "marker" in s.moment.told
    ]
    assert [moment.round for moment in told] == [1, 2, 3, 4, 5, 6]
    assert all(moment.told["marker"]["tiles"] > 0 for moment in told)


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("name", ["azul", "mini, four", "pavilion", "duel"])
def test_mistakes_are_what_the_rules_forbid(name, kind):
    setup = SETUPS[name]
    board, chance = load(setup.game, setup.variant), Random(4)
    found = 0
    for rules, table, shot in tables(setup, 4):
        for seat, cells in enumerate(shot.boards):
            lying = MISTAKES[kind](board, table.boards[seat], cells, chance)
            if lying is None:
                continue
            found += 1
            problems = rules.problems_at(table, shot.moment, seat, lying)
            assert {problem.rule.split("-")[1] for problem in problems} & RULES[kind]
    lacking = {("pavilion", "mixed-line"), ("pavilion", "gap-in-line")}
    lacking |= {("pavilion", "colour-on-wall"), ("duel", "colour-on-wall")}
    assert (found > 0) is ((name, kind) not in lacking)

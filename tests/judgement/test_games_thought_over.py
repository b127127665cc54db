"""Whole games whose eyes are as often right as they say, with second thoughts and without."""

from __future__ import annotations

from collections import Counter

import pytest
from judged_wavering import game_with_wavering_eyes

from companion.games.base import Setup
from companion.service.sitting.judgement import second_thoughts

WAVERING = {
    "azul": Setup("azul", players=3),
    "summer-pavilion": Setup("summer-pavilion"),
    "azul-duel": Setup("azul-duel", goals=("G1", "G5", "G8")),
}


def games(monkeypatch, setup, tried, seeds):
    monkeypatch.setattr(second_thoughts, "TRIED", tried)
    found = (game_with_wavering_eyes(monkeypatch, setup, seed) for seed in seeds)
    return sum(found, Counter())


@pytest.mark.parametrize(
    ("name", "seeds"),
    [
        ("azul", (2, 4)),
        pytest.param("azul", range(8), marks=pytest.mark.long),
        pytest.param(
            "summer-pavilion", range(4), marks=pytest.mark.long
        ),  # its games have many pictures
        pytest.param("azul-duel", range(8), marks=pytest.mark.long),
    ],
)
def test_whole_games_go_better_with_second_thoughts(monkeypatch, name, seeds):
    """Eyes that are as often right as they say leave more to think over than they get wrong."""
    twice = games(monkeypatch, WAVERING[name], second_thoughts.TRIED, seeds)
    once = games(monkeypatch, WAVERING[name], 0, seeds)
    print(name, dict(once), dict(twice))
    assert twice["alarms"] <= once["alarms"]
    assert twice["wrong boards"] <= once["wrong boards"]
    assert twice["right totals"] >= once["right totals"]
    if name != "azul-duel":
        assert twice["put right"]
        assert twice["alarms"] == 0

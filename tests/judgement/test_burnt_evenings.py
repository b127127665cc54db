"""Whole games under a lamp that burns tiles white, time and again."""

from __future__ import annotations

from collections import Counter

import pytest
from judged_burnt import burnt
from judged_wavering import People, game_with_wavering_eyes

from companion.games.base import Setup

SIDES = {"coloured": Setup("azul"), "grey": Setup("azul", variant="grey")}


def games(monkeypatch, side, seeds, *, answering):
    """Return what becomes of games under a lamp, counted."""
    counts = Counter()
    for seed in seeds:
        with monkeypatch.context() as patch:
            people = People(answering=answering)
            counts += game_with_wavering_eyes(patch, SIDES[side], seed, people, burnt)
    return counts


@pytest.mark.long
@pytest.mark.parametrize("answering", [True, False], ids=["answered", "unanswered"])
@pytest.mark.parametrize("side", SIDES)
def test_nobody_is_accused_of_what_a_lamp_hides(monkeypatch, side, answering):
    """The right answer is always offered, and what was guessed is put right by what comes of it."""
    counts = games(monkeypatch, side, range(100, 130), answering=answering)
    print(side, "answered" if answering else "unanswered", dict(counts))
    assert counts["alarms"] <= 0.03 * counts["games"] * 14
    assert not answering or counts["right totals"] >= 0.85 * counts["games"]

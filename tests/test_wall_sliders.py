"""Azul Mini's two sliders, and totals they cannot show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.base import Checkpoint, Moment, Setup

TILED = Moment(Checkpoint.TILED, 1)


def notices(setup, scores):
    """Return what is said after the tiling of empty boards."""
    game = games.game(setup)
    before = replace(
        game.empty_table(),
        boards=({}, {}),
        checkpoint=Checkpoint.OFFER_END,
        round=1,
        scores=scores,
    )
    return [(seat, said.values) for seat, said in game.advance(before, TILED, ({}, {})).notices]


@pytest.mark.parametrize(("tens", "end"), [(9, 99), (10, 109)])
def test_a_total_beyond_the_sliders_is_pointed_out(tens, end):
    mini = Setup("azul-mini", options={"score_tens_max": tens})
    assert notices(mini, (end + 1, end)) == [(0, {"end": end, "score": end + 1})]


def test_a_score_track_goes_round():
    assert notices(Setup("azul"), (150, 150)) == []

"""The same moment looked at twice: what people have said of it stays said."""

from __future__ import annotations

import pytest
from judged_keeper import SeeingKeeper

from companion.events import ToldCorrected
from companion.games.base import Checkpoint, Moment, Setup

PLACED = ({"star/0/1": "blue"}, {})
MARKER = {"marker": {"seat": 0, "tiles": 3}}
START = 5


@pytest.fixture
def pavilion(monkeypatch):
    """A game of Summer Pavilion that has just begun."""
    table = SeeingKeeper(monkeypatch, Setup("summer-pavilion"))
    table.show(Moment(Checkpoint.SETUP, 0), ({}, {}))
    return table


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("ahead", [True, False])
def test_the_marker_costs_its_points_though_the_button_is_pressed_twice(pavilion, seat, ahead):
    moment = Moment(Checkpoint.PLACED, 1, seat)
    report = pavilion.show(Moment(Checkpoint.PLACED, 1, seat, MARKER if ahead else {}), PLACED)
    if not ahead:
        assert report.asks == ("marker",)
        pavilion.keeper.amend(ToldCorrected(1, MARKER))
    again = pavilion.show(moment, PLACED)
    assert (again.scores, again.asks) == ((START + 1 - 3, START), ())
    nothing_placed_since = pavilion.show(Moment(Checkpoint.PASSED, 1, 1), PLACED)
    assert nothing_placed_since.scores == again.scores


def test_tiles_thrown_away_are_said_once_though_the_button_is_held_twice(pavilion):
    pavilion.show(Moment(Checkpoint.PLACED, 1, 0, MARKER), PLACED)
    told = Moment(Checkpoint.PASSED, 1, 1, {"discarded": 2})
    assert pavilion.show(told, PLACED).scores == (3, 3)
    held_again = pavilion.show(Moment(Checkpoint.PASSED, 1, 1), PLACED)
    assert (held_again.scores, held_again.asks) == ((3, 3), ())
    assert pavilion.show(Moment(Checkpoint.PASSED, 1, 1, {"discarded": 1}), PLACED).scores == (3, 4)

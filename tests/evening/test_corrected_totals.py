"""Totals put right when the game is over: people say them with what its end brings."""

from __future__ import annotations

import pytest

from companion import sitting
from companion.errors import CorrectionRefused
from companion.events import Confirmed, Opened
from companion.games.azul_duel.catalogue import TURNED
from companion.games.base import Checkpoint, Moment, Setup
from companion.service.sitting.amendment import score_corrected

TWO_EMPTY_SPECIAL_SPACES = {"place/0/0": TURNED[1][0], "place/1/1": TURNED[5][0]}
"""Goal 8 takes 3 points for each (DU-R65)."""


def ended(score, **options):
    """Return a game of Duel that has ended, with ``score`` before the goals."""
    setup = Setup(
        "azul-duel", goals=("G1", "G2", "G8"), scores=(score, 9), round=5, options=options
    )
    last = Confirmed(Moment(Checkpoint.TILED, 5), (TWO_EMPTY_SPECIAL_SPACES, {}))
    return sitting.fold([Opened(setup), last])


def corrected(game, total):
    """Return the totals at the end once that of seat 0 was put right."""
    after = sitting.apply(game, score_corrected(game, 0, 0, total))
    return after.game.result(after.table).scores


@pytest.mark.parametrize("score", [0, 2, 6, 20])
@pytest.mark.parametrize("total", [0, 1, 5, 30])
def test_a_total_that_was_held_at_0_becomes_what_people_say(score, total):
    """DU-R68: of 2 points the goals took 2, of 11 they take 6."""
    assert corrected(ended(score), total) == (total, 9)


def test_no_total_is_below_what_the_end_alone_brings():
    """A star of Summer Pavilion brings 14, a tile on a corner costs 1."""
    red = {f"star/3/{slot}": "red" for slot in range(1, 7)} | {"corner/0": "blue"}
    setup = Setup("summer-pavilion", scores=(40, 9), round=6)
    passed = Confirmed(Moment(Checkpoint.PASSED, 6), (red, {}))
    game = sitting.fold([Opened(setup), passed])
    assert game.game.result(game.table).scores == (40 + 14 - 1, 9)
    assert corrected(game, 30) == (30, 9)
    with pytest.raises(CorrectionRefused, match="alone brings 13 points"):
        corrected(game, 12)


def test_a_total_beyond_what_counts_is_the_most_there_is():
    """House rule ``score_over_max``: 100 is the most, with the 2 points of a row."""
    row = {
        f"wall/0/{c}": tile for c, tile in enumerate(("blue", "yellow", "red", "black", "white"))
    }
    setup = Setup("azul", scores=(99, 9), round=5, options={"score_over_max": "cap"})
    game = sitting.fold([Opened(setup), Confirmed(Moment(Checkpoint.TILED, 5), (row, {}))])
    assert corrected(game, 120) == (100, 9)
    assert corrected(game, 50) == (50, 9)

"""Evenings at the simulated table, read by the real eyes, of which nobody answers a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from companion.games.base import Checkpoint, Setup
from companion.service.reports.report import Status
from companion.service.sitting.keeper import Keeper
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

WALL_GAMES = ("azul", "azul-mini", "master-chocolatier")
SEEN, SINCE = range(500, 514), range(600, 612)
"""Seeds that were looked at while second thoughts were made better, and others."""


def evenings(setup: Setup, seeds: Sequence[int], *, joined: bool) -> Counter[str]:
    """Return what becomes of games, counted; ``joined`` ones begin at the first offer's end."""
    return sum((_evening(setup, seed, joined=joined) for seed in seeds), Counter())


def _evening(setup: Setup, seed: int, *, joined: bool) -> Counter[str]:
    sitting, counts = simulated_sitting(setup, seed, brackets=not joined), Counter[str]()
    keeper = Keeper(sitting.setup, sitting.taps)
    for step in sitting.steps:
        if joined and step.moment.checkpoint is Checkpoint.SETUP:
            continue
        status = keeper.look(picture_of(step.scene, "").pixels, step.moment).status
        counts["alarms"] += status is Status.VIOLATION
        counts["questions"] += status is Status.QUESTION
        counts["wrong totals"] += keeper.sitting.table.scores != step.scores
    counts["games with alarms"] += counts["alarms"] > 0
    counts["right totals"] += keeper.sitting.table.scores == sitting.steps[-1].scores
    return counts


def test_a_line_that_a_lamp_burns_is_what_lies_on_the_wall_in_the_end():
    """A joined game of Azul: nothing of its black tiles can be told until one is on the wall."""
    counts = evenings(Setup("azul"), [509], joined=True)
    assert (counts["alarms"], counts["wrong totals"], counts["right totals"]) == (0, 0, 1)


@pytest.mark.long
@pytest.mark.parametrize("joined", [True, False], ids=["joined", "empty"])
@pytest.mark.parametrize("seeds", [SEEN, SINCE], ids=["seen", "since"])
@pytest.mark.parametrize("game", WALL_GAMES)
def test_most_games_end_with_right_totals(game, seeds, joined):
    counts = evenings(Setup(game), seeds, joined=joined)
    print(game, "joined" if joined else "empty", seeds[0], dict(counts))
    assert counts["right totals"] >= len(seeds) - 1
    assert counts["games with alarms"] <= 2, "of sets whose names nobody has shown"
